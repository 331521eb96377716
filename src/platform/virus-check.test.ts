import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clamdReplies, openClamd } from '#test/clamd.ts';
import type { Context } from './context.ts';
import { scanForViruses } from './virus-check.ts';

async function clamd(reply: Parameters<typeof openClamd>[0]) {
  const { url, close } = await openClamd(reply);
  onTestFinished(() => void close());
  return url;
}

async function check(clamdUrl: string | undefined, bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-virus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'received');
  await writeFile(path, bytes);
  const ctx = { config: { clamdUrl }, log: { warn: () => undefined, error: () => undefined } } as unknown as Context; // all that it uses
  return scanForViruses(ctx, path, 'essay_file');
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

test('skips the scan if no clamd is configured', async () => {
  await check(undefined, Buffer.from('x'));
});
