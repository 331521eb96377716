import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { arrangeBoard, isRearranged } from '../board.rules.ts';
import { findBySlug } from '../categories.rules.ts';
import { type Trashed, trashDays, type Unpublished } from '../stories.contract.ts';
import { lockCategories } from './categories.queries.ts';
import { getCategories } from './categories.service.ts';
import { syncPictureVisibility } from './picture-files.service.ts';
import { sendPublication } from './publication.jobs.ts';
import {
  listDeleted,
  listUnpublished,
  lockPublicStories,
  restoreStory,
  setBoardTime,
  updateStory,
} from './stories.queries.ts';
import { getStory, newsItem } from './stories.service.ts';

const listLimit = 200;

export const getUnpublished = async (ctx: Context): Promise<Unpublished[]> =>
  (await listUnpublished(ctx.db, listLimit)).map(newsItem);

export async function getTrash(ctx: Context): Promise<Trashed[]> {
  const rows = await listDeleted(ctx.db, listLimit);
  return rows.map((row) => {
    const deletedAt = row.story.deletedAt as Date; // the query returns deleted stories only
    const purgedAt = addDays(deletedAt, trashDays);
    return { ...newsItem(row), deleted_at: deletedAt.toISOString(), purged_at: purgedAt.toISOString() };
  });
}

/** Restores a story from the trash. Throws `not_found` if it is not in the trash. */
export async function restore(ctx: Context, id: number) {
  await ctx.db.transaction(async (tx) => {
    const restored = await restoreStory(tx, id);
    if (!restored) throw new AppError('not_found', 'news.storyNotFound');
    if (restored.status === 'published') await sendPublication(ctx, tx, [id]);
    await syncPictureVisibility(ctx, tx, [restored.pictureId]);
  });
  ctx.log.info({ actor: requireUser(ctx).userId, story: id }, 'story restored');
  return getStory(ctx, id);
}

type SavedSection = { category: string; ids: number[]; before?: number[] | undefined };

/**
 * Saves an arranged board: the order within the sections, and the category of stories that were moved. Stories that
 * were published or deleted concurrently are not affected. Throws `conflict` if another editor has rearranged a
 * section since it was loaded.
 */
export async function saveLayout(ctx: Context, sections: SavedSection[]): Promise<void> {
  const categories = await getCategories(ctx);
  const targets = sections.map(({ category: name, ...stories }) => {
    const category = findBySlug(categories, name);
    if (!category) throw new AppError('not_found', 'news.categoryNotFound');
    return { category, ...stories };
  });
  const ids = targets.flatMap((target) => target.ids);
  if (new Set(ids).size !== ids.length) throw new AppError('invalid', 'newsroom.layoutRepeats');
  const known = targets.flatMap(({ category, ids, before }) =>
    before ? [{ categoryId: category.id, ids, before }] : [],
  );
  const loaded = known.flatMap(({ before }) => before);
  const categoryIds = targets.map(({ category }) => category.id);
  await ctx.db.transaction(async (tx) => {
    if (!(await lockCategories(tx, categoryIds))) throw new AppError('not_found', 'news.categoryNotFound');
    const moved: number[] = [];
    const locked = new Map((await lockPublicStories(tx, [...ids, ...loaded])).map((story) => [story.id, story]));
    if (isRearranged(known, locked)) throw new AppError('conflict', 'newsroom.layoutConflict');
    for (const { category, ids } of targets) {
      const present = ids.flatMap((id) => locked.get(id) ?? []);
      for (const { story, change } of arrangeBoard(category, present, categories)) {
        // The position on the board is not part of a story, so it changes neither `version` nor `updatedAt`.
        if (story.categoryId === category.id) await setBoardTime(tx, story.id, change.boardAt);
        else if (await updateStory(tx, story.id, story.version, { ...change, updatedAt: ctx.now() }))
          moved.push(story.id);
      }
    }
    await sendPublication(ctx, tx, moved);
  });
  ctx.log.info({ actor: requireUser(ctx).userId, sections: sections.length }, 'board arranged');
}
