// Checks of a site that lacks something, without starting it.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { readConfig } from '#src/platform/config.ts';
import { openSignedUrls } from '#src/platform/secrets/signed-urls.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { openBucket } from '#test/bucket.ts';
import { openClamd } from '#test/clamd.ts';
import { certificate } from '#test/factories/certificate.ts';
import { openSmtpServer } from '#test/smtp.ts';
import type { CheckName } from '../health.rules.ts';
import { runCheck } from './health.service.ts';
import type { HealthSite } from './health-site.service.ts';

const text = translator('en');

/** Checks a site with these settings. */
async function check(name: CheckName, env: Record<string, string> = {}, others: Partial<HealthSite> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-health-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const site: HealthSite = {
    config: readConfig({ DATA_DIR: dataDir, ...env }),
    db: undefined,
    isRunning: true,
    signedUrls: openSignedUrls('a secret that no site has'),
    sender: { name: 'News Wing', replyTo: 'editor@paper.test' },
    now: () => new Date(),
    ...others,
  };
  return runCheck(site, name, text);
}

async function listen(server: ReturnType<typeof createServer>) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy(); // not read, so they do not notice that the clients disconnected
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port; // listens on TCP
}

/** A port at which nothing listens. */
async function closedPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on TCP
  await new Promise((done) => server.close(done));
  return port;
}

test('a virus scanner answers, is missing, or does not answer', async () => {
  const clamd = await openClamd(() => undefined);
  expect(await check('scanner', { CLAMD_URL: clamd.url })).toMatchObject({ state: 'ok' });
  clamd.close();
  expect(await check('scanner', { CLAMD_URL: clamd.url })).toMatchObject({
    state: 'failing',
    finding: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await check('scanner')).toMatchObject({ state: 'warning', mend: expect.stringContaining('CLAMD_URL') });
  expect(await check('encryption', { SMTP_URL: 'smtp://u:geheim@mail.example?requireTLS=false' })).toEqual({
    state: 'warning',
    finding: 'The site may reach mail.example without encryption.',
    mend: expect.stringContaining('smtps://'),
  });
});

test('a bucket stores, returns and deletes a file, and says why it does not', async () => {
  const bucket = await openBucket();
  expect(await check('files', bucket.env)).toMatchObject({
    state: 'ok',
    finding: expect.stringMatching(/^s3:\/\/paper \(127\.0\.0\.1:\d+\) stores/),
  });
  expect(await check('files', { ...bucket.env, S3_BUCKET: 'other' })).toMatchObject({
    state: 'failing',
    finding: expect.stringMatching(/bucket does not exist/i),
    mend: expect.stringContaining('S3_ENDPOINT'),
  });
  await bucket.close();
  expect(await check('files', bucket.env)).toMatchObject({
    state: 'failing',
    finding: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a mail server’s refusal is shown without the password that it repeats', async () => {
  const smtp = await openSmtpServer('paper', 'right');
  onTestFinished(smtp.close);
  const { state, finding } = await check('mail', { SMTP_URL: `smtp://paper:wrong%3Apassword@${smtp.host}` });
  expect(state).toBe('failing');
  expect(finding).toContain('is unknown here');
  expect(finding).not.toMatch(/wrong|password/);
});

test('without a mail server, or with one that does not answer', async () => {
  expect(await check('mail')).toMatchObject({ state: 'warning', mend: 'Set SMTP_URL.' });
  const port = await closedPort();
  expect(await check('mail', { SMTP_URL: `smtp://127.0.0.1:${port}` })).toMatchObject({
    state: 'failing',
    finding: expect.stringContaining('ECONNREFUSED'),
  });
});

test('without a database', async () => {
  const databaseProblem = new Error('no route to postgres://paper:geheim@db.example');
  expect(await check('database', {}, { databaseProblem })).toMatchObject({
    state: 'failing',
    finding: expect.stringContaining('postgres://***@db.example'),
  });
  for (const name of ['backups', 'queue'] as const)
    expect(await check(name)).toMatchObject({ state: 'warning', finding: expect.stringContaining('Not checked') });
});

test('a port that another program uses, and one that is free', async () => {
  const port = await listen(createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
  expect(await check('ports', { PORT: String(port) })).toMatchObject({
    state: 'failing',
    finding: `Another program uses http://127.0.0.1:${port}.`,
  });
  expect(await check('ports', { PORT: String(await closedPort()) })).toMatchObject({ state: 'ok' });
});

test('a site that does not run cannot be reached, which is not its fault', async () => {
  const SITE_URL = `http://127.0.0.1:${await closedPort()}`;
  expect(await check('address', { SITE_URL })).toMatchObject({ state: 'failing' });
  expect(await check('address', { SITE_URL }, { isRunning: false })).toMatchObject({
    state: 'warning',
    finding: 'Not checked, because the site is not running.',
  });
});

test('certificates: unknown, valid, about to end, ended, none', async () => {
  const port = await listen(createHttpsServer(certificate));
  const SITE_URL = `https://localhost:${port}`;
  const at = (now: Date) => check('tls', { SITE_URL }, { now: () => now });
  expect(await at(new Date())).toMatchObject({
    state: 'failing',
    finding: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    mend: expect.stringContaining('for localhost'),
  });
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, certificate.cert]);
  onTestFinished(() => setDefaultCACertificates(usual));
  expect(await at(new Date())).toMatchObject({ state: 'ok' });
  expect(await at(addDays(certificate.validTo, -13.5))).toMatchObject({
    state: 'warning',
    finding: 'The certificate is valid for 13 more days.',
  });
  expect(await at(addDays(certificate.validTo, 1))).toMatchObject({ state: 'failing' });
  const other = await check('tls', { SITE_URL: `https://127.0.0.1:${port}` });
  expect(other).toMatchObject({ state: 'failing', finding: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') });
  expect(await check('tls', { SITE_URL: 'http://paper.example' })).toMatchObject({ state: 'failing' });
});

test('what hostile servers answer is one line without control characters, and does not fill the memory', async () => {
  const clear = '\u001b[2J\u009b2J\u001b]0;x\u0007\u202e';
  const shown = async (name: CheckName, env: Record<string, string>) => {
    const { state, finding } = await check(name, env);
    expect(finding).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect([state, finding.length < 500]).toEqual(['failing', true]);
    return finding;
  };
  const smtp = await listen(createServer((socket) => socket.on('error', () => {}).end(`554 ${clear}Go away\r\n`)));
  expect(await shown('mail', { SMTP_URL: `smtp://127.0.0.1:${smtp}` })).toContain('Go away');
  const proxy = await listen(
    createServer((socket) =>
      socket.on('error', () => {}).end(Buffer.from('HTTP/1.1 302 x\r\nlocation: http://\x9b2J/\r\n\r\n', 'latin1')),
    ),
  );
  expect(await shown('address', { SITE_URL: `http://127.0.0.1:${proxy}` })).toContain('302');

  const piece = Buffer.alloc(100_000, 'x');
  const endless = (answer: ServerResponse) => {
    const write = () => {
      while (!answer.destroyed && answer.write(piece));
    };
    answer.on('drain', write).on('error', () => {});
    write();
  };
  const bucketOf = async (serve: (method: string, answer: ServerResponse) => void) => {
    const port = await listen(createHttpServer((request, answer) => serve(request.resume().method ?? '', answer)));
    const account = { S3_ACCESS_KEY_ID: 'test', S3_SECRET_ACCESS_KEY: 'test' };
    return { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'paper', ...account };
  };
  const error = `<Error><Code>Nope</Code><Message>${clear}Nothing here</Message></Error>`;
  const refusing = await bucketOf((_, answer) => void answer.writeHead(403).end(error));
  expect(await shown('files', refusing)).toContain('Nothing here');
  const refusingForEver = await bucketOf((_, answer) => endless(answer.writeHead(403)));
  expect(await shown('files', refusingForEver)).toContain('(The bucket has answered with more than can be read)');
  const holdingEndless = await bucketOf((method, answer) => {
    if (method === 'GET') endless(answer.writeHead(200));
    else answer.writeHead(200).end();
  });
  expect(await shown('files', holdingEndless)).toContain('What was read is not what was written');
});

test('a server that does not answer costs ten seconds at most', { timeout: 30_000 }, async () => {
  const port = await listen(createServer(() => {}));
  const SITE_URL = `http://127.0.0.1:${port}`;
  expect(await check('address', { SITE_URL })).toMatchObject({
    state: 'failing',
    finding: 'There was no answer within 10 s.',
  });
});
