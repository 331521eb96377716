import { StoryListFilter } from '#src/news/stories/story-list.contract.ts';
import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { historyRoutes } from './lists/server/history.routes.ts';
import { newsRoutes } from './lists/server/news.routes.ts';
import { checksRoutes } from './story-form/server/checks.routes.ts';
import { previewRoutes } from './story-form/server/previews.routes.ts';

const { text, token } = parameterPatterns;

export const newsroom: Slice = {
  routes: (app) => {
    newsRoutes(app);
    historyRoutes(app);
    previewRoutes(app);
    checksRoutes(app);
  },
  pageRules: [
    { path: 'preview/:id', parameters: { pass: token }, uncached: true },
    {
      path: 'admin/stories',
      parameters: {
        ...Object.fromEntries(Object.keys(StoryListFilter.shape).map((name) => [name, text])),
        cursor: /^[\w-]{1,2500}$/,
      },
      uncached: true,
    },
  ],
};
