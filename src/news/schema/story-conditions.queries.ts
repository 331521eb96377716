import { eq, or, sql } from 'drizzle-orm';
import { storyAssignments } from './server/collaboration.tables.ts';
import { stories } from './server/stories.tables.ts';

// Literals instead of parameters, so that the planner can use the partial indexes.
export const isPublic = sql`${stories.status} = 'published' AND ${stories.deletedAt} IS NULL`;
export const isNotDeleted = sql`${stories.deletedAt} IS NULL`;
export const idIn = (ids: number[]) => sql`${stories.id} = ANY(${sql.param(ids)}::integer[])`;

/** Stories that a user has written or was given. */
export const isOwn = (userId: number) =>
  or(
    eq(stories.authorId, userId),
    sql`${stories.id} IN (SELECT ${storyAssignments.storyId} FROM ${storyAssignments} WHERE ${storyAssignments.assigneeId} = ${userId})`,
  );
export type Story = typeof stories.$inferSelect;
export type NewStory = typeof stories.$inferInsert;

/** The pictures and files that a story uses. */
export type UsedMedia = Pick<Story, 'pictureId' | 'pictureIds' | 'fileIds'>;
