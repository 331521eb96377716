import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
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
  /** How late a job that was sent for a later instant may begin. Default 30; jobs for now begin at once. */
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

/** Opens the queue (its own schema, `jobs`), ready to send these jobs. */
export async function openJobs(url: string, jobs: Job<never>[], onError: (error: Error) => void): Promise<JobRunner> {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', max: 4, useListenNotify: true });
  boss.on('error', onError);
  await boss.start();
  for (const { name, retries = 5, expireSeconds = 900 } of jobs) {
    const queue = { retryLimit: retries, retryBackoff: true, expireInSeconds: expireSeconds, notify: true };
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
    async check() {
      if ((await boss.schemaVersion()) === null) throw new Error('The queue has not been set up');
    },
    async work(contextFor) {
      for (const { name, run, cron, lateSeconds = 30 } of jobs) {
        await boss.work(
          name,
          { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: lateSeconds },
          async ([job]) => {
            if (job) await run(contextFor(name), job.data as never); // sent by send(), which knows the job's type
          },
        );
        if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 20_000, close: true }),
  };
}
