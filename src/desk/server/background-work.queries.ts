import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { deadLetters } from '#src/platform/jobs/job-queue.ts';

// The queue's own table; pg-boss has no calls for these lists.
const jobs = sql`jobs.job`;
const ms = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

const list = async <Row>(db: Db, query: ReturnType<typeof sql>): Promise<Row[]> =>
  (await db.execute(query)).rows as Row[]; // the columns that the query selects

interface RunningRow {
  id: string;
  kind: string;
  started_ms: number;
  tries: number;
  progress: { done: number; total: number } | null;
}

/** Running jobs, the oldest first. */
export const listRunning = (db: Db, kinds: string[], limit: number): Promise<RunningRow[]> =>
  list(
    db,
    sql`SELECT id, name AS kind, ${ms('started_on')} AS started_ms, retry_count + 1 AS tries, output -> 'progress' AS progress
      FROM ${jobs} WHERE state = 'active' AND name IN ${kinds} ORDER BY started_on, id LIMIT ${limit}`,
  );

interface WaitingRow {
  kind: string;
  count: number;
  failed_before: number;
  later: number;
  oldest_ms: number | null;
}

/** Waiting jobs by kind, the kind that has waited longest first. */
export const countWaiting = (db: Db, kinds: string[]): Promise<WaitingRow[]> =>
  list(
    db,
    sql`SELECT name AS kind,
        count(*) FILTER (WHERE state = 'retry' OR start_after <= now())::integer AS count,
        count(*) FILTER (WHERE state = 'retry')::integer AS failed_before,
        count(*) FILTER (WHERE state = 'created' AND start_after > now())::integer AS later,
        ${ms("min(CASE WHEN state = 'retry' THEN started_on WHEN start_after <= now() THEN start_after END)")} AS oldest_ms
      FROM ${jobs} WHERE state IN ('created', 'retry') AND name IN ${kinds} GROUP BY name ORDER BY oldest_ms NULLS LAST, name`,
  );

interface FailedRow {
  id: string;
  kind: string;
  /** How many there are of its kind. */
  count: number;
  failed_ms: number;
  tries: number;
  reason: unknown;
}

const isFailed = sql`name = ${deadLetters} AND state = 'created'`;

/** The newest failed jobs of each kind, the kind of the newest first. */
export const listFailed = (db: Db, kinds: string[], ofEach: number): Promise<FailedRow[]> =>
  list(
    db,
    sql`SELECT id, kind, count, failed_ms, tries, reason FROM (
        SELECT id, source_name AS kind, ${ms('created_on')} AS failed_ms, source_retry_count + 1 AS tries, source_output AS reason,
          (count(*) OVER same)::integer AS count, max(created_on) OVER same AS newest,
          row_number() OVER (PARTITION BY source_name ORDER BY created_on DESC, id) AS place
        FROM ${jobs} WHERE ${isFailed} AND source_name IN ${kinds}
        WINDOW same AS (PARTITION BY source_name)
      ) AS failed WHERE place <= ${ofEach} ORDER BY newest DESC, kind, place`,
  );

/** The kind of a failed job. */
export const findFailedKind = async (db: Db, id: string): Promise<string | undefined> =>
  (await list<{ kind: string }>(db, sql`SELECT source_name AS kind FROM ${jobs} WHERE ${isFailed} AND id = ${id}`))[0]
    ?.kind;

/** Deletes failed jobs of a kind with the same data as a newer one, such as all runs of a schedule but the last. */
export const deleteRepeatedFailures = async (tx: Db, kind: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM ${jobs} WHERE name = ${deadLetters} AND id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY data ORDER BY created_on DESC, id) AS place
      FROM ${jobs} WHERE ${isFailed} AND source_name = ${kind}
    ) AS failed WHERE place > 1)`);
};
