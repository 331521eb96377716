import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import type { Context } from './context.ts';
import type { JobQueue } from './job-queue.ts';

/** A background job. It must be idempotent, because it may run twice after a crash. */
export interface Job<T extends object> {
  name: string;
  run(ctx: Context, data: T): Promise<void>;
  /** Also runs on this schedule (cron, UTC), with `{}` as its data. */
  cron?: string;
  /** Number of retries with exponential backoff. Default 5. */
  retries?: number;
  /** Timeout of a run, in seconds. Default 900. */
  expireSeconds?: number;
  /**
   * Polling interval, and so the maximum delay of a deferred or retried job: NOTIFY is sent when a job is stored, not
   * when it becomes due. Default 30. Immediate jobs start as soon as this process has finished the earlier ones.
   */
  lateSeconds?: number;
}

/** The queue in the site's database, and the workers of this process. */
export interface JobRunner extends JobQueue {
  /** Starts the workers; `contextFor` builds the context of each run. */
  work(contextFor: (job: string) => Context): Promise<void>;
  /** Lets running jobs finish (20 s at most), then closes. */
  stop(): Promise<void>;
}

// Fetched jobs are reserved for this process; a small batch leaves work for the other nodes.
const batchSize = 3;

// Without a heartbeat for this long, a job is taken from its process, which was killed, and given to another.
const heartbeatSeconds = 30;

/** Opens the queue, which is in the schema `jobs`, ready to send these jobs. */
export async function openJobs(url: string, jobs: Job<never>[], onError: (error: Error) => void): Promise<JobRunner> {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', max: 4, useListenNotify: true });
  let stopping = false;
  boss.on('error', (error) => {
    if (!stopping) onError(error); // while stopping, the server may close a connection first
  });
  await boss.start();
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, retries = 5, expireSeconds = 900 } of jobs) {
    const queue = {
      retryLimit: retries,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      heartbeatSeconds,
      notify: true,
    };
    const stored = existing.get(name);
    if (!stored) await boss.createQueue(name, queue);
    else if (Object.entries(queue).some(([option, value]) => stored[option as keyof typeof queue] !== value))
      await boss.updateQueue(name, queue);
  }
  return {
    async send({ name }, data, { within, after } = {}) {
      await boss.send(name, data, {
        ...(within && { db: fromDrizzle(within, sql) }),
        ...(after && { startAfter: after }),
      });
    },
    async sendAll({ name }, data, within, after) {
      if (data.length)
        await boss.insert(
          name,
          data.map((item) => ({ data: item, ...(after && { startAfter: after }) })),
          { db: fromDrizzle(within, sql) },
        );
    },
    async check() {
      if ((await boss.schemaVersion()) === null) throw new Error('The queue has not been set up');
    },
    async work(contextFor) {
      for (const { name, run, cron, lateSeconds = 30 } of jobs) {
        const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: lateSeconds };
        // After a full batch the next one is fetched at once, so a backlog is processed without pauses.
        const batches = { batchSize, burstWhenBatchFull: true, perJobResults: true } as const;
        // The failure of one job does not fail the rest of its batch.
        const runOne = async (id: string, data: object): Promise<JobResult> => {
          const ctx = contextFor(name);
          try {
            await run(ctx, data as never); // send() has checked the type
            return { id, status: 'completed' };
          } catch (error) {
            ctx.log.error({ err: error }, 'job failed');
            return { id, status: 'failed', output: { message: String(error) } };
          }
        };
        await boss.work<object>(name, { ...polling, ...batches }, async (batch) => {
          const results: JobResult[] = [];
          for (const { id, data } of batch) results.push(await runOne(id, data));
          return results;
        });
        if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
      }
    },
    async stop() {
      stopping = true;
      await boss.stop({ graceful: true, timeout: 20_000, close: true });
    },
  };
}
