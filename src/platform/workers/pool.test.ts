import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfBytes } from '#test/factories/pdfs.ts';
import { killedBy, openWorkerPool, ResourceLimitExceeded, type WorkerPool } from './pool.ts';
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

const open = (terms: { timeoutMs?: number; maxBytes?: number; signal?: AbortSignal; kill?: AbortSignal } = {}) =>
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

test('a task that is killed fails with the reason, whether it runs or waits, and frees its slot', async () => {
  const original = await sharp(source).resize({ width: 1200 }).jpeg().toBuffer();
  const kill = new AbortController();
  const killable = killedBy(workers, kill.signal);
  const widths = Array.from({ length: 100 }, (_, n) => 1200 - n); // takes much longer than this test
  const shrink = () =>
    killable
      .run('shrinkPicture', { original, widths }, { priority: 'preparation', share: 'jobs' })
      .catch((error) => error);
  const [running, waiting] = [shrink(), shrink()];
  await expect.poll(async () => (await processes()).length, { interval: 5 }).toBeGreaterThan(0);
  const reason = new Error('expired');
  kill.abort(reason);
  expect(await Promise.all([running, waiting, shrink()])).toEqual([reason, reason, reason]);
  const copies = workers.run('shrinkPicture', { original, widths: [32] }, { priority: 'preparation', share: 'jobs' });
  expect(await copies).toHaveLength(1);
});

test('the progress of a killed task is not handled any more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-kill-'));
  const path = join(folder, 'pages.pdf');
  await writeFile(path, pdfBytes(Array.from({ length: 30 }, (_, page) => `Page ${page}.`)));
  const kill = new AbortController();
  const handled: number[] = [];
  const task = killedBy(workers, kill.signal).run(
    'renderPdf',
    { path, outDir: folder, widths: [300] },
    {
      priority: 'preparation',
      share: 'jobs',
      async onProgress({ page }) {
        kill.abort(new Error('expired'));
        await setImmediate(); // the task fails after this handler has ended
        handled.push(page);
      },
    },
  );
  await expect(task).rejects.toThrow('expired');
  expect(handled).toEqual([1]);
  await rm(folder, { recursive: true });
});
