import { localName } from '#src/news/categories/category-names.rules.ts';
import { getStoryResults } from '#src/news/published/server/search-results.service.ts';
import type { SearchProvider } from './providers.service.ts';

export const storyProvider: SearchProvider = {
  load: async (ctx, refs) =>
    (
      await getStoryResults(
        ctx,
        refs.map(({ ref }) => ref),
      )
    ).map((story) => ({
      id: story.id,
      page: null,
      title: story.title,
      text: story.text,
      locked: false,
      label: story.category && localName(ctx.text, ctx.language, story.category),
      language: story.language,
      published_at: story.publishedAt,
      picture: story.thumbnail,
      focus: story.focus,
    })),
};
