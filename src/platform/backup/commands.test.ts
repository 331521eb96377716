import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type CommandName, runCommand } from './commands.ts';

test.each([
  ['backup', [], 'Say where the backup goes.'],
  ['backup', ['a', 'b'], 'Say where the backup goes.'],
  ['backup', ['a', '--keep', 'none'], '--keep must be a number from 1.'],
  ['restore', ['--from', 'a'], "Unknown option '--from'"],
  ['verify', ['s3://backups'], 'A bucket needs BACKUP_S3_ENDPOINT'],
  ['verify', ['ftp://backups.example'], 'is neither a folder nor s3://bucket/prefix.'],
] satisfies [CommandName, string[], string][])('%s %j is wrong use', async (name, words, sentence) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-commands-'));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const site = {
    config: readConfig({ DATA_DIR: dataDir }),
    root: '',
    references: [],
    jobs: [],
    withDatabase: () => Promise.reject(new Error('No database is needed to refuse this')),
  };
  const out = { stdout, stderr } as unknown as NodeJS.Process; // of which only `write` is called
  expect(await runCommand(name, site, words, out)).toBe(2);
  const written = stderr.read().toString();
  expect(written).toContain(sentence);
  expect(written).toContain(`Usage: npm run ${name} -- `);
  await rm(dataDir, { recursive: true });
});

test('a full disk is a sentence, not a stack', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const site = {
    config: readConfig({}),
    root: '',
    references: [],
    jobs: [],
    withDatabase: async () => (await writeFile('/dev/full', 'x')) as never,
  };
  const out = { stdout, stderr } as unknown as NodeJS.Process; // of which only `write` is called
  expect(await runCommand('backup', site, ['a'], out)).toBe(1);
  expect(stderr.read().toString()).toBe('A disk failed or is full (ENOSPC: no space left on device, write).\n');
});
