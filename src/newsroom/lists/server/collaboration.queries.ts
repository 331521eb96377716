import { and, asc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { storyAssignments, storyComments, storyPresence } from '#src/news/schema/server/collaboration.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';

export const createComment = async (db: Db, comment: typeof storyComments.$inferInsert): Promise<void> => {
  await db.insert(storyComments).values(comment);
};

/** The comments of a story, oldest first. */
export const listComments = (db: Db, storyId: number, limit: number) =>
  db.select().from(storyComments).where(eq(storyComments.storyId, storyId)).orderBy(asc(storyComments.id)).limit(limit);

export const saveAssignment = async (db: Db, assignment: typeof storyAssignments.$inferInsert): Promise<void> => {
  const { assigneeId, dueAt } = assignment;
  await db
    .insert(storyAssignments)
    .values(assignment)
    .onConflictDoUpdate({ target: storyAssignments.storyId, set: { assigneeId, dueAt } });
};

/** How many stories that are not public are assigned to a user. */
export const countAssigned = async (db: Db, userId: number): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(storyAssignments)
    .innerJoin(stories, eq(stories.id, storyAssignments.storyId))
    .where(
      and(eq(storyAssignments.assigneeId, userId), isNull(stories.deletedAt), sql`${stories.status} <> 'published'`),
    );
  return row?.count ?? 0;
};

/** Records that a user has a story open, and deletes the outdated rows of the story. */
export async function savePresence(db: Db, storyId: number, userId: number, at: Date, since: Date): Promise<void> {
  await db.delete(storyPresence).where(and(eq(storyPresence.storyId, storyId), lt(storyPresence.at, since)));
  await db
    .insert(storyPresence)
    .values({ storyId, userId, at })
    .onConflictDoUpdate({ target: [storyPresence.storyId, storyPresence.userId], set: { at } });
}

/** The other users who have a story open. */
export const listPresent = (db: Db, storyId: number, butOf: number, limit: number) =>
  db
    .select({ id: users.id, name: users.name })
    .from(storyPresence)
    .innerJoin(users, eq(users.id, storyPresence.userId))
    .where(and(eq(storyPresence.storyId, storyId), ne(storyPresence.userId, butOf)))
    .orderBy(users.name, users.id)
    .limit(limit);
