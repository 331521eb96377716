import type { Context } from '#src/platform/context.ts';
import type { SentStory } from '../stories.contract.ts';
import { emptyStoryForm } from '../story-fields.contract.ts';
import { attachPicture } from './pictures.service.ts';
import { deleteRevisions } from './revisions.queries.ts';
import { countSample, deleteSampleStories, setSamplePicture } from './sample.queries.ts';
import { shareFolder } from './share-picture.template.ts';
import { createStory } from './stories.queries.ts';
import { checkedStory, columns, received } from './stories.service.ts';

// The width of the story's column, with the aspect ratio of the sample pictures.
const shown = { image_width: 1200, image_height: 800 };

/** Stores a sample story. Returns its id; the picture is added later. */
export async function createSampleStory(ctx: Context, sent: SentStory, publishedAt: Date): Promise<number> {
  const values = await checkedStory(ctx, { ...emptyStoryForm, ...received(sent), ...shown });
  const at = publishedAt;
  return createStory(ctx.db, { ...columns(values), createdAt: at, updatedAt: at, boardAt: at, sample: true });
}

/** Adds the picture of a sample story. Does nothing if the story was deleted or has a picture. */
export async function addSamplePicture(ctx: Context, storyId: number, picture: Buffer): Promise<void> {
  const id = await attachPicture(ctx, picture, { priority: 'preparation', isPublic: true });
  await setSamplePicture(ctx.db, storyId, id);
}

/** The number of sample stories, and of those without a picture yet. */
export const getSample = (ctx: Pick<Context, 'db'>): Promise<{ all: number; bare: number }> => countSample(ctx.db);

/** Deletes all sample stories, including edited ones. Returns how many were deleted. */
export async function removeSample({ db, files }: Pick<Context, 'db' | 'files'>): Promise<number> {
  // The deletion commits after the files are removed: a retry after a failure still finds the rows.
  return db.transaction(async (tx) => {
    const ids = await deleteSampleStories(tx);
    await deleteRevisions(tx, ids);
    for (const id of ids) await files.removeAll(shareFolder(id));
    return ids.length;
  });
}
