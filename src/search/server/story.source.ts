import { displayName } from '#src/news/category-names.rules.ts';
import { getFoundStories } from '#src/news/server/found.service.ts';
import type { Source } from './sources.ts';

export const storySource: Source = {
  load: async (ctx, refs) =>
    (
      await getFoundStories(
        ctx,
        refs.map(({ ref }) => ref),
      )
    ).map((story) => ({
      id: story.id,
      page: null,
      title: story.title,
      text: story.text,
      locked: false,
      label: story.category && displayName(ctx.text, story.category),
      language: story.language,
      published_at: story.publishedAt,
      picture: story.thumbnail,
    })),
};
