import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Config } from '#src/platform/config.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { Interrupted } from '#src/platform/errors.ts';
import { deadLetters } from '#src/platform/jobs/job-queue.ts';
import { type Job, type JobRunner, openJobs, type StopTimes } from '#src/platform/jobs/jobs.ts';
import { killedBy } from '#src/platform/workers/pool.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
let url: string;
beforeAll(async () => {
  const { rows } = await site.db.execute('SELECT current_database() AS name');
  url = inject('postgres').replace('DATABASE', String(rows[0]?.name));
});

const opened: JobRunner[] = [];
afterEach(async () => {
  for (const runner of opened.splice(0)) await runner.stop();
  await site.db.execute("DELETE FROM jobs.job WHERE name LIKE 'test.%' OR source_name LIKE 'test.%'");
});

/** Starts a process of its own, which has only these jobs. */
async function openProcess(jobs: Job<never>[], times?: StopTimes, changes: Partial<Config> = {}) {
  const errors: Error[] = [];
  const runner = await openJobs(url, jobs, (error) => errors.push(error), times);
  opened.push(runner);
  const log = pino({ level: 'silent' });
  const { services } = site;
  await runner.work({ ...services.config, ...changes }, (_, job) => ({
    ...services,
    job,
    log,
    workers: killedBy(services.workers, job.signal),
    actor: { role: 'visitor' },
    address: '',
    language: 'en',
    text: translator('en'),
  }));
  return { runner, errors };
}

const title = 'jobs.deliverMail';

const stored = async (name: string) =>
  (
    await site.db.execute(sql`
      SELECT data, state, retry_count, retry_limit, output, start_after <= now() AS due FROM jobs.job
      WHERE name = ${name} ORDER BY created_on, data->>'n'`)
  ).rows;
const failed = async (name: string) =>
  (
    await site.db.execute(sql`
      SELECT data, source_output, source_retry_count FROM jobs.job
      WHERE name = ${deadLetters} AND source_name = ${name} ORDER BY data->>'n'`)
  ).rows;

/** Never ends by itself; fails as soon as it is to end. */
const untilEnded = async ({ job }: Context) => {
  if (job && !job.signal.aborted) await once(job.signal, 'abort');
  throw new Error('ended from outside');
};

describe('each job has an expiry of its own', () => {
  test('one that expires or fails for good leaves those that were taken with it finished', async () => {
    const mixed: Job<{ n: number }> = {
      name: 'test.mixed',
      title,
      retries: 0,
      expireSeconds: 1,
      async run(ctx, { n }) {
        if (n === 2) await untilEnded(ctx);
        if (n === 4) throw new Error('550 <asha@readers.test>: no such user\nparams: Asha');
      },
    };
    const { runner, errors } = await openProcess([mixed]);
    await site.db.transaction((tx) => runner.sendAll(mixed, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }], tx));
    const states = async () => (await stored(mixed.name)).map(({ state }) => state);
    await expect.poll(states).toEqual(['completed', 'failed', 'completed', 'failed', 'completed']);
    expect(await failed(mixed.name)).toEqual([
      { data: { n: 2 }, source_retry_count: 0, source_output: { code: 'expired', message: 'It took longer than 1 s' } },
      { data: { n: 4 }, source_retry_count: 0, source_output: { code: 'error', message: '550 …: no such user' } },
    ]);
    expect(errors).toEqual([]);
  });

  test('its tasks in the worker pool are killed', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const size = { width: 1200, height: 900, channels: 3 as const, background: 'black' };
    const widths = Array.from({ length: 100 }, (_, n) => 1200 - n);
    const original = await sharp({ create: { ...size, noise } })
      .jpeg()
      .toBuffer();
    const ends: unknown[] = [];
    const decode: Job<object> = {
      name: 'test.decode',
      title,
      retries: 0,
      expireSeconds: 1,
      async run({ workers }) {
        const options = { priority: 'preparation', share: 'test' } as const;
        // A hundred pictures take more than half a minute.
        const task = workers.run('shrinkPicture', { original, widths }, options);
        await task.catch((error) => {
          ends.push(error.message);
          throw error;
        });
      },
    };
    const { runner } = await openProcess([decode]);
    await runner.send(decode, {});
    await expect.poll(() => failed(decode.name)).toMatchObject([{ source_output: { code: 'expired' } }]);
    expect(ends).toEqual(['It took longer than 1 s']);
    // Its slot is free: the queue runs one such task at a time.
    const small = await sharp(original).resize({ width: 64 }).jpeg().toBuffer();
    const options = { priority: 'preparation', share: 'test' } as const;
    const copies = await site.services.workers.run('shrinkPicture', { original: small, widths: [32] }, options);
    expect(copies).toHaveLength(1);
  });
});

describe('a shutdown', () => {
  test.each([
    ['ends when it is told to', untilEnded],
    ['ignores it', () => new Promise<never>(() => undefined)],
  ])('returns an unfinished job that %s to the queue, and does not count it as a try', async (_, work) => {
    const begun = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    let runs = 0;
    const long: Job<object> = {
      name: 'test.long',
      title,
      retries: 0,
      async run(ctx) {
        runs += 1;
        if (runs > 1) return done.resolve();
        begun.resolve();
        await work(ctx);
      },
    };
    const { runner, errors } = await openProcess([long], { finishMs: 0, settleMs: 100 });
    await runner.send(long, {});
    await begun.promise;
    await runner.stop();
    opened.splice(0);
    expect(await stored(long.name)).toMatchObject([{ state: 'retry', retry_count: 0, retry_limit: 1, due: true }]);
    expect(await failed(long.name)).toEqual([]);
    await openProcess([long]);
    await done.promise;
    await expect.poll(() => stored(long.name)).toMatchObject([{ state: 'completed' }]);
    expect(errors).toEqual([]);
  });

  test('lets a job finish that is quick enough', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const quick: Job<object> = {
      name: 'test.quick',
      title,
      async run() {
        begun.resolve();
        await finish.promise;
      },
    };
    const { runner } = await openProcess([quick], { finishMs: 60_000, settleMs: 100 });
    await runner.send(quick, {});
    await begun.promise;
    const stopped = runner.stop();
    finish.resolve();
    await stopped;
    opened.splice(0);
    expect(await stored(quick.name)).toMatchObject([{ state: 'completed' }]);
  });
});

describe('a job that completes in the transaction of its effect', () => {
  const effects = sql`SELECT count(*)::integer AS count FROM outbox WHERE subject = 'test effect'`;
  const takeEffect = (tx: Db) =>
    tx.execute("INSERT INTO outbox (recipient, subject, body) VALUES ('a@readers.test', 'test effect', '')");
  const countEffects = async () => (await site.db.execute(effects)).rows[0]?.count;
  afterEach(() => site.db.execute("DELETE FROM outbox WHERE subject = 'test effect'"));

  const mailing: Job<object> = {
    name: 'test.mailing',
    title,
    async run({ db, job }) {
      await db.transaction(async (tx) => {
        await takeEffect(tx);
        await job?.completeWithin(tx);
      });
      throw new Error('a crash after the effect');
    },
  };

  test('is not repeated when it fails after that', async () => {
    const { runner } = await openProcess([mailing]);
    await runner.send(mailing, {});
    await expect.poll(() => stored(mailing.name)).toMatchObject([{ state: 'completed', retry_count: 0 }]);
    expect(await countEffects()).toBe(1);
  });

  test('has no effect when another process has taken it over', async () => {
    const ended = Promise.withResolvers<unknown>();
    const lost: Job<object> = {
      name: 'test.lost',
      title,
      async run({ db, job }) {
        const effect = db.transaction(async (tx) => {
          await takeEffect(tx);
          await site.db.execute("UPDATE jobs.job SET retry_count = 7 WHERE name = 'test.lost'");
          await job?.completeWithin(tx);
        });
        await effect.catch(ended.resolve);
      },
    };
    const { runner } = await openProcess([lost]);
    await runner.send(lost, {});
    expect(await ended.promise).toBeInstanceOf(Interrupted);
    expect(await countEffects()).toBe(0);
    expect(await stored(lost.name)).toMatchObject([{ state: 'active', retry_count: 7 }]);
  });
});

test('a job of every day runs at the time that the settings say, in India', async () => {
  const daily: Job<object> = { name: 'test.daily', title, dailyAt: ({ backup }) => backup.at, run: async () => {} };
  const schedules = async () =>
    (await site.db.execute("SELECT cron, timezone FROM jobs.schedule WHERE name = 'test.daily'")).rows;
  const { backup } = site.services.config;
  await openProcess([daily]);
  expect(await schedules()).toEqual([{ cron: '15 02 * * *', timezone: 'Asia/Kolkata' }]);
  await openProcess([daily], undefined, { backup: { ...backup, at: '23:05' } });
  expect(await schedules()).toEqual([{ cron: '05 23 * * *', timezone: 'Asia/Kolkata' }]);
});

test('a job’s progress is stored while it runs, and its result afterwards', async () => {
  const go = Promise.withResolvers<void>();
  const steps: Job<object> = {
    name: 'test.steps',
    title,
    async run({ job }) {
      job?.reportProgress(1, 3);
      await go.promise;
    },
  };
  const { runner } = await openProcess([steps]);
  await runner.send(steps, {});
  const output = async () => (await stored(steps.name))[0]?.output;
  await expect.poll(output).toEqual({ progress: { done: 1, total: 3 } });
  go.resolve();
  await expect.poll(output).toBeNull();
});

test('failed jobs are tried again with all their tries', async () => {
  let runs = 0;
  const flaky: Job<{ n: number }> = {
    name: 'test.flaky',
    title,
    retries: 0,
    async run() {
      runs += 1;
      if (runs <= 2) throw new Error('not yet');
    },
  };
  const { runner } = await openProcess([flaky]);
  await site.db.transaction((tx) => runner.sendAll(flaky, [{ n: 1 }, { n: 2 }], tx));
  await expect.poll(() => failed(flaky.name)).toHaveLength(2);
  expect(await site.db.transaction((tx) => runner.retryFailed({ kind: flaky.name }, tx))).toBe(2);
  runner.wake(flaky.name);
  const states = async () => (await stored(flaky.name)).map(({ state }) => state).sort();
  await expect.poll(states).toEqual(['completed', 'completed', 'failed', 'failed']);
  expect(await failed(flaky.name)).toEqual([]);
});
