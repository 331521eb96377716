import { beforeAll, expect, inject, test } from 'vitest';
import { deadLetters } from '#src/platform/jobs/job-queue.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { openJobs } from '#src/platform/jobs/jobs.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
let url: string;
beforeAll(async () => {
  const { rows } = await site.db.execute('SELECT current_database() AS name');
  url = inject('postgres').replace('DATABASE', String(rows[0]?.name));
});

const start = async (...jobs: Job<never>[]) => {
  const runner = await openJobs(url, jobs, () => undefined);
  await runner.stop();
};
const job = (retries: number): Job<never> => ({
  name: 'test.queue',
  title: 'jobs.deliverMail',
  retries,
  run: async () => undefined,
});
const queue = async () =>
  (
    await site.db.execute(
      "SELECT retry_limit AS retries, expire_seconds AS seconds, heartbeat_seconds AS heartbeat, dead_letter AS failed, updated_on::text AS updated FROM jobs.queue WHERE name = 'test.queue'",
    )
  ).rows[0];

test('startup creates a missing queue, updates one with different options, and writes nothing else', async () => {
  expect(await queue()).toBeUndefined();
  await start(job(1));
  const created = await queue();
  expect(created).toMatchObject({ retries: 1, seconds: 960, heartbeat: 30, failed: deadLetters });
  await start(job(1));
  expect(await queue()).toEqual(created);
  await start(job(2));
  expect(await queue()).toMatchObject({ retries: 2, seconds: 960, heartbeat: 30, failed: deadLetters });
});
