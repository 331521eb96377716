import { savePlaces } from '#src/news/front/server/front-places.queries.ts';
import { type PictureCopy, storeOpened } from '#src/news/media/server/pictures.service.ts';
import { emptyStoryForm } from '#src/news/schema/story-fields.contract.ts';
import { deleteRevisions } from '#src/news/stories/server/revisions.queries.ts';
import { shareFolder } from '#src/news/stories/server/share-folders.service.ts';
import { createStory } from '#src/news/stories/server/stories.queries.ts';
import { checkedStory, columns, received } from '#src/news/stories/server/stories.service.ts';
import { versionGroup } from '#src/news/stories/server/versions.service.ts';
import type { SentStory } from '#src/news/stories/stories.contract.ts';
import type { Context } from '#src/platform/context.ts';
import type { OpenedPicture } from '#src/platform/workers/tasks.ts';
import { deleteSampleStories, listSampleOriginals } from './sample.queries.ts';

// The width of the story's column, with the aspect ratio of the sample pictures.
const shown = { image_width: 1200, image_height: 800 };

/** Stores a sample story, in a transaction. Returns its id. */
export async function createSampleStory(
  ctx: Context,
  sent: SentStory,
  { publishedAt: at, lead, pictureId }: { publishedAt: Date; lead: boolean; pictureId: number },
): Promise<number> {
  const values = await checkedStory(ctx, { ...emptyStoryForm, ...received(sent), ...shown });
  const group = await versionGroup(ctx, values.versionOf);
  const dates = { createdAt: at, updatedAt: at, boardAt: at };
  const id = await createStory(ctx.db, {
    ...(await columns(ctx.db, values)),
    ...dates,
    pictureId,
    versionGroup: group,
    sample: true,
  });
  if (lead) await savePlaces(ctx.db, id, [{ kind: 'lead', until: null, placedAt: at }]);
  return id;
}

/** A picture of the sample with the sizes that a front shows. */
export interface DrawnPicture {
  opened: OpenedPicture;
  copies: PictureCopy[];
}

/** Stores a picture of the sample; a job makes the sizes that it lacks. Returns its id. */
export const storeSamplePicture = (ctx: Context, { opened, copies }: DrawnPicture): Promise<number> =>
  storeOpened(ctx, opened, { isPublic: true, copies });

/** The ids of the sample stories in some languages that are no versions of another one. */
export const getSampleOriginals = (ctx: Pick<Context, 'db'>, languages: string[]): Promise<number[]> =>
  listSampleOriginals(ctx.db, languages);

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
