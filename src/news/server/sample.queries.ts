import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { stories } from './stories.tables.ts';

export async function setSamplePicture(db: Db, ids: number[], pictureId: number): Promise<void> {
  await db
    .update(stories)
    .set({ pictureId })
    .where(and(inArray(stories.id, ids), eq(stories.sample, true), isNull(stories.pictureId)));
}

/** Whether one of these sample stories has no picture. */
export const lacksPicture = async (db: Db, ids: number[]): Promise<boolean> =>
  (await db.$count(stories, and(inArray(stories.id, ids), eq(stories.sample, true), isNull(stories.pictureId)))) > 0;

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

/** The number of sample stories, and of those without a picture. */
export async function countSample(db: Db): Promise<{ all: number; bare: number }> {
  const [counted] = await db
    .select({ all: count(), bare: sql<number>`count(*) FILTER (WHERE ${stories.pictureId} IS NULL)`.mapWith(Number) })
    .from(stories)
    .where(eq(stories.sample, true));
  return counted ?? { all: 0, bare: 0 };
}
