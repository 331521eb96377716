import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pidFilePath, processOf, readPidFile } from './pid-file.ts';

async function clusterWith(pidFile?: string) {
  const cluster = await mkdtemp(join(tmpdir(), 'news-wing-pid-'));
  onTestFinished(() => rm(cluster, { recursive: true }));
  if (pidFile !== undefined) await writeFile(pidFilePath(cluster), pidFile);
  return cluster;
}

test.each([
  [
    'a server that listens',
    '4711\n/data/postgres\n1790000000\n5432\n/data/socket\n\n  17 42\nready\n',
    4711,
    '/data/socket',
  ],
  ['a server that is starting', '4711\n/data/postgres\n1790000000\n5432\n\n', 4711, ''],
  ['an empty file', '', 0, ''],
  ['no file', undefined, 0, ''],
])('%s', async (_, text, pid, socketDir) => {
  expect(await readPidFile(await clusterWith(text))).toEqual({ pid, socketDir });
});

test('a pid whose process has ended belongs to no process', async () => {
  const ended = Number(execFileSync('sh', ['-c', 'echo $$']).toString());
  expect(await processOf(ended)).toBe('none');
});

test.runIf(process.platform === 'linux')('a pid reused by another program is not mistaken for PostgreSQL', async () => {
  expect(await processOf(process.pid)).toBe('another program');
});
