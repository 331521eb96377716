import { getFoundEssays } from '#src/submissions/server/found.service.ts';
import type { Source } from './sources.ts';

export const essaySource: Source = {
  load: async (ctx, refs) =>
    (
      await getFoundEssays(
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
