import type { Context } from '#src/platform/context.ts';
import type { SentStory } from '../stories.contract.ts';
import { emptyStoryForm } from '../story-fields.contract.ts';
import { savePlaces } from './front-places.queries.ts';
import { attachPicture } from './pictures.service.ts';
import { deleteRevisions } from './revisions.queries.ts';
import {
  countSample,
  deleteSampleStories,
  lacksPicture,
  listSampleOriginals,
  setSamplePicture,
} from './sample.queries.ts';
import { shareFolder } from './share-picture.template.ts';
import { createStory } from './stories.queries.ts';
import { checkedStory, columns, received } from './stories.service.ts';
import { versionGroup } from './versions.service.ts';

// The width of the story's column, with the aspect ratio of the sample pictures.
const shown = { image_width: 1200, image_height: 800 };

/** Stores a sample story, in a transaction. Returns its id; the picture is added later. */
export async function createSampleStory(
  ctx: Context,
  sent: SentStory,
  { publishedAt: at, lead }: { publishedAt: Date; lead: boolean },
): Promise<number> {
  const values = await checkedStory(ctx, { ...emptyStoryForm, ...received(sent), ...shown });
  const group = await versionGroup(ctx, values.versionOf);
  const dates = { createdAt: at, updatedAt: at, boardAt: at };
  const id = await createStory(ctx.db, {
    ...(await columns(ctx.db, values)),
    ...dates,
    versionGroup: group,
    sample: true,
  });
  if (lead) await savePlaces(ctx.db, id, [{ kind: 'lead', until: null, placedAt: at }]);
  return id;
}

/** Whether one of these sample stories still needs its picture. */
export const needsSamplePicture = ({ db }: Pick<Context, 'db'>, storyIds: number[]): Promise<boolean> =>
  lacksPicture(db, storyIds);

/** Adds a picture to sample stories. Ignores those that were deleted or have a picture. */
export async function addSamplePicture(ctx: Context, storyIds: number[], picture: Buffer): Promise<void> {
  const id = await attachPicture(ctx, picture, { priority: 'preparation', isPublic: true });
  await setSamplePicture(ctx.db, storyIds, id);
}

/** The ids of the sample stories in some languages that are no versions of another one. */
export const getSampleOriginals = (ctx: Pick<Context, 'db'>, languages: string[]): Promise<number[]> =>
  listSampleOriginals(ctx.db, languages);

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
