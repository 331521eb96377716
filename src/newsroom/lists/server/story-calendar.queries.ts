import { and, asc, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { categories } from '#src/news/schema/server/categories.tables.ts';
import { storyAssignments } from '#src/news/schema/server/collaboration.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { idIn, isNotDeleted, isOwn, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';

/** The given stories that are not in the trash; with `ownBy`, of the unpublished ones only those of this user. */
export const listVisibleIds = async (db: Db, ids: number[], ownBy: number | undefined): Promise<number[]> =>
  (
    await db
      .select({ id: stories.id })
      .from(stories)
      .where(and(idIn(ids), isNotDeleted, ownBy === undefined ? undefined : or(isPublic, isOwn(ownBy))))
  ).map(({ id }) => id);

/** When a story is in the calendar: its publication, or the time when it is due. */
const at = sql<Date | string | null>`CASE WHEN ${stories.status} = 'published' THEN ${stories.createdAt}
  WHEN ${stories.status} = 'scheduled' THEN ${stories.publishAt} ELSE ${storyAssignments.dueAt} END`;

/**
 * Stories that were or will be published between two instants, and unpublished ones that are due between them. With
 * `ownBy`, of the unpublished ones only those of this user.
 */
export const listForCalendar = (
  db: Db,
  { from, before, ownBy }: { from: Date; before: Date; ownBy: number | undefined },
  limit: number,
) => {
  const within = (column: Parameters<typeof gte>[0]) => and(gte(column, from), lt(column, before));
  const planned = sql`${stories.status} <> 'published'`;
  const between = sql`BETWEEN ${from.toISOString()}::timestamptz AND ${before.toISOString()}::timestamptz`;
  // By an array of ids from index scans: an OR of conditions on two tables would read all stories.
  const found = sql`${stories.id} = ANY(ARRAY(
    SELECT id FROM stories WHERE status = 'published' AND deleted_at IS NULL AND created_at ${between} UNION ALL
    SELECT id FROM stories WHERE status = 'scheduled' AND publish_at ${between} UNION ALL
    SELECT story_id FROM story_assignments WHERE due_at ${between}))`;
  return db
    .select({
      id: stories.id,
      title: stories.title,
      status: stories.status,
      version: stories.version,
      language: stories.language,
      author: stories.author,
      category: categories.name,
      createdAt: stories.createdAt,
      publishAt: stories.publishAt,
      dueAt: storyAssignments.dueAt,
      assigneeId: users.id,
      assignee: users.name,
    })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(storyAssignments, eq(storyAssignments.storyId, stories.id))
    .leftJoin(users, eq(users.id, storyAssignments.assigneeId))
    .where(
      and(
        found,
        isNotDeleted,
        or(
          and(sql`${stories.status} = 'published'`, within(stories.createdAt)),
          and(
            planned,
            or(
              and(isNotNull(stories.publishAt), within(stories.publishAt)),
              and(sql`${stories.status} <> 'scheduled'`, within(storyAssignments.dueAt)),
            ),
            ownBy === undefined ? undefined : isOwn(ownBy),
          ),
        ),
      ),
    )
    .orderBy(asc(at), asc(stories.id))
    .limit(limit);
};
