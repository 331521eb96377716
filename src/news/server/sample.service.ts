import type { Context } from '#src/platform/context.ts';
import { emptyStoryForm } from '../stories.rules.ts';
import { keepPicture } from './pictures.service.ts';
import { countSample, deleteSampleStories, setSamplePicture } from './sample.queries.ts';
import { shareFolder } from './share-picture.ts';
import { createStory } from './stories.queries.ts';
import { checkedStory, columns } from './stories.service.ts';

export interface SampleStory {
  title: string;
  body: string;
  category: string;
  sub_category: string;
  submenu?: string | undefined;
  language: string;
  author: string;
  caption: string;
  publishedAt: Date;
}

// As large as the story's column, in the proportion that the sample's pictures are drawn in.
const shown = { width: 1200, height: 800 };

/** Stores a story of the sample edition. Returns its id; its picture comes later. */
export async function createSampleStory(ctx: Context, sample: SampleStory): Promise<number> {
  const values = await checkedStory(ctx, {
    ...emptyStoryForm,
    news_title: sample.title,
    news_description: sample.body,
    news_category: sample.category,
    news_sub_category: sample.sub_category,
    news_submenu: sample.submenu ?? '',
    image_width: shown.width,
    image_height: shown.height,
    image_caption: sample.caption,
    author: sample.author,
    language: sample.language,
  });
  const at = sample.publishedAt;
  return createStory(ctx.db, { ...columns(values), createdAt: at, updatedAt: at, boardAt: at, sample: true });
}

/** Gives a sample story its picture; nothing happens when the story is gone or has one already. */
export async function addSamplePicture(ctx: Context, storyId: number, picture: Buffer): Promise<void> {
  const id = await keepPicture(ctx, picture, { priority: 'preparation', isPublic: true });
  await setSamplePicture(ctx.db, storyId, id);
}

/** How many sample stories there are, and how many of them wait for their picture. */
export const getSample = (ctx: Pick<Context, 'db'>): Promise<{ all: number; bare: number }> => countSample(ctx.db);

/** Takes the sample edition away, also what an editor has changed of it. Returns how many stories went. */
export async function removeSample({ db, files }: Pick<Context, 'db' | 'files'>): Promise<number> {
  // Their rows go last: what fails between is done again and finds them.
  return db.transaction(async (tx) => {
    const ids = await deleteSampleStories(tx);
    for (const id of ids) await files.removeAll(shareFolder(id));
    return ids.length;
  });
}
