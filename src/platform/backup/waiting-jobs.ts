// pg-boss makes its schema itself, and another version of it makes another one. So a backup holds what a job is: its
// name, its data and when it may run. The restored site's pg-boss stores them as new jobs. Those that were running are
// among them: they may run twice, as after a crash. Finished jobs are not, nor those that have failed permanently, nor
// schedules: a start makes the schedules.
import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { Db } from '../database/db.ts';
import { deadLetters, type JobQueue } from '../jobs/job-queue.ts';

export const WaitingJob = z.strictObject({
  name: z.string(),
  data: z.looseObject({}),
  /** Absent if it was due. */
  startAfter: z.iso.datetime().exactOptional(),
});
export type WaitingJob = z.infer<typeof WaitingJob>;

const batchSize = 500;

/** Reads the jobs that have not ended, in the client's transaction. */
export async function* listWaitingJobs(client: ClientBase): AsyncGenerator<WaitingJob> {
  const { rows: found } = await client.query("SELECT to_regclass('jobs.job') IS NOT NULL AS is_there");
  if (!found[0].is_there) return;
  await client.query(`
    DECLARE waiting_jobs CURSOR FOR SELECT name, data, CASE WHEN start_after > now() THEN start_after END AS start_after
    FROM jobs.job WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_pgboss%' AND name <> '${deadLetters}'
    ORDER BY name, start_after, id`);
  for (;;) {
    const { rows } = await client.query<{ name: string; data: WaitingJob['data'] | null; start_after: Date | null }>(
      `FETCH ${batchSize} FROM waiting_jobs`,
    );
    for (const { name, data, start_after } of rows)
      yield { name, data: data ?? {}, ...(start_after && { startAfter: start_after.toISOString() }) };
    if (rows.length < batchSize) return;
  }
}

/** Stores jobs in the transaction `tx`. Returns how many were left out because this program does not have them. */
export async function restoreJobs(
  queue: JobQueue,
  tx: Db,
  jobs: AsyncIterable<WaitingJob>,
  names: ReadonlySet<string>,
): Promise<number> {
  let unknown = 0;
  let batch: WaitingJob[] = [];
  const send = async () => {
    const [first] = batch;
    const data = batch.map((job) => job.data);
    batch = [];
    if (!first) return;
    const job = { name: first.name, run: async () => {} };
    await queue.sendAll(job, data, tx, first.startAfter ? new Date(first.startAfter) : undefined);
  };
  for await (const job of jobs) {
    if (!names.has(job.name)) {
      unknown += 1;
      continue;
    }
    const [first] = batch;
    const isAlike = first?.name === job.name && first.startAfter === job.startAfter;
    if (!isAlike || batch.length === batchSize) await send();
    batch.push(job);
  }
  await send();
  return unknown;
}
