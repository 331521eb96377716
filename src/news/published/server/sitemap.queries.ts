import { desc, sql } from 'drizzle-orm';
import { storyChangedAt } from '#src/news/live/server/live.queries.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';

// Parts are ranges of ids: a part never exceeds its size, and a story always stays in the same part.
const partOf = (part: number, size: number) =>
  sql`${stories.id} >= ${part * size} AND ${stories.id} < ${(part + 1) * size}`;

/** Parts, of `size` ids each, that contain a public story. */
export async function listStoryParts(db: Db, size: number): Promise<number[]> {
  // By a value instead of EXISTS, from which PostgreSQL removes order and limit: it would search another index for each part.
  const { rows } = await db.execute<{ part: number }>(
    sql`SELECT part FROM generate_series(0, (SELECT coalesce(max(${stories.id}), 0) / ${size}::integer FROM ${stories})) AS part
      WHERE (SELECT ${stories.id} FROM ${stories} WHERE ${stories.id} >= part * ${size}::integer
        AND ${stories.id} < (part + 1) * ${size}::integer AND ${isPublic} ORDER BY ${stories.id} LIMIT 1) IS NOT NULL`,
  );
  return rows.map(({ part }) => part);
}

export const listStoryAddresses = (db: Db, part: number, size: number) =>
  db
    .select({ id: stories.id, updatedAt: storyChangedAt })
    .from(stories)
    .where(sql`${partOf(part, size)} AND ${isPublic}`)
    .orderBy(stories.id);

/** Public stories published since an instant, newest first. */
export const listNewsAddresses = (db: Db, since: Date, limit: number) =>
  db
    .select({ id: stories.id, title: stories.title, language: stories.language, createdAt: stories.createdAt })
    .from(stories)
    .where(sql`${isPublic} AND ${stories.createdAt} >= ${since.toISOString()}::timestamptz`)
    .orderBy(desc(stories.createdAt), desc(stories.id))
    .limit(limit);
