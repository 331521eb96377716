import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { deadLetters } from '#src/platform/jobs/job-queue.ts';

/** PostgreSQL's version and clock. `number` is such as 180004. */
export async function findServer(db: Db): Promise<{ version: string; number: number; now: Date }> {
  const { rows } = await db.execute<{ version: string; number: number; now: string }>(sql`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now`);
  const { version, number, now } = rows[0] as (typeof rows)[number]; // one row
  return { version, number, now: new Date(now) };
}

/** Whether a table exists: a database may be empty, or without the tables of jobs. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`SELECT to_regclass(${name}) IS NOT NULL AS exists`);
  return rows[0]?.exists ?? false;
}

export interface QueueLength {
  /** Jobs that could run now. */
  waiting: number;
  /** How long the oldest of them has waited. */
  oldestMinutes: number;
  /** Jobs that failed in the last day and are not tried again. */
  failed: number;
}

export async function findQueueLength(db: Db): Promise<QueueLength> {
  const { rows } = await db.execute<{ waiting: number; oldest: number; failed: number }>(sql`
    SELECT count(*) FILTER (WHERE waits)::int AS waiting,
      coalesce(max(extract(epoch FROM now() - start_after)) FILTER (WHERE waits), 0)::float8 AS oldest,
      count(*) FILTER (WHERE state = 'failed' AND completed_on > now() - interval '1 day')::int AS failed
    FROM (SELECT *, state < 'active' AND NOT blocked AND start_after <= now() AS waits FROM jobs.job
      WHERE name <> ${deadLetters}) AS job`);
  const { waiting, oldest, failed } = rows[0] as (typeof rows)[number]; // one row
  return { waiting, oldestMinutes: oldest / 60, failed };
}
