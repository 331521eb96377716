import { type Language, pathIn } from '#src/messages/languages.ts';
import { documentPaths } from '#src/rules/documents.rules.ts';

/**
 * Speculation rules of a document in this language: another one is rendered ahead while its link is under the pointer or touched.
 * Not a list with a query, which the page cache may not have. Browsers that do not know such rules, or save data, ignore them.
 */
export const speculationRules = (language: Language): string =>
  JSON.stringify({
    prerender: [
      {
        where: {
          and: [
            { href_matches: documentPaths.map((path) => ({ pathname: pathIn(language, `/${path}`), search: '' })) },
            { not: { selector_matches: '[rel~=nofollow],[data-reload]' } },
          ],
        },
        eagerness: 'moderate',
      },
    ],
  });
