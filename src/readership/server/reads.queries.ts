import { gte, lt, sql } from 'drizzle-orm';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { timeZone } from '#src/rules/calendar.rules.ts';
import type { ReadSource } from '../readership.rules.ts';
import { hourlyReads, newsletterReads, readSource, storyReads } from './readership.tables.ts';

/** Reads of a story within an hour that came from one kind of source. */
export interface ReadCount {
  storyId: number;
  /** Its beginning. */
  hour: Date;
  language: string;
  source: ReadSource;
  /** Whose link opened the page; 0 for none. */
  newsletter: number;
  reads: number;
  half: number;
  whole: number;
}

/** Adds counts to those that are stored, in one statement. Reads of stories that do not exist are left out. */
export async function addReads(db: Db, counts: readonly ReadCount[]): Promise<void> {
  const rows = JSON.stringify(counts.map(({ hour, ...count }) => ({ ...count, hour: hour.toISOString() })));
  // In the order of the keys, so that two nodes that write at once wait for each other instead of failing.
  await db.execute(sql`
    WITH counted AS MATERIALIZED (
      SELECT new.* FROM jsonb_to_recordset(${rows}::jsonb) AS new (
        "storyId" int, hour timestamptz, language text, source ${sql.raw(readSource.enumName)}, newsletter int, reads int, half int, whole int)
      JOIN ${stories} ON ${stories.id} = "storyId"
    ), by_hour AS (
      INSERT INTO ${hourlyReads} (hour, language, reads)
      SELECT hour, language, sum(reads) FROM counted GROUP BY hour, language ORDER BY hour, language
      ON CONFLICT (hour, language) DO UPDATE SET reads = ${hourlyReads.reads} + excluded.reads
    ), by_newsletter AS (
      INSERT INTO ${newsletterReads} (day, newsletter, reads)
      SELECT (hour AT TIME ZONE ${timeZone})::date AS day, newsletter, sum(reads)
      FROM counted WHERE newsletter > 0 GROUP BY day, newsletter ORDER BY day, newsletter
      ON CONFLICT (day, newsletter) DO UPDATE SET reads = ${newsletterReads.reads} + excluded.reads
    )
    INSERT INTO ${storyReads} (day, story_id, language, source, reads, half, whole)
    SELECT (hour AT TIME ZONE ${timeZone})::date AS day, "storyId", language, source, sum(reads), sum(half), sum(whole)
    FROM counted GROUP BY day, "storyId", language, source ORDER BY day, "storyId", language, source
    ON CONFLICT (day, story_id, language, source) DO UPDATE SET reads = ${storyReads.reads} + excluded.reads,
      half = ${storyReads.half} + excluded.half, whole = ${storyReads.whole} + excluded.whole`);
}

/** Reads from a day on that began with a link in a newsletter, by its number and by month, such as "2026-11-01". */
export function sumNewsletterReads(db: Db, from: string) {
  const month = sql<string>`to_char(${newsletterReads.day}, 'YYYY-MM-01')`;
  return db
    .select({ newsletter: newsletterReads.newsletter, month, reads: sql<number>`sum(${newsletterReads.reads})::int` })
    .from(newsletterReads)
    .where(gte(newsletterReads.day, from))
    .groupBy(newsletterReads.newsletter, month);
}

/** Deletes the counts of days before `day` and of hours before `instant`. */
export async function deleteReadsBefore(db: Db, day: string, instant: Date): Promise<void> {
  await db.delete(storyReads).where(lt(storyReads.day, day));
  await db.delete(newsletterReads).where(lt(newsletterReads.day, day));
  await db.delete(hourlyReads).where(lt(hourlyReads.hour, instant));
}
