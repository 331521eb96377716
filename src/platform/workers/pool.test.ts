import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkerPool, ResourceLimitExceeded, type WorkerPool } from './pool.ts';
import type { OpenedPicture } from './tasks.ts';

const root = join(import.meta.dirname, '../../..');
let workers: WorkerPool;
let source: Uint8Array;
beforeAll(async () => {
  workers = openWorkerPool(root);
  const size = { width: 3000, height: 2000, channels: 3 as const, background: '#336699' };
  source = await sharp({ create: size }).png().toBuffer();
});
afterAll(() => workers.close());

const open = (terms: { timeoutMs?: number; maxBytes?: number; signal?: AbortSignal } = {}) =>
  workers.run(
    'openPicture',
    { source, maxPixels: 24e6, squarePx: undefined },
    { priority: 'reader', share: 'a', ...terms },
  );

/** The child processes that run tasks. */
async function processes(): Promise<number[]> {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).split(' ').filter(Boolean);
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return children.filter((_, place) => commands[place]?.includes('workers/process.ts')).map(Number);
}

test('a process that cannot be started fails its task at once and frees its slot', { timeout: 30_000 }, async () => {
  const { execPath } = process;
  process.execPath = '/nonexistent/node';
  try {
    for (let n = 0; n < 4; n++) await expect(open()).rejects.toThrow('could not be started');
  } finally {
    process.execPath = execPath;
  }
  expect(await open()).toMatchObject({ width: 1600 } satisfies Partial<OpenedPicture>);
});

test('a process that is killed fails its task and frees its slot', { timeout: 30_000 }, async () => {
  for (let n = 0; n < 4; n++) {
    const task = expect(open()).rejects.toThrow('its process ended');
    await expect.poll(async () => (await processes()).length, { interval: 5 }).toBeGreaterThan(0);
    for (const pid of await processes()) process.kill(pid, 'SIGKILL');
    await task;
  }
  expect(await open()).toMatchObject({ width: 1600 });
});

test('a task over its time or memory limit is ended and frees its slot', { timeout: 30_000 }, async () => {
  for (let n = 0; n < 2; n++) {
    await expect(open({ timeoutMs: 1 })).rejects.toThrow(ResourceLimitExceeded);
    await expect(open({ maxBytes: 1 })).rejects.toThrow(ResourceLimitExceeded);
  }
  expect(await open()).toMatchObject({ width: 1600 });
});

test('a task that is aborted while it waits is not started, and frees its slot', async () => {
  const aborted = new AbortController();
  const [first, second] = [open(), open({ signal: aborted.signal })];
  aborted.abort();
  await expect(second).rejects.toThrow('errors.busy');
  expect(await first).toMatchObject({ width: 1600 });
  expect(await open()).toMatchObject({ width: 1600 });
});
