import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deadLetters } from '#src/platform/jobs/job-queue.ts';
import { who } from '#src/rules/roles.rules.ts';
import type { Client } from '#test/client.ts';
import { addFailedJob } from '#test/factories/failed-jobs.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let admin: Client;
beforeAll(async () => {
  admin = await site.as('admin');
});
// Jobs of this kind have no schedule, so none runs or waits unless the test adds it.
const kind = 'news.share-picture';
afterEach(() => site.db.execute(`DELETE FROM jobs.job WHERE name IN ('${kind}', '${deadLetters}')`));

const list = async () => (await admin.get('/api/jobs')).body;
const of = (name: string) => (listed: { kind: string }) => listed.kind === name;
const addJob = (state: string, columns: Record<string, string> = {}) =>
  site.db.execute(`
    INSERT INTO jobs.job (name, state, data${Object.keys(columns)
      .map((name) => `, ${name}`)
      .join('')})
    VALUES ('${kind}', '${state}', '{"storyId": 0}'${Object.values(columns)
      .map((value) => `, ${value}`)
      .join('')})`);

describe('background work', () => {
  test('lists running jobs with their progress', async () => {
    await addJob('active', {
      started_on: 'now()',
      retry_count: '1',
      output: `'{"progress": {"done": 3, "total": 12}}'`,
    });
    const { running } = await list();
    expect(running.filter(of(kind))).toEqual([
      {
        id: expect.any(String),
        kind,
        title: 'Picture for sharing a story',
        started_at: expect.stringMatching(/Z$/),
        tries: 2,
        progress: { done: 3, total: 12 },
      },
    ]);
  });

  test('counts waiting jobs by kind: due, failed before, and for later', async () => {
    const later = "now() + interval '1 day'";
    await addJob('created', { start_after: later });
    expect((await list()).waiting.filter(of(kind))).toMatchObject([{ count: 0, later: 1, oldest_at: null }]);
    await addJob('retry', { start_after: later, started_on: "'2026-11-20T10:00:00Z'" });
    await addJob('retry', { start_after: later, started_on: "'2026-11-21T10:00:00Z'" });
    expect((await list()).waiting.filter(of(kind))).toEqual([
      {
        kind,
        title: 'Picture for sharing a story',
        count: 2,
        failed_before: 2,
        later: 1,
        oldest_at: '2026-11-20T10:00:00.000Z',
      },
    ]);
  });

  test('lists the newest failed jobs of each kind with their reasons', async () => {
    for (let n = 0; n < 12; n += 1) await addFailedJob(site, kind, { data: { storyId: n }, hoursAgo: n + 1, tries: 3 });
    const crash = { value: { message: 'job heartbeat timeout' } };
    const mail = await addFailedJob(site, 'mail.deliver', { reason: crash, hoursAgo: 24 });
    await addFailedJob(site, 'removed.kind');
    const { failed } = await list();
    expect(failed.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
      [kind, 12],
      ['mail.deliver', 1],
    ]);
    expect(failed[0].jobs).toHaveLength(10);
    expect(failed[0].jobs[0]).toMatchObject({ tries: 3, reason: { code: 'error', message: 'connect ECONNREFUSED' } });
    const times = failed[0].jobs.map(({ failed_at }: { failed_at: string }) => failed_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(failed[1].jobs).toMatchObject([{ id: mail, reason: { code: 'crashed', message: '' } }]);
    // The data of the jobs is not shown.
    expect(JSON.stringify(failed)).not.toContain('storyId');
  });

  test('is described in the language of the page', async () => {
    await addFailedJob(site, kind);
    const { body } = await admin.get('/api/jobs', { 'accept-language': 'hi' });
    expect(body.failed[0].title).toBe('ख़बर साझा करने की तस्वीर');
  });

  test('every kind of job has a title of its own', () => {
    const titles = [...site.services.jobs.titles.values()];
    expect(titles.length).toBeGreaterThan(40);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('a failed job', () => {
  const done = async () =>
    (await site.db.execute(sql`SELECT data, retry_count FROM jobs.job WHERE name = ${kind} AND state = 'completed'`))
      .rows;
  const waitUntilDone = (jobs: object[]) => expect.poll(done).toEqual(jobs.map((data) => ({ data, retry_count: 0 })));
  const audited = async () =>
    (await admin.get('/api/audit?search=job.retried')).body.acts.map(
      ({ subject, details }: { subject: string; details: object }) => [subject, details],
    );

  test('is tried again, once', async () => {
    const [one, other] = [await addFailedJob(site, kind, { data: { storyId: 1 } }), await addFailedJob(site, kind)];
    const { status, body } = await admin.send('POST', `/api/jobs/failed/${one}/retry`);
    expect([status, body.message]).toEqual([200, 'It is tried again now.']);
    await waitUntilDone([{ storyId: 1 }]);
    expect((await list()).failed[0].jobs).toMatchObject([{ id: other }]);
    expect(await admin.send('POST', `/api/jobs/failed/${one}/retry`)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('not in the list any more') },
    });
    expect(await done()).toHaveLength(1);
    expect((await audited())[0]).toEqual([`job ${kind}`, { count: 1 }]);
  });

  test('is tried again with all others of its kind, those with the same data once', async () => {
    for (const storyId of [1, 2, 2, 2]) await addFailedJob(site, kind, { data: { storyId } });
    const bystander = await addFailedJob(site, 'mail.deliver');
    const { status, body } = await admin.json('POST', '/api/jobs/failed/retry', { kind });
    expect([status, body.message]).toEqual([200, '2 jobs are tried again now.']);
    const data = async () => (await done()).map(({ data }) => (data as { storyId: number }).storyId).sort();
    await expect.poll(data).toEqual([1, 2]);
    expect((await list()).failed).toMatchObject([{ kind: 'mail.deliver', jobs: [{ id: bystander }] }]);
    expect((await audited())[0]).toEqual([`job ${kind}`, { count: 2 }]);
    expect((await admin.json('POST', '/api/jobs/failed/retry', { kind })).status).toBe(404);
  });

  test('of an unknown kind or id is not found, and a malformed request is refused', async () => {
    await addFailedJob(site, 'removed.kind');
    const all = (body: object) => admin.json('POST', '/api/jobs/failed/retry', body);
    expect((await all({ kind: 'removed.kind' })).status).toBe(404);
    expect((await all({ kind: 'none' })).status).toBe(404);
    expect((await all({})).status).toBe(422);
    expect((await all({ kind: 'x'.repeat(101) })).status).toBe(422);
    expect((await admin.send('POST', `/api/jobs/failed/${randomUUID()}/retry`)).status).toBe(404);
    expect((await admin.send('POST', '/api/jobs/failed/12/retry')).status).toBe(404);
  });
});

test.each(who.anyone.filter((role) => role !== 'admin'))(
  'a %s sees nothing of it, and tries nothing again',
  async (role) => {
    const job = await addFailedJob(site, kind);
    const client = role === 'visitor' ? site.visitor : await site.as(role);
    const status = role === 'visitor' ? 401 : 403;
    expect((await client.get('/api/jobs')).status).toBe(status);
    expect((await client.send('POST', `/api/jobs/failed/${job}/retry`)).status).toBe(status);
    expect((await client.json('POST', '/api/jobs/failed/retry', { kind })).status).toBe(status);
    expect((await list()).failed).toMatchObject([{ kind, count: 1 }]);
  },
);
