import { eq } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { storyAssignments } from '#src/news/schema/server/collaboration.tables.ts';
import type { Db } from '#src/platform/database/db.ts';

/** Assignee and due time of a story. */
export const findAssignment = async (db: Db, storyId: number) =>
  (
    await db
      .select({ dueAt: storyAssignments.dueAt, assignee: { id: users.id, name: users.name } })
      .from(storyAssignments)
      .leftJoin(users, eq(users.id, storyAssignments.assigneeId))
      .where(eq(storyAssignments.storyId, storyId))
  )[0];
