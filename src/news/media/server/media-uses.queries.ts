// The stories that use a picture or a file of the media library.
import { and, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { isNotDeleted, isOwn, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Position } from '#src/platform/database/cursors.ts';
import type { Db } from '#src/platform/database/db.ts';
import { guardedStatuses } from '../media.rules.ts';

/** Condition: stories that use a picture, as the lead or in the text. */
export const usesPicture = (id: number | SQLWrapper): SQL =>
  sql`(${stories.pictureId} = ${id} OR ${stories.pictureIds} @> ARRAY[${id}]::integer[])`;

/** Condition: stories that use a video or audio file, in the text. */
export const usesFile = (id: number | SQLWrapper): SQL => sql`${stories.fileIds} @> ARRAY[${id}]::integer[]`;

/** Condition: there is a story with these conditions, such as that it uses an item. */
export const hasStory = (...conditions: SQL[]): SQL => sql`EXISTS (SELECT FROM ${stories} WHERE ${and(...conditions)})`;

const isGuarded = sql`${stories.status} IN ${guardedStatuses} AND ${isNotDeleted}`;

/** Columns of an item by the stories that use it. */
export const usageColumns = (uses: SQL) => ({
  isPublic: sql<boolean>`${hasStory(uses, isPublic)}`,
  /** Categories of the stories that let only editors change the item; empty if there are none. */
  guardedIn: sql<(number | null)[]>`ARRAY(
    SELECT DISTINCT ${stories.categoryId} FROM ${stories} WHERE ${uses} AND ${isGuarded})`,
});

/** Condition: items after a position in the list of the newest. */
export const isAfter = ({ createdAt, id }: { createdAt: PgColumn; id: PgColumn }, after: Position | undefined) =>
  after && sql`(${createdAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::integer)`;

/** Which stories someone sees: `all` with those in the trash; of a user, the public ones and those that are his. */
export type SeenStories = 'all' | 'notDeleted' | { userId: number };

const isSeen = (seen: SeenStories) => {
  if (seen === 'all') return undefined;
  return seen === 'notDeleted' ? isNotDeleted : sql`${isNotDeleted} AND (${isPublic} OR ${isOwn(seen.userId)})`;
};

/** The newest of the stories that use an item and that someone sees. */
export const listUses = (db: Db, uses: SQL, seen: SeenStories, limit: number) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      status: stories.status,
      deletedAt: stories.deletedAt,
      pictureId: stories.pictureId,
    })
    .from(stories)
    .where(and(uses, isSeen(seen)))
    .orderBy(desc(stories.id))
    .limit(limit);

/** How many stories use an item, also in the trash. */
export const countUses = (db: Db, uses: SQL): Promise<number> => db.$count(stories, uses);

/** Whether a public story shows an item. */
export async function isShown(db: Db, uses: SQL): Promise<boolean> {
  const shown = db.select({ id: stories.id }).from(stories).where(and(isPublic, uses));
  return (await shown.limit(1)).length > 0;
}
