import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import type { Plugin } from 'vite';

const catalogueFile = /\/src\/messages\/([a-z]{2})\/[a-z-]+\.json$/; // such as /src/messages/hi/news.json

/** Compiles the catalogue's ICU messages into functions at build time, so that the browser needs no parser. */
export const messages = (): Plugin => ({
  name: 'news-wing-messages',
  enforce: 'pre',
  transform: {
    filter: { id: catalogueFile },
    handler(code, id) {
      const [, language = 'en'] = catalogueFile.exec(id) ?? [];
      // Digits 0 to 9 in every language; see src/messages/languages.ts.
      const format = new MessageFormat(`${language}-u-nu-latn`, { requireAllArguments: false });
      return { code: compileModule(format, JSON.parse(code)), moduleType: 'js', map: null };
    },
  },
});
