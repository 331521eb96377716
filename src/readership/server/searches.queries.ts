import { asc, desc, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { zeroResultSearches } from './readership.tables.ts';

export type SearchCount = typeof zeroResultSearches.$inferSelect;

/** Adds counts to those that are stored, in one statement. */
export async function addSearches(db: Db, counts: readonly SearchCount[]): Promise<void> {
  // In the order of the keys, so that two nodes that write at once wait for each other instead of failing.
  await db.execute(sql`
    INSERT INTO ${zeroResultSearches} (day, language, words, searches)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS new (day date, language text, words text, searches int)
    ORDER BY day, language, words
    ON CONFLICT (day, language, words) DO UPDATE SET searches = ${zeroResultSearches.searches} + excluded.searches`);
}

const searches = sql<number>`sum(${zeroResultSearches.searches})::int`;

/** Words that were searched `fewest` times or more from `day` on, most first. */
export const listSearches = (db: Db, day: string, fewest: number, limit: number) =>
  db
    .select({ words: zeroResultSearches.words, language: zeroResultSearches.language, searches })
    .from(zeroResultSearches)
    .where(gte(zeroResultSearches.day, day))
    .groupBy(zeroResultSearches.words, zeroResultSearches.language)
    .having(gte(searches, fewest))
    .orderBy(desc(searches), asc(zeroResultSearches.words), asc(zeroResultSearches.language))
    .limit(limit);

export async function deleteSearchesBefore(db: Db, day: string): Promise<void> {
  await db.delete(zeroResultSearches).where(lt(zeroResultSearches.day, day));
}
