import { getPageResults } from '#src/epaper/editions/server/search-results.service.ts';
import type { SearchProvider } from './providers.service.ts';

export const pageProvider: SearchProvider = {
  load: async (ctx, refs) =>
    (await getPageResults(ctx, refs)).map((page) => ({
      id: page.editionId,
      page: page.page,
      title: page.title,
      text: page.text ?? '',
      locked: page.text === null,
      label: null,
      language: null,
      published_at: page.publishedAt,
      picture: page.cover,
    })),
};
