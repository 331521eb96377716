import { getEssayResults } from '#src/submissions/research/server/search-results.service.ts';
import type { SearchProvider } from './providers.service.ts';

export const essayProvider: SearchProvider = {
  load: async (ctx, refs) =>
    (
      await getEssayResults(
        ctx,
        refs.map(({ ref }) => ref),
      )
    ).map(({ id, title, text, publishedAt }) => ({
      id,
      page: null,
      title,
      text,
      locked: false,
      label: null,
      language: null,
      published_at: publishedAt,
      picture: null,
    })),
};
