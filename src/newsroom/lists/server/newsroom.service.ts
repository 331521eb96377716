import { newsItem } from '#src/news/stories/server/news-items.service.ts';
import { sendPublication } from '#src/news/stories/server/publication.service.ts';
import { recordChange, recordStateBefore, recordStoryEvents } from '#src/news/stories/server/revisions.service.ts';
import {
  countReady,
  listDeleted,
  listStoriesById,
  listUnpublished,
  lockDeleted,
  restoreStory,
} from '#src/news/stories/server/stories.queries.ts';
import { getStory } from '#src/news/stories/server/stories.service.ts';
import { syncMediaOf } from '#src/news/stories/server/story-media.service.ts';
import { requireChangeable } from '#src/news/stories/server/story-rights.service.ts';
import {
  type NewsItem,
  newsroomListLimit,
  type Trashed,
  trashDays,
  type Unpublished,
} from '#src/news/stories/stories.contract.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';

/** The stories that are not public: reporters get their own, the desk gets all. */
export async function getUnpublished(ctx: Context): Promise<Unpublished[]> {
  const { role, userId } = requireUser(ctx);
  return (await listUnpublished(ctx.db, newsroomListLimit, isAllowed(role, 'desk') ? undefined : userId)).map(newsItem);
}

/** Number of stories that wait for the desk. */
export const countReadyStories = ({ db }: Context): Promise<number> => countReady(db);

export async function getTrash(ctx: Context): Promise<Trashed[]> {
  const rows = await listDeleted(ctx.db, newsroomListLimit);
  return rows.map((row) => {
    const deletedAt = row.story.deletedAt as Date; // the query returns deleted stories only
    const purgedAt = addDays(deletedAt, trashDays);
    return { ...newsItem(row), deleted_at: deletedAt.toISOString(), purged_at: purgedAt.toISOString() };
  });
}

/**
 * Restores a story from the trash. One whose scheduled time has passed returns as a draft, which `unscheduled` reports:
 * nobody has decided to publish it now. Throws `not_found` if it is not in the trash, and `forbidden`.
 */
export async function restore(ctx: Context, id: number): Promise<NewsItem & { unscheduled?: true }> {
  const now = ctx.now();
  const unscheduled = await ctx.db.transaction(async (tx) => {
    const story = await lockDeleted(tx, id);
    if (!story) throw new AppError('not_found', 'news.storyNotFound');
    await requireChangeable({ ...ctx, db: tx }, story);
    const isOverdue = story.publishAt !== null && story.publishAt <= now;
    const before = await listStoriesById(tx, [id]);
    await recordStateBefore(tx, [id]);
    const draft = { status: 'draft', publishAt: null, version: story.version + 1, updatedAt: now } as const;
    await restoreStory(tx, id, isOverdue ? draft : {});
    await recordStoryEvents(ctx, tx, 'restored', [story]);
    await recordChange(ctx, tx, [id], before);
    if (story.status === 'published') await sendPublication(ctx, tx, [id]);
    await syncMediaOf(ctx, tx, [story]);
    return isOverdue;
  });
  ctx.log.info({ actor: requireUser(ctx).userId, story: id }, 'story restored');
  return { ...(await getStory(ctx, id)), ...(unscheduled && { unscheduled }) };
}
