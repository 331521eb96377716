import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { categories } from '#src/news/schema/server/categories.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { assignments } from './assignments.tables.ts';

export type AssignmentValues = Omit<typeof assignments.$inferInsert, 'id' | 'version' | 'createdAt' | 'createdBy'>;

const creators = alias(users, 'creators');
const isLive = isNull(stories.deletedAt);

const selected = (db: Db) =>
  db
    .select({
      assignment: assignments,
      category: categories.name,
      assignee: users.name,
      creator: creators.name,
      story: { id: stories.id, title: stories.title, status: stories.status },
    })
    .from(assignments)
    .leftJoin(categories, eq(categories.id, assignments.categoryId))
    .leftJoin(users, eq(users.id, assignments.assigneeId))
    .leftJoin(creators, eq(creators.id, assignments.createdBy))
    .leftJoin(stories, and(eq(stories.id, assignments.storyId), isLive));
export type AssignmentRow = Awaited<ReturnType<typeof selected>>[number];

const pending = inArray(assignments.state, ['open', 'doing']);

/** Assignments that are due between two instants. */
export const listDue = (db: Db, { from, before }: { from: Date; before: Date }, limit: number) =>
  selected(db)
    .where(and(gte(assignments.dueAt, from), lt(assignments.dueAt, before)))
    .orderBy(asc(assignments.dueAt), asc(assignments.id))
    .limit(limit);

/** Pending assignments without a due time, the oldest first. */
export const listUndated = (db: Db, limit: number) =>
  selected(db)
    .where(and(isNull(assignments.dueAt), pending))
    .orderBy(asc(assignments.id))
    .limit(limit);

/** All assignments that a user has or has created, the newest last. */
export const listAssignmentsOf = (db: Db, userId: number) =>
  db
    .select()
    .from(assignments)
    .where(or(eq(assignments.assigneeId, userId), eq(assignments.createdBy, userId)))
    .orderBy(asc(assignments.id));

/** How many assignments without a story wait for a user. */
export const countPending = (db: Db, userId: number): Promise<number> =>
  db.$count(assignments, and(eq(assignments.assigneeId, userId), isNull(assignments.storyId), pending));

/** Removes a user from his assignments and from those that he has created. */
export async function removeUser(db: Db, userId: number): Promise<void> {
  const next = sql`${assignments.version} + 1`;
  await db.update(assignments).set({ assigneeId: null, version: next }).where(eq(assignments.assigneeId, userId));
  await db.update(assignments).set({ createdBy: null }).where(eq(assignments.createdBy, userId));
}

export const findAssignment = async (db: Db, id: number): Promise<AssignmentRow | undefined> =>
  (await selected(db).where(eq(assignments.id, id)))[0];

/** Locks an assignment until the transaction ends. */
export const lockAssignment = async (tx: Db, id: number) =>
  (await tx.select().from(assignments).where(eq(assignments.id, id)).for('update'))[0];

export async function createAssignment(db: Db, values: typeof assignments.$inferInsert): Promise<number> {
  const [created] = await db.insert(assignments).values(values).returning({ id: assignments.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

export const updateAssignment = async (db: Db, id: number, values: Partial<AssignmentValues>): Promise<void> => {
  await db
    .update(assignments)
    .set({ ...values, version: sql`${assignments.version} + 1` })
    .where(eq(assignments.id, id));
};

export const deleteAssignment = async (db: Db, id: number): Promise<void> => {
  await db.delete(assignments).where(eq(assignments.id, id));
};
