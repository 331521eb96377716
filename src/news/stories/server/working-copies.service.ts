import type { z } from 'zod';
import { findListed } from '#src/news/media/server/media.service.ts';
import { picturePath, storePicture } from '#src/news/media/server/pictures.service.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import {
  maxWorkingCopies,
  type WorkingCopy,
  type WorkingCopyHead,
  type workingCopiesCalls,
} from '../working-copies.contract.ts';
import { received } from './stories.service.ts';
import { requireVisible } from './story-rights.service.ts';
import {
  countWorkingCopies,
  createWorkingCopy,
  deleteWorkingCopiesOf,
  deleteWorkingCopy,
  findStoryOfCopy,
  findStoryToCopy,
  findWorkingCopy,
  listWorkingCopies,
  listWorkingCopiesOf,
  updateWorkingCopy,
  type WorkingCopyHeadRow,
} from './working-copies.queries.ts';

/** The current user's working copies of a story, or of new stories. Throws `not_found` for a story that he may not see. */
export async function getWorkingCopies(ctx: Context, storyId?: number): Promise<WorkingCopyHead[]> {
  const { userId } = requireUser(ctx);
  if (storyId !== undefined) await requireVisibleStory(ctx, await findStoryToCopy(ctx.db, storyId));
  return (await listWorkingCopies(ctx.db, userId, storyId, maxWorkingCopies)).map(head);
}

// His copy may hold what others wrote until he lost the right to see the story.
async function requireVisibleStory(ctx: Context, story: Awaited<ReturnType<typeof findStoryToCopy>>): Promise<void> {
  if (!story) throw new AppError('not_found', 'news.storyNotFound');
  await requireVisible(ctx, story);
}

/** Throws `not_found`, also for a copy of a story that the current user may not see any more. */
export async function getWorkingCopy(ctx: Context, id: string): Promise<WorkingCopy> {
  const { userId } = requireUser(ctx);
  const row = await findWorkingCopy(ctx.db, userId, id);
  if (!row) throw new AppError('not_found', 'editing.copyNotFound');
  if (row.storyId !== null) await requireVisibleStory(ctx, await findStoryOfCopy(ctx.db, userId, id));
  const image_url = row.picture && (await picturePath(ctx, row.picture, false));
  return { ...head(row), fields: row.fields, image_url, remove_image: row.removesPicture };
}

type SavedCopy = z.output<typeof workingCopiesCalls.save.form>;

/**
 * Creates or replaces a working copy. Throws `conflict` if it has ended or was saved elsewhere: the browser then saves
 * under a new id, so that neither text is lost; `not_found` for a story that the current user may not see. Its picture is
 * withheld, as that of a draft.
 */
export async function saveWorkingCopy(ctx: Context, id: string, sent: SavedCopy): Promise<WorkingCopyHead> {
  const { userId } = requireUser(ctx);
  const { story: storyId = null, version = null, seen, writer, image, remove_image: removesPicture = false } = sent;
  const story =
    (await findStoryOfCopy(ctx.db, userId, id)) ?? (storyId === null ? null : await findStoryToCopy(ctx.db, storyId));
  if (story !== null) await requireVisibleStory(ctx, story);
  // A picture that is not there any more must not prevent that the text is saved.
  const chosen = image || sent.picture_id === undefined ? undefined : (await findListed(ctx, sent.picture_id))?.id;
  const pictureId = image
    ? await storePicture(ctx, image, false, { columns: { uploaderId: userId } })
    : (chosen ?? (removesPicture ? null : undefined));
  const values = {
    fields: received(sent),
    version,
    removesPicture,
    updatedAt: ctx.now(),
    ...(pictureId !== undefined && { pictureId }),
  };
  const updated = await updateWorkingCopy(ctx.db, { userId, id, seen, writer }, values);
  if (updated) return head(updated);
  if (seen > 0) throw elsewhere();
  if ((await countWorkingCopies(ctx.db, userId)) >= maxWorkingCopies)
    throw new AppError('invalid', { key: 'editing.copiesFull', params: { max: maxWorkingCopies } });
  const created = { ...values, id, userId, storyId, writer, revision: 1, createdAt: ctx.now() };
  const saved = await createWorkingCopy(ctx.db, created).catch((error) => {
    if (violatedConstraint(error) === 'working_copies_story_id_stories_id_fk')
      throw new AppError('not_found', 'news.storyNotFound');
    throw error;
  });
  if (!saved) throw elsewhere();
  return head(saved);
}

const elsewhere = () => new AppError('conflict', 'editing.copyElsewhere');

/** Discards a working copy; does nothing if it has ended. */
export const removeWorkingCopy = (ctx: Context, id: string): Promise<void> =>
  deleteWorkingCopy(ctx.db, requireUser(ctx).userId, id);

/** Ends a working copy in the transaction that saves its story. */
export async function endWorkingCopy(ctx: Context, tx: Db, id: string | undefined): Promise<void> {
  if (id) await deleteWorkingCopy(tx, requireUser(ctx).userId, id);
}

/** The picture of a working copy, for its story. Throws `invalid` if it has none. */
export async function pictureOfCopy(ctx: Context, id: string | undefined): Promise<number> {
  const copy = id && (await findWorkingCopy(ctx.db, requireUser(ctx).userId, id));
  if (!copy || copy.pictureId === null) throw invalid({ image: { key: 'editing.copyNotFound' } });
  return copy.pictureId;
}

const head = ({ id, storyId, version, revision, writer, title, updatedAt }: WorkingCopyHeadRow): WorkingCopyHead => ({
  id,
  story_id: storyId,
  version,
  revision,
  writer,
  news_title: title ?? '',
  updated_at: updatedAt.toISOString(),
});

/** Working copies as personal data: only their user has seen them, so they go with his account. */
export const workingCopiesData: PersonalData = {
  name: 'working_copies',
  collect: async (ctx, userId) =>
    (await listWorkingCopiesOf(ctx.db, userId)).map((row) => ({ ...head(row), fields: row.fields })),
  erase: (_, tx, userId) => deleteWorkingCopiesOf(tx, userId),
};
