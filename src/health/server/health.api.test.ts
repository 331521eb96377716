import { once } from 'node:events';
import { chmod, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { recordBackup, recordFailedBackup } from '#src/platform/backup/last-backup.ts';
import { deadLetters } from '#src/platform/jobs/job-queue.ts';
import { openJobs } from '#src/platform/jobs/jobs.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';
import { startSite } from '#src/site/site.ts';
import type { Client } from '#test/client.ts';
import { openProxy } from '#test/proxy.ts';
import { openTestSite, type TestSite } from '#test/site.ts';
import { restoreAfterEach } from '#test/site-hooks.ts';
import { openSmtpServer } from '#test/smtp.ts';
import { checkNames } from '../health.rules.ts';
import { isServedPlainly } from './address-checks.service.ts';
import { watchBackups } from './backups.jobs.ts';

const password = 'geheim!42';
let proxy: Awaited<ReturnType<typeof openProxy>>;
let smtp: Awaited<ReturnType<typeof openSmtpServer>>;
let site: TestSite;
let admin: Client;

beforeAll(async () => {
  proxy = await openProxy();
  smtp = await openSmtpServer('paper', password);
  site = await openTestSite(startSite, inject('postgres'), {
    SITE_URL: proxy.url,
    TRUST_PROXY: '1',
    SMTP_URL: `smtp://paper:${encodeURIComponent(password)}@${smtp.host}`,
  });
  proxy.target = site.address;
  proxy.forward = appendClient;
  admin = await site.as('admin');
});
restoreAfterEach(() => site);
afterAll(async () => {
  await site.close();
  await smtp.close();
  await proxy.close();
});

const client = '203.0.113.9';
const appendClient = (received: string | undefined) => [received, client].filter(Boolean).join(', ');
const check = async (name: string) => (await admin.send('POST', `/api/health/${name}`)).body;

test('a site that answers without TLS is told from one whose proxy redirects, and from nothing', async () => {
  const isPlain = (origin: string) =>
    isServedPlainly({ ...site.services } as never, origin, AbortSignal.timeout(10_000));
  expect(await isPlain(site.address)).toBe(true);
  const redirecting = createServer((_, response) =>
    response.writeHead(308, { location: 'https://paper.example' }).end(),
  );
  redirecting.listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  const { port } = redirecting.address() as AddressInfo; // listens on TCP
  expect(await isPlain(`http://127.0.0.1:${port}`)).toBe(false);
  redirecting.close();
  await once(redirecting, 'close');
  expect(await isPlain(`http://127.0.0.1:${port}`)).toBe(false);
});

test('every check answers with a state, a sentence, and what to do unless all is well', async () => {
  const answers = await Promise.all(checkNames.map(async (name) => [name, await check(name)] as const));
  const found = Object.fromEntries(answers);
  for (const [name, { state, finding, mend }] of answers) {
    expect(finding, name).toMatch(/\.$/);
    expect(mend === null, name).toBe(state === 'ok');
  }
  expect(found).toMatchObject({
    ports: { state: 'ok' },
    folders: { state: 'ok', finding: `All folders in ${site.dataDir} can be read and written.` },
    clock: { state: 'ok', finding: 'The clock differs from that of PostgreSQL, SITE_URL by 0 s.' },
    database: { state: 'ok', finding: expect.stringMatching(/^PostgreSQL \d+\.\d+ answers\.$/) },
    files: { state: 'ok' },
    mail: { state: 'ok', finding: `${smtp.host} accepts the connection and the login.` },
    address: { state: 'ok', finding: `${proxy.url} leads to this site.` },
    tls: { state: 'ok' },
    proxies: { state: 'ok', finding: '1 proxy forwards requests, as TRUST_PROXY says.' },
    backups: { state: 'warning', finding: 'No backup has been made with npm run backup.' },
  });
  expect(JSON.stringify(found)).not.toContain('geheim');
  expect(await readdir(join(site.dataDir, 'files'))).toEqual([]); // what the checks wrote is gone
});

test('answers in the language of the request', async () => {
  const { body } = await admin.send('POST', '/api/health/database', { headers: { 'accept-language': 'hi' } });
  expect(body.finding).toMatch(/जवाब देता है।$/);
});

test('is for administrators only', async () => {
  for (const path of ['/api/health/disk', '/api/health/test-mail']) {
    expect((await site.visitor.send('POST', path)).status).toBe(401);
    for (const role of ['reader', 'editor'] as const)
      expect((await (await site.as(role)).send('POST', path)).status).toBe(403);
  }
});

test('knows no other check', async () => {
  expect((await admin.send('POST', '/api/health/everything')).status).toBe(404);
});

test.each([
  ['too few proxies are trusted', (sent?: string) => `${sent}, ${client}, 10.0.0.7`, /from 10\.0\.0\.7 /, /to 2, or/],
  ['too many proxies are trusted', (sent?: string) => sent, /anybody can forge/, /TRUST_PROXY to 0\./],
] as const)('TRUST_PROXY: %s', async (_, forward, finding, mend) => {
  proxy.forward = forward;
  onTestFinished(() => {
    proxy.forward = appendClient;
  });
  expect(await check('proxies')).toEqual({
    state: 'failing',
    finding: expect.stringMatching(finding),
    mend: expect.stringMatching(mend),
  });
});

test('only a signed request learns how it arrived', async () => {
  expect((await site.visitor.get('/healthz')).body).toEqual({ status: 'alive' });
  const forged = { 'x-health-probe': await site.services.signedUrls.sign('another file', 'x', new Date()) };
  expect((await site.visitor.get('/healthz', forged)).body).toEqual({ status: 'alive' });
});

test('an address that leads elsewhere, or nowhere', async () => {
  proxy.target = '';
  onTestFinished(() => {
    proxy.target = site.address;
  });
  expect(await check('address')).toMatchObject({ state: 'failing', finding: expect.stringContaining('(HTTP 404)') });
  expect(await check('proxies')).toMatchObject({ state: 'warning', mend: 'Mend that first, then check again.' });
  proxy.target = 'http://127.0.0.1:9'; // discard: nothing listens there
  expect(await check('address')).toMatchObject({ state: 'failing', finding: expect.stringContaining('(HTTP 502)') });
});

test('a clock that is wrong, as the site’s sessions see it', async () => {
  site.advance(-90_000);
  expect(await check('clock')).toMatchObject({ state: 'failing', finding: expect.stringContaining('by 90 s') });
});

test('secrets that others can read', async () => {
  const folder = join(site.dataDir, 'secrets');
  await chmod(folder, 0o755);
  onTestFinished(() => chmod(folder, 0o700));
  expect(await check('folders')).toMatchObject({ state: 'warning', finding: expect.stringContaining(folder) });
});

test('a test mail goes to the user’s own address, a few times in ten minutes', async () => {
  const { email } = (await admin.get('/api/user/me')).body;
  const { body } = await admin.json('POST', '/api/health/test-mail', { to: 'someone@else.test', email: 'x@else.test' });
  expect(body).toEqual({ state: 'ok', finding: expect.stringContaining(`${smtp.host} has accepted`), mend: null });
  expect(smtp.received).toEqual([{ to: email, text: expect.stringContaining('Subject: Test mail from News Wing') }]);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1)
    statuses.push((await admin.send('POST', '/api/health/test-mail')).status);
  expect(statuses).toEqual(expect.arrayContaining([200, 429]));
});

test('administrators get a mail about backups that fail or are missing, and about nothing else', async () => {
  const { email } = (await admin.get('/api/user/me')).body;
  const countJobs = async () => {
    const names = `('${watchBackups.name}', 'mail.deliver')`;
    const { rows } = await site.db.execute(
      `SELECT count(*)::int AS count FROM jobs.job WHERE name IN ${names} AND state <> 'completed'`,
    );
    return rows[0]?.count;
  };
  const watch = () => site.services.jobs.send(watchBackups, {});
  const { config } = site.services;
  const withBackups = { ...site.services, config: { ...config, backup: { ...config.backup, to: '/mnt/backups' } } };
  const watchWithBackups = () =>
    watchBackups.run({ ...withBackups, text: translator('en'), log: { warn: () => undefined } } as never, {}); // all that it uses
  const readMails = async (run = watch) => {
    await run();
    await expect.poll(countJobs).toBe(0);
    const mails = await Promise.all(
      smtp.received.filter(({ to }) => to === email).map(({ text }) => PostalMime.parse(text)),
    );
    return mails.filter(({ subject }) => subject === 'The backups of News Wing need attention').map(({ text }) => text);
  };
  const restoreClock = site.saveClock();
  expect(await readMails()).toEqual([]); // without BACKUP_TO it may be backed up by other means
  expect(await readMails(watchWithBackups)).toEqual([expect.stringContaining('No backup has been made')]);
  await recordFailedBackup(site.databaseUrl, '/mnt/backups', 'A disk is full.');
  expect(await check('backups')).toMatchObject({
    state: 'warning',
    finding: 'The last backup to /mnt/backups has failed: A disk is full.',
  });
  expect((await readMails()).slice(1)).toEqual([expect.stringContaining('/mnt/backups has failed: A disk is full.')]);
  await recordBackup(site.databaseUrl, '20261124T190411123Z-3fa2c1', '/mnt/backups');
  expect(await readMails()).toHaveLength(2);
  site.advance(2 * dayMs);
  expect((await readMails()).slice(2)).toEqual([expect.stringContaining('made 2 days ago, in /mnt/backups')]);
  restoreClock();
});

test('the last backup, by the audit log', async () => {
  await recordBackup(site.databaseUrl, '20261125T190411123Z-3fa2c1', '/mnt/backups');
  expect(await check('backups')).toEqual({
    state: 'ok',
    finding: expect.stringMatching(
      /^The last backup was made less than a day ago, in \/mnt\/backups \(\d{4}-\d\d-\d\d \d\d:\d\d in India\)\.$/,
    ),
    mend: null,
  });
  site.advance(3 * dayMs);
  const later = await site.as('admin'); // the other session has ended
  expect((await later.send('POST', '/api/health/backups')).body).toMatchObject({
    state: 'warning',
    finding: expect.stringContaining('3 days ago'),
  });
  await recordBackup(site.databaseUrl, '20261126T190411123Z-3fa2c1', '/mnt/backups', 2);
  expect((await later.send('POST', '/api/health/backups')).body).toMatchObject({
    state: 'warning',
    finding: expect.stringContaining('lacks 2 files that the site has lost'),
    mend: expect.stringContaining('npm run backup names them'),
  });
});

test('jobs that wait for long, or have failed', async () => {
  // A queue without a worker.
  const queue = await openJobs(
    site.databaseUrl,
    [{ name: 'test.health', title: 'jobs.deliverMail', run: async () => undefined }],
    () => undefined,
  );
  await queue.stop();
  const add = (state: string, at: string) =>
    site.db.execute(`INSERT INTO jobs.job (name, data, state, start_after, completed_on)
      VALUES ('test.health', '{}', '${state}', now() - interval '${at}', now())`);
  // What has failed permanently is listed until an administrator tries it again: nothing waits for it.
  await site.db.execute(
    `INSERT INTO jobs.job (name, data, state, start_after) VALUES ('${deadLetters}', '{}', 'created', now() - interval '9 days')`,
  );
  await add('failed', '1 hour');
  expect(await check('queue')).toMatchObject({ state: 'warning', finding: expect.stringContaining('job has failed') });
  await add('created', '20 minutes');
  expect(await check('queue')).toMatchObject({ state: 'warning', finding: expect.stringContaining('for 20 min.') });
  await add('retry', '3 hours');
  expect(await check('queue')).toMatchObject({ state: 'failing', finding: expect.stringContaining('180 min.') });
});
