import { getFoundPages } from '#src/epaper/server/found.service.ts';
import type { Source } from './sources.ts';

export const pageSource: Source = {
  load: async (ctx, refs) =>
    (await getFoundPages(ctx, refs)).map((page) => ({
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
