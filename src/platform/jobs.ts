import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import type { Context } from './context.ts';
import type { Db } from './db.ts';

/** Work that is done after the answer. It may run twice (after a crash) and must then do no harm. */
export interface Job<T extends object> {
  name: string;
  run(ctx: Context, data: T): Promise<void>;
  /** Runs also at these times (cron, UTC), with `{}` as its data. */
  cron?: string;
  /** How often a failed run is tried again, with growing pauses. Default 5. */
  retries?: number;
  /** How long a run may take before it counts as failed. Default 900. */
  expireSeconds?: number;
  /**
   * How late a job may begin that was sent for a later instant, or that is tried again: the queue is only asked for these,
   * since NOTIFY comes when they are stored. Default 30; jobs for now begin once this process has ended the ones before.
   */
  lateSeconds?: number;
}

export interface SendOptions {
  /** The transaction to send in: without its commit there is no job. */
  within?: Db;
  /** Not before this instant. */
  after?: Date;
}

export interface Jobs {
  send<T extends object>(job: Job<T>, data: T, options?: SendOptions): Promise<void>;
  /** The same for many at once, in one statement. */
  sendAll<T extends object>(job: Job<T>, data: T[], within: Db, after?: Date): Promise<void>;
  /** Throws when the queue cannot be reached. */
  check(): Promise<void>;
}

/** The queue in our own database, and the workers of this process. */
export interface JobRunner extends Jobs {
  /** Begins to work; `contextFor` builds what each run gets. */
  work(contextFor: (job: string) => Context): Promise<void>;
  /** Lets running jobs finish (20 s at most), then closes. */
  stop(): Promise<void>;
}

// A batch that has been fetched is this process's own; a small one keeps the others busy too.
const batchSize = 3;

// Jobs of a process that was killed are given to another after this long without a sign of life.
const heartbeatSeconds = 30;

/** Opens the queue (its own schema, `jobs`), ready to send these jobs. */
export async function openJobs(url: string, jobs: Job<never>[], onError: (error: Error) => void): Promise<JobRunner> {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', max: 4, useListenNotify: true });
  let stopping = false;
  boss.on('error', (error) => {
    if (!stopping) onError(error); // a connection that is being closed may be closed by the other side first
  });
  await boss.start();
  for (const { name, retries = 5, expireSeconds = 900 } of jobs) {
    const queue = {
      retryLimit: retries,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      heartbeatSeconds,
      notify: true,
    };
    if (await boss.getQueue(name)) await boss.updateQueue(name, queue);
    else await boss.createQueue(name, queue);
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
          data.map((one) => ({ data: one, ...(after && { startAfter: after }) })),
          { db: fromDrizzle(within, sql) },
        );
    },
    async check() {
      if ((await boss.schemaVersion()) === null) throw new Error('The queue has not been set up');
    },
    async work(contextFor) {
      for (const { name, run, cron, lateSeconds = 30 } of jobs) {
        const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: lateSeconds };
        // A full batch is followed by the next at once, so that a backlog is worked off without pauses.
        const batches = { batchSize, burstWhenBatchFull: true, perJobResults: true } as const;
        // One job's failure is its own: the rest of its batch goes on.
        const runOne = async (id: string, data: object): Promise<JobResult> => {
          const ctx = contextFor(name);
          try {
            await run(ctx, data as never); // sent by send(), which knows the job's type
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
