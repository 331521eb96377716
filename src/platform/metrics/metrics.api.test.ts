import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { addFailedJob } from '#test/factories/failed-jobs.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { recordBackup } from '../backup/last-backup.ts';
import { readStoredMetrics } from './stored-metrics.queries.ts';
import { openStoredMetrics } from './stored-metrics.ts';

const token = 'a token of twenty characters';
const site = siteForFile({ METRICS_TOKEN: token });

const scrape = async (address = site.address) => {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
/** The value of a series, such as `newswing_database_up`; undefined if there is none. */
const valueIn = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

test('needs the token, whose absence and falseness are answered alike', async () => {
  const { status, type, text } = await scrape();
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  for (const authorization of ['', 'Bearer wrong', `Bearer ${token}x`, token, `Basic ${token}`]) {
    const refused = await site.visitor.get('/metrics', { authorization });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(refused.body.code).toBe('unauthenticated');
  }
  // A session's token is another.
  const admin = await site.as('admin');
  expect((await admin.get('/metrics')).status).toBe(401);
});

test('requests are counted by the pattern of their path, whatever the path', async () => {
  const editor = await site.as('editor');
  const ids = [await createStory(editor), await createStory(editor)].map(({ id }) => id);
  for (const id of ids) await editor.get(`/api/admin/${id}`);
  for (const path of ['/api/marker', '/api/marker/2', '/marker', '/api/admin/marker']) await site.visitor.get(path);
  await site.visitor.send('PROPFIND', '/marker');
  await expect
    .poll(async () => {
      const { text } = await scrape();
      expect(text).not.toContain('marker');
      const count = (labels: string) => valueIn(text, `newswing_http_requests_total{${labels}}`);
      return [
        count('method="GET",route="/api/admin/:id",status="200"'),
        count('method="GET",route="/api/admin/:id",status="404"'),
        count('method="GET",route="/api/*",status="404"'),
        count('method="other",route="unmatched",status="404"'),
        valueIn(text, 'newswing_http_request_duration_seconds_count{method="GET",route="/api/admin/:id"}'),
      ];
    })
    .toEqual([2, 1, 2, 2, 3]);
});

test('the page cache, the pool and the disk have their numbers', async () => {
  const list = () => site.visitor.get('/api/admin?limit=3');
  expect([(await list()).headers.get('x-cache'), (await list()).headers.get('x-cache')]).toEqual(['miss', 'hit']);
  const { text } = await scrape();
  expect(valueIn(text, 'newswing_page_cache_answers_total{state="hit"}')).toBeGreaterThan(0);
  expect(valueIn(text, 'newswing_page_cache_answers_total{state="miss"}')).toBeGreaterThan(0);
  expect(valueIn(text, 'newswing_page_cache_bytes')).toBeGreaterThan(0);
  expect(valueIn(text, 'newswing_page_cache_max_bytes')).toBe(64_000_000);
  expect(valueIn(text, 'newswing_database_pool_max_connections')).toBe(20);
  expect(valueIn(text, 'newswing_database_pool_connections{state="idle"}')).toBeGreaterThan(0);
  expect(valueIn(text, 'newswing_database_pool_waiting')).toBe(0);
  expect(valueIn(text, 'newswing_data_directory_free_bytes')).toBeGreaterThan(0);
});

test('runs of jobs are counted by job and result', async () => {
  await site.createUser('reader').then(({ email }) => site.visitor.json('POST', '/api/forgot_password', { email }));
  await expect
    .poll(async () => {
      const { text } = await scrape();
      return valueIn(text, 'newswing_job_duration_seconds_count{queue="mail.deliver",result="completed"}');
    })
    .toBeGreaterThan(0);
});

test('jobs and mail that wait or were given up are read from the database', async () => {
  // A queue without a worker.
  const connectionString = site.databaseUrl;
  const boss = new PgBoss({ connectionString, schema: 'jobs', migrate: false, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('test.metrics');
  await boss.stop();
  await site.db.execute(sql`
    INSERT INTO jobs.job (name, data, state, start_after) SELECT * FROM (VALUES
      ('test.metrics', '{}'::jsonb, 'created'::jobs.job_state, now() - interval '10 minutes'),
      ('test.metrics', '{}', 'retry', now() - interval '5 minutes'),
      ('test.metrics', '{}', 'created', now() + interval '1 hour'),
      ('test.metrics', '{}', 'completed', now() - interval '2 hours')
    ) AS of_test`);
  await addFailedJob(site, 'test.metrics');
  // The job of the first waits for its next attempt, that of the second was given up, that of the third has been deleted.
  await site.db.execute(sql`
    WITH mails AS (
      INSERT INTO outbox (recipient, subject, body, created_at)
      SELECT 'a@b.test', 's', 'b', now() - interval '50 minutes' FROM generate_series(1, 3) RETURNING id
    ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM mails)
    INSERT INTO jobs.job (name, data, state, start_after)
    SELECT 'mail.deliver', jsonb_build_object('mailId', id), (ARRAY['retry', 'failed'])[n]::jobs.job_state, now() + interval '1 hour'
    FROM numbered WHERE n < 3`);
  const read = await readStoredMetrics(site.db);
  const counts = read.jobs.find(({ job }) => job === 'test.metrics');
  expect(counts).toMatchObject({ waiting: 2, failed: 1 });
  expect(counts?.oldestSeconds).toBeGreaterThan(599);
  expect(read.mailFailed).toBe(2);
  expect(read.mailWaiting).toBeGreaterThan(0);
  expect(read.mailOldestSeconds).toBeGreaterThan(2999);
  expect(read.databaseBytes).toBeGreaterThan(1_000_000);
});

test('any number of scrapes within ten seconds sends one statement', async () => {
  let clock = 0;
  const errors: Error[] = [];
  const read = openStoredMetrics(
    site.db,
    (error) => void errors.push(error),
    () => clock,
  );
  const first = await read();
  expect(first).toBeDefined();
  await site.db.execute(sql`ALTER SCHEMA jobs RENAME TO jobs_away`);
  clock = 9_999;
  expect(await Promise.all([read(), read()])).toEqual([first, first]);
  clock = 10_000;
  expect(await Promise.all([read(), read()])).toEqual([undefined, undefined]);
  await site.db.execute(sql`ALTER SCHEMA jobs_away RENAME TO jobs`);
  expect(errors).toHaveLength(1);
});

test('each node has its own numbers', async () => {
  const second = await site.openNode();
  try {
    await fetch(`${second.address}/api/openapi.json`);
    const series = 'newswing_http_requests_total{method="GET",route="/api/openapi.json",status="200"}';
    await expect.poll(async () => valueIn((await scrape(second.address)).text, series)).toBe(1);
    expect(valueIn((await scrape()).text, series)).toBeUndefined();
  } finally {
    await second.close();
  }
});

test('the last backup is dated, if there is one', async () => {
  const second = await site.openNode();
  try {
    const series = 'newswing_last_backup_timestamp_seconds';
    expect(valueIn((await scrape()).text, series)).toBeUndefined();
    await recordBackup(site.databaseUrl, '20261125T190411123Z-3fa2c1', '/mnt/backups');
    const { rows } = await site.db.execute(sql`
      SELECT extract(epoch FROM max(at))::float8 AS at FROM audit_log WHERE action = 'backup.made'`);
    expect(valueIn((await scrape(second.address)).text, series)).toBe(rows[0]?.at);
  } finally {
    await second.close();
  }
});

test('the disk of a folder that does not exist is absent, and the rest is there', async () => {
  const second = await site.openNode({ DATA_DIR: join(site.dataDir, 'later') });
  try {
    await rm(join(site.dataDir, 'later'), { recursive: true, force: true });
    const { status, text } = await scrape(second.address);
    expect(status).toBe(200);
    expect(text).not.toMatch(/^newswing_data_directory_/m);
    expect(valueIn(text, 'newswing_database_up')).toBe(1);
  } finally {
    await second.close();
  }
});

test('what the database does not answer is absent, and the rest is there', async () => {
  const second = await site.openNode();
  try {
    await site.db.execute(sql`ALTER SCHEMA jobs RENAME TO jobs_away`);
    const { status, text } = await scrape(second.address);
    await site.db.execute(sql`ALTER SCHEMA jobs_away RENAME TO jobs`);
    expect([status, valueIn(text, 'newswing_database_up')]).toEqual([200, 0]);
    expect(text).not.toMatch(/^newswing_(?:jobs|mail|database_size|last_backup)_/m);
    expect(valueIn(text, 'newswing_database_pool_waiting')).toBe(0);
  } finally {
    await second.close();
  }
});
