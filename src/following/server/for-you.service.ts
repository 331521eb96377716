import { listFollowed } from '#src/news/published/server/followed.service.ts';
import type { Context } from '#src/platform/context.ts';
import { type FollowedStory, storiesAtMost } from '../reader-lists.contract.ts';

interface Asked {
  topics: number[];
  authors: number[];
  categories: number[];
  sub_categories: number[];
}

/** The newest stories of what a reader follows. */
export async function getForYou(ctx: Context, asked: Asked): Promise<FollowedStory[]> {
  const ids = {
    topicIds: asked.topics,
    authorIds: asked.authors,
    categoryIds: asked.categories,
    subCategoryIds: asked.sub_categories,
  };
  const stories = await listFollowed(ctx, ids, storiesAtMost);
  return stories.map(({ publishedAt, ...story }) => ({ ...story, published_at: publishedAt }));
}
