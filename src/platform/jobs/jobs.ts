import { sql } from 'drizzle-orm';
import { Pool } from 'pg';
import { fromDrizzle, PgBoss, type Queue, type Db as QueueDatabase } from 'pg-boss';
import type { TextKey } from '#src/messages/catalogue.ts';
import { timeZone } from '#src/rules/calendar.rules.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { DatabaseClient } from '../database/database-hosts.ts';
import { openPubSub } from '../database/pub-sub.ts';
import { deadLetterDays, deadLetters, type JobQueue, type RunningJob } from './job-queue.ts';
import { type Attempt, type AttemptStore, openJobRuns } from './job-runs.ts';

/** A background job. It must be idempotent, because it may run twice after a crash. */
export interface Job<T extends object> {
  name: string;
  /** What it does, for administrators. */
  title: TextKey;
  run(ctx: Context, data: T): Promise<void>;
  /** Also runs on this schedule (cron, UTC), with `{}` as its data. */
  cron?: string;
  /** Also runs every day at this time in India, such as 02:15, with `{}` as its data. */
  dailyAt?(config: Config): string;
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
  /** Starts the workers; `contextFor` builds the context of each run. `config` is of the schedules. */
  work(config: Config, contextFor: (name: string, job: RunningJob) => Context): Promise<void>;
  /** Lets running jobs finish for a while, returns the others to the queue, then closes. */
  stop(): Promise<void>;
}

/** How long jobs may take at a shutdown, in ms. */
export interface StopTimes {
  /** To finish. */
  finishMs: number;
  /** To end without result, once interrupted. */
  settleMs: number;
}

// Without a heartbeat for this long, a job is taken from its process, which was killed, and given to another.
const heartbeatSeconds = 30;

const daySeconds = 24 * 60 * 60;
// Finished jobs are of no use, and their data may be personal.
const finishedSeconds = daySeconds;
// pg-boss ends a job that has ignored its expiry for this long, but leaves the work running, so our expiry comes first.
const ignoredSeconds = 60;

/** Opens the queue, which is in the schema `jobs`, ready to send these jobs. */
export async function openJobs(
  url: string,
  jobs: Job<never>[],
  onError: (error: Error) => void,
  { finishMs, settleMs }: StopTimes = { finishMs: 20_000, settleMs: 5_000 },
): Promise<JobRunner> {
  let stopping = false;
  const reportError = (error: Error) => {
    if (!stopping) onError(error); // while stopping, the server may close a connection first
  };
  const database = openQueueDatabase(url, reportError);
  const boss = new PgBoss({ db: database, schema: 'jobs', useListenNotify: true });
  boss.on('error', reportError);
  await boss.start();
  await createQueues(boss, jobs);
  const runs = openJobRuns(attemptStore(boss, onError));
  const workers = new Map<string, string>(); // ids by the name of the job
  const wake = (name: string) => boss.notifyWorker(workers.get(name) ?? '');
  return {
    titles: new Map(jobs.map(({ name, title }) => [name, title])),
    async send({ name }, data, { within, after, delaySeconds } = {}) {
      await boss.send(name, data, {
        ...(within && { db: fromDrizzle(within, sql) }),
        ...((after ?? delaySeconds) && { startAfter: after ?? delaySeconds }),
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
    retryFailed: (failed, within) =>
      boss.redrive(deadLetters, {
        ...('id' in failed ? { ids: [failed.id] } : { sourceName: failed.kind }),
        db: fromDrizzle(within, sql),
      }),
    wake,
    async check() {
      if ((await boss.schemaVersion()) === null) throw new Error('The queue has not been set up');
    },
    async work(config, contextFor) {
      for (const { name, run, cron, dailyAt, expireSeconds = 900, lateSeconds = 30 } of jobs) {
        // One job at a time: the expiry of a batch would count from its start for all of its jobs (decision 152).
        const options = {
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: lateSeconds,
          batchSize: 1,
          perJobResults: true,
        } as const;
        // send() has checked the type of the data
        const how = { run: run as (ctx: Context, data: object) => Promise<void>, expireSeconds, contextFor, settleMs };
        const worker = await boss.work<object>(name, options, async (batch) => {
          wake(name); // the next job starts at once
          return Promise.all(batch.map((attempt) => runs.run(attempt, how)));
        });
        workers.set(name, worker);
        if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
        if (dailyAt) {
          const [hour, minute] = dailyAt(config).split(':');
          await boss.schedule(name, `${minute} ${hour} * * *`, {}, { tz: timeZone });
        }
      }
    },
    async stop() {
      stopping = true;
      const interrupt = setTimeout(() => runs.interrupt(), finishMs);
      // The additional time is for the queries that return the jobs.
      await boss.stop({ graceful: true, timeout: finishMs + settleMs + 5_000 });
      clearTimeout(interrupt);
      await database.close();
    },
  };
}

const applicationName = 'news-wing jobs';

/** Connections of the queue's own, since the one that pg-boss listens on would not find another host: decision 154. */
function openQueueDatabase(url: string, onError: (error: Error) => void) {
  const pool = new Pool({
    connectionString: url,
    Client: DatabaseClient,
    max: 4,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
  });
  pool.on('error', onError);
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const pubSub = await openPubSub(url, onError, applicationName);
      await pubSub.subscribe(channel, (message) => (message === undefined ? onReconnect() : onNotification(message)));
      onReconnect();
      return pubSub;
    },
    close: () => pool.end(),
  } satisfies QueueDatabase & { close(): Promise<void> };
}

/** Creates or updates the queue of each job. */
async function createQueues(boss: PgBoss, jobs: Job<never>[]) {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const ensure = async (name: string, options: Omit<Queue, 'name'>) => {
    const stored = existing.get(name);
    if (!stored) await boss.createQueue(name, options);
    else if (Object.entries(options).some(([option, value]) => stored[option as keyof typeof options] !== value))
      await boss.updateQueue(name, options);
  };
  await ensure(deadLetters, { retentionSeconds: deadLetterDays * daySeconds });
  for (const { name, retries = 5, expireSeconds = 900 } of jobs)
    await ensure(name, {
      retryLimit: retries,
      retryBackoff: true,
      expireInSeconds: expireSeconds + ignoredSeconds,
      heartbeatSeconds,
      deleteAfterSeconds: finishedSeconds,
      deadLetter: deadLetters,
      notify: true,
    });
}

function attemptStore(boss: PgBoss, onError: (error: Error) => void): AttemptStore {
  // pg-boss has no calls for these two.
  const update = (set: string, { name, id, retryCount }: Attempt, values: unknown[] = []) =>
    boss
      .getDb()
      .executeSql(`UPDATE jobs.job SET ${set} WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`, [
        name,
        id,
        retryCount,
        ...values,
      ]);
  return {
    async saveProgress(attempt, progress) {
      // The result of a run replaces it.
      const set = `output = jsonb_build_object('progress', $4::jsonb)`;
      await update(set, attempt, [JSON.stringify(progress)]).catch(onError);
    },
    async complete(attempt, tx) {
      const response = await boss.complete(attempt.name, attempt, undefined, { db: fromDrizzle(tx, sql) });
      return (response as { affected: number }).affected === 1; // not in the library's type
    },
    async returnToQueue(attempt) {
      await update(`state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = NULL`, attempt);
    },
  };
}
