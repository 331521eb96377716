import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';

/** The ids of the sample stories in some languages that are no versions of another one. */
export async function listSampleOriginals(db: Db, languages: string[]): Promise<number[]> {
  const isOriginal = or(isNull(stories.versionGroup), eq(stories.versionGroup, stories.id));
  const rows = await db
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.sample, true), inArray(stories.language, languages), isOriginal));
  return rows.map(({ id }) => id);
}

/** Returns the ids of the deleted stories. */
export async function deleteSampleStories(db: Db): Promise<number[]> {
  const deleted = await db.delete(stories).where(eq(stories.sample, true)).returning({ id: stories.id });
  return deleted.map(({ id }) => id);
}
