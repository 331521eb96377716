import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clamdReplies, openClamd } from '#test/clamd.ts';
import { type Hostility, hostileAnswers, openHostileServer, repeat } from '#test/hostile-server.ts';
import type { Context } from '../context.ts';
import { scanForViruses } from './virus-check.ts';

async function clamd(reply: Parameters<typeof openClamd>[0]) {
  const { url, close } = await openClamd(reply);
  onTestFinished(() => void close());
  return url;
}

async function check(clamdUrl: string | undefined, bytes: Uint8Array, limitMs?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-virus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'received');
  await writeFile(path, bytes);
  const ctx = { config: { clamdUrl }, log: { warn: () => undefined, error: () => undefined } } as unknown as Context; // all that it uses
  return scanForViruses(ctx, path, 'essay_file', limitMs);
}

test('scans the whole file and accepts a clean one', async () => {
  const sent = Buffer.alloc(300_000, 'paper');
  let seen: Buffer = Buffer.alloc(0);
  const url = await clamd((socket, bytes, whole) => {
    if (!whole) return;
    seen = bytes;
    socket.end(clamdReplies.clean);
  });
  await check(url, sent);
  expect(seen.equals(sent)).toBe(true);
});

test('refuses an infected file, with its field and the name of the virus', async () => {
  const url = await clamd((socket, _, whole) => whole && socket.end(clamdReplies.found));
  await expect(check(url, Buffer.from('bad'))).rejects.toMatchObject({
    code: 'invalid',
    details: {
      fields: { essay_file: { key: 'errors.virusFound', params: { name: 'Eicar-Test-Signature.UNOFFICIAL' } } },
    },
  });
});

test('refuses a file that is larger than clamd takes, also when its answer is lost with the connection', async () => {
  const early = await clamd((socket, bytes) => {
    if (bytes.length < 100_000 || socket.isPaused()) return;
    socket.pause().write(clamdReplies.tooLong, () => socket.destroy()); // resets the connection, as clamd does
  });
  for (let tries = 0; tries < 10; tries += 1)
    await expect(check(early, Buffer.alloc(20_000_000))).rejects.toMatchObject({ code: 'too_large' });
});

test('accepts no unscanned file: connection closed, clamd not running', async () => {
  const unavailable = { code: 'unavailable', text: { key: 'errors.virusCheckFails' } };
  const silent = await clamd((socket) => socket.destroy());
  await expect(check(silent, Buffer.from('x'))).rejects.toMatchObject(unavailable);
  await expect(check('tcp://127.0.0.1:1', Buffer.from('x'))).rejects.toMatchObject(unavailable);
});

test.each([
  ['clean, then a virus', 'stream: OK\0stream: Eicar FOUND\0'],
  ['a virus, then clean', 'stream: Eicar FOUND\0stream: OK\0'],
  ['clean with more', 'stream: OK FOUND\0'],
  ['clean in two lines', 'stream: OK\nstream: Eicar FOUND\0'],
  ['clean without an end', 'stream: OK'],
  ['clean in other letters', 'stream: ok\0'],
  ['clean after an error', 'INSTREAM size limit exceeded. ERROR\0stream: OK\0'],
  ['another server', 'HTTP/1.1 200 OK\r\n\r\nstream: OK\0'],
  ['nothing', ''],
  ['an end', '\0'],
])('accepts no file after the reply "%s"', async (_, text) => {
  const url = await clamd((socket, _, whole) => whole && socket.end(text));
  const error = await check(url, Buffer.from('x')).catch((error) => error);
  expect(error.code).toMatch(/^(?:unavailable|invalid)$/);
});

test('accepts no file that is called clean before it was sent', async () => {
  const url = await clamd((socket, bytes) => {
    if (bytes.length > 100_000 && socket.writable) socket.end(clamdReplies.clean, () => socket.destroy());
  });
  // If the reply is lost with the connection, the file counts as too large.
  const error = await check(url, Buffer.alloc(50_000_000)).catch((error) => error);
  expect(error.code).toMatch(/^(?:unavailable|too_large)$/);
});

test.each<[string, Hostility]>([
  ['says nothing', () => {}],
  ['reads nothing', (socket) => socket.pause()],
  ['says a letter now and then', hostileAnswers['a byte now and then'] as Hostility],
  ['says the same without end', (socket) => repeat(socket, 'stream: OK '.repeat(1000))],
  ['replies without end', (socket) => repeat(socket, 'stream: OK\0'.repeat(1000))],
])('gives up when clamd %s', async (_, answer) => {
  const { host, close } = await openHostileServer(answer);
  onTestFinished(close);
  await expect(check(`tcp://${host}`, Buffer.alloc(10_000_000), 300)).rejects.toMatchObject({ code: 'unavailable' });
});

test('skips the scan if no clamd is configured', async () => {
  await check(undefined, Buffer.from('x'));
});
