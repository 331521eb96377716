import { languageParameter } from '#src/news/stories/language-parameter.rules.ts';
import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { searchRoutes } from './server/search.routes.ts';

const { id, text } = parameterPatterns;

export const search: Slice = {
  routes: searchRoutes,
  pageRules: [
    {
      path: 'search',
      parameters: { q: text, kind: text, category: text, from: text, to: text, page: id, ...languageParameter },
      uncached: true,
    },
  ],
};
