import { sql } from 'drizzle-orm';
import { deadLetters } from '#src/platform/jobs/job-queue.ts';
import type { TestSite } from '../site.ts';

interface FailedJob {
  data?: object;
  reason?: object;
  tries?: number;
  hoursAgo?: number;
}

/** Adds a job that has failed permanently, as pg-boss stores it. Returns its id. */
export async function addFailedJob(
  { db }: Pick<TestSite, 'db'>,
  kind: string,
  { data = {}, reason = { code: 'error', message: 'connect ECONNREFUSED' }, tries = 6, hoursAgo = 0 }: FailedJob = {},
): Promise<string> {
  const { rows } = await db.execute(sql`
    INSERT INTO jobs.job (name, data, source_name, source_id, source_retry_count, source_output, created_on, keep_until)
    SELECT ${deadLetters}, ${JSON.stringify(data)}::jsonb, ${kind}, gen_random_uuid(), ${tries - 1}::integer,
      ${JSON.stringify(reason)}::jsonb, at, at + interval '30 days'
    FROM (SELECT now() - make_interval(hours => ${hoursAgo}::integer) AS at) AS failure
    RETURNING id`);
  return String(rows[0]?.id);
}
