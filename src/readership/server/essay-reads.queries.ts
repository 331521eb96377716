import { lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { submissions } from '#src/submissions/submission/server/submissions.tables.ts';
import { essayReads } from './readership.tables.ts';

export type EssayCount = typeof essayReads.$inferSelect;

/** Adds counts to those that are stored, in one statement. Those of essays that are not public are left out. */
export async function addEssayReads(db: Db, counts: readonly EssayCount[]): Promise<void> {
  // In the order of the keys, so that two nodes that write at once wait for each other instead of failing.
  await db.execute(sql`
    INSERT INTO ${essayReads} (day, submission_id, reads, half, whole, downloads)
    SELECT new.day, "submissionId", new.reads, new.half, new.whole, new.downloads
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS new (
      day date, "submissionId" int, reads int, half int, whole int, downloads int)
    JOIN ${submissions} ON ${submissions.id} = "submissionId" AND ${submissions.onResearch}
    ORDER BY new.day, "submissionId"
    ON CONFLICT (day, submission_id) DO UPDATE SET reads = ${essayReads.reads} + excluded.reads,
      half = ${essayReads.half} + excluded.half, whole = ${essayReads.whole} + excluded.whole,
      downloads = ${essayReads.downloads} + excluded.downloads`);
}

/** Deletes the counts of days before `day`. */
export async function deleteEssayReadsBefore(db: Db, day: string): Promise<void> {
  await db.delete(essayReads).where(lt(essayReads.day, day));
}
