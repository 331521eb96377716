import { findBySlug } from '#src/news/categories/categories.rules.ts';
import { lockCategories } from '#src/news/categories/server/categories.queries.ts';
import { getCategories } from '#src/news/categories/server/categories.service.ts';
import type { Story } from '#src/news/schema/story-conditions.queries.ts';
import { sendPublication } from '#src/news/stories/server/publication.service.ts';
import { recordChange, recordStateBefore } from '#src/news/stories/server/revisions.service.ts';
import {
  listStoriesById,
  lockPublicStories,
  setBoardTime,
  updateStory,
} from '#src/news/stories/server/stories.queries.ts';
import { requireEditorOf } from '#src/news/stories/server/story-rights.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { arrangeBoard, isRearranged } from '../board.rules.ts';
import { listPinned } from './front-places.queries.ts';

/**
 * Saves an arranged board: the order within the sections, and the category of stories that were moved. Stories that
 * were published or deleted concurrently are not affected. Throws `conflict` if another editor has rearranged a
 * section since it was loaded, and `forbidden` for sections that are not the actor's.
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
    const locked = new Map((await lockPublicStories(tx, [...ids, ...loaded])).map((story) => [story.id, story]));
    const pinned = await listPinned(tx, [...ids, ...loaded]);
    if (isRearranged(known, locked, pinned)) throw new AppError('conflict', 'newsroom.layoutConflict');
    // A pinned story keeps its place in the order, which it returns to.
    const orders = targets.map(({ category, ids }) => {
      const stories = ids.flatMap((id) => locked.get(id) ?? []);
      return {
        category,
        stories: stories.filter(({ id, categoryId }) => !pinned.has(id) || categoryId !== category.id),
      };
    });
    const changed = orders.flatMap(({ category, stories }) => {
      const order = orderChange(stories, category.id);
      return order ? [[category.name, order]] : [];
    });
    const arranged = orders.flatMap(({ category, stories }) =>
      arrangeBoard(category, stories, categories).map((placed) => ({
        ...placed,
        moves: placed.story.categoryId !== category.id,
      })),
    );
    const touched = arranged.flatMap(({ story, change }) => [story.categoryId, change.categoryId]);
    await requireEditorOf({ ...ctx, db: tx }, touched);
    const moved = arranged.flatMap(({ story, moves }) => (moves ? [story.id] : []));
    const before = await listStoriesById(tx, moved);
    await recordStateBefore(tx, moved);
    // The position on the board is not part of a story, so it changes neither `version` nor `updatedAt`.
    for (const { story, change, moves } of arranged)
      if (moves) await updateStory(tx, story.id, story.version, { ...change, updatedAt: ctx.now() });
      else await setBoardTime(tx, story.id, change.boardAt);
    await recordChange(ctx, tx, moved, before);
    await sendPublication(ctx, tx, moved);
    if (changed.length)
      await recordAuditEvent(ctx, tx, {
        action: 'board.arranged',
        subject: 'board',
        details: Object.fromEntries(changed),
      });
  });
  ctx.log.info({ actor: requireUser(ctx).userId, sections: sections.length }, 'board arranged');
}

export type SavedSection = { category: string; ids: number[]; before?: number[] | undefined };

// "12 7 → 7 12", the ids of a section's stories before and after, for the audit log; undefined without a change.
export function orderChange(arranged: readonly Story[], categoryId: number): string | undefined {
  const idsOf = (list: readonly Story[]) => list.map(({ id }) => id).join(' ');
  const before = arranged
    .filter((story) => story.categoryId === categoryId)
    .toSorted((a, b) => b.boardAt.getTime() - a.boardAt.getTime() || b.id - a.id);
  return idsOf(before) === idsOf(arranged) ? undefined : `${idsOf(before)} → ${idsOf(arranged)}`;
}
