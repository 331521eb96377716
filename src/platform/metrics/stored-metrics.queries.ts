import { sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { deadLetters } from '../jobs/job-queue.ts';

/** What metrics read from the database: the same on every node. */
export interface StoredMetrics {
  jobs: JobCounts[];
  /** Unsent mail in the outbox: with a job that will send it, and without, because that was given up. */
  mailWaiting: number;
  mailFailed: number;
  /** Age of the oldest mail that waits, in seconds; 0 if none does. */
  mailOldestSeconds: number;
  databaseBytes: number;
}

export interface JobCounts {
  job: string;
  /** Due and not begun. */
  waiting: number;
  /** How long the oldest of these has been due, in seconds; 0 if there are none. */
  oldestSeconds: number;
  /** Failed permanently, as the page of background work shows them. */
  failed: number;
}

/** Reads all of it in one statement; jobs that neither wait nor have failed are absent. */
export async function readStoredMetrics(db: Db): Promise<StoredMetrics> {
  const { rows } = await db.execute<{ counts: StoredMetrics }>(sql`
    WITH pending AS (
      SELECT name, count(*) AS waiting, extract(epoch FROM now() - min(start_after)) AS seconds
      FROM jobs.job WHERE state < 'active' AND NOT blocked AND start_after <= now() GROUP BY name
    ), failed AS (
      SELECT source_name AS name, count(*) AS failed FROM jobs.job
      WHERE name = ${deadLetters} AND state = 'created' GROUP BY source_name
    ), unsent AS (
      SELECT created_at, id IN (
        SELECT (data->>'mailId')::int FROM jobs.job WHERE name = 'mail.deliver' AND state < 'completed'
      ) AS waits
      FROM outbox WHERE sent_at IS NULL
    )
    SELECT json_build_object(
      'jobs', (SELECT coalesce(json_agg(json_build_object('job', name, 'waiting', coalesce(waiting, 0),
        'oldestSeconds', coalesce(seconds, 0), 'failed', coalesce(failed, 0))), '[]') FROM pending FULL JOIN failed USING (name)),
      'mailWaiting', (SELECT count(*) FROM unsent WHERE waits),
      'mailFailed', (SELECT count(*) FROM unsent WHERE NOT waits),
      'mailOldestSeconds', (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM unsent WHERE waits),
      'databaseBytes', pg_database_size(current_database())
    ) AS counts`);
  const [row] = rows;
  if (!row) throw new Error('The statement returned no row');
  return row.counts;
}
