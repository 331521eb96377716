// A disk is full for a while: that of a node, and that of the database. Needs namespaces of Linux (unshare).
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { readConfig } from '#src/platform/config.ts';
import { workingFolder } from '#src/platform/files/files.ts';
import { uploadTempFolder } from '#src/platform/http/forms.ts';
import { urlAt, user } from '#src/platform/postgres/connection.ts';
import { startPostgres } from '#src/platform/postgres/server.ts';
import { jobs } from '#src/site/slices.ts';
import { loadEarlierSite } from '../earlier-site.ts';
import { launch, lives, main, newFolder, serverPid } from '../process/program.ts';
import { measure, more } from './measure.ts';
import { openFaultySite, until } from './site.ts';
import { fill, onSmallDisk, requireSmallDisks, seenBy } from './small-disk.ts';

beforeAll(requireSmallDisks);

const sentence = translator('en');
const nextLogFile = "SELECT pg_logical_emit_message(true, 'test', ''), pg_switch_wal()";

test('a full disk of a node', async () => {
  const site = await openFaultySite({ commandOf: (folder) => onSmallDisk(48, folder, main) });
  try {
    const seen = seenBy(site.node(0).child.pid as number, site.folders[0] as string); // it runs
    const unanswered = await measure(site, 'disk of a node full', async () => {
      const empty = await fill(seen);
      await sleep(more(5000, 30_000));
      await empty();
    });
    expect(unanswered).not.toEqual([]); // uploads fail meanwhile
    expect(unanswered.filter((reason) => !reason.includes(sentence('errors.diskFull')))).toEqual([]);
    for (const folder of [uploadTempFolder(seen), workingFolder(seen)])
      await until(async () => (await readdir(folder)).length === 0); // work that is still done has its files there
  } finally {
    await site.close();
  }
});

test('a full disk of the database', async () => {
  const database = await openDatabaseOnSmallDisk();
  const site = await openFaultySite({ database });
  try {
    const unanswered = await measure(site, 'disk of PostgreSQL full', async () => {
      const empty = await fill(database.folder);
      const server = await serverPid(database.folder);
      // It ends when its log of changes needs room, and cannot start again.
      await until(async () => {
        await site.pool.query(nextLogFile).catch(() => undefined); // the disk is full
        return !lives(server);
      });
      await sleep(more(5000, 30_000));
      await empty();
      await site.settle();
    });
    expect(unanswered).not.toEqual([]);
    const known = [sentence('errors.diskFull'), sentence('errors.databaseAway')];
    expect(unanswered.filter((reason) => !known.some((text) => reason.includes(text)))).toEqual([]);
  } finally {
    await site.close();
  }
});

test('a disk without room for the copy of an upgrade', async () => {
  const dataDir = await newFolder();
  const postgres = await startPostgres(dataDir, { durable: false });
  const config = readConfig({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' });
  const root = join(import.meta.dirname, '../..');
  await loadEarlierSite({ config, databaseUrl: postgres.url, root, jobs });
  await postgres.stop();
  const { stdout } = await promisify(execFile)('du', ['-sm', dataDir]);
  const script = 'cp -a "$1/." "$2" && shift 2; "$@"; code=$?; ls "$DATA_DIR"; exit $code';
  const small = join(await newFolder(), 'data');
  const command = ['sh', '-c', script, 'sh', dataDir, small, ...main];
  const { exited, output } = launch(
    small,
    {},
    onSmallDisk(Math.ceil(Number.parseInt(stdout, 10) * 1.8), small, command),
  );
  expect(await exited).toBe(1);
  expect(output()).toMatch(/The upgrade first copies the database \(\d+ MB\), and .+ has \d+ MB left: free some/);
  expect(output()).toMatch(/^postgres$/m);
  expect(output()).not.toContain('before-upgrade');
});

async function openDatabaseOnSmallDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'nw-'));
  const dataDir = join(folder, 'data');
  const script = join(import.meta.dirname, 'run-postgres.ts');
  const [program = '', ...words] = onSmallDisk(256, dataDir, [process.execPath, script, dataDir]);
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('PostgreSQL has not started; see above.');
  });
  await Promise.race([once(child.stdout, 'data'), ended]); // it is ready
  const seen = seenBy(child.pid as number, dataDir);
  const current = join(folder, 'current'); // the path of a socket may not be long
  await symlink(seen, current);
  return {
    url: urlAt(join(current, 'postgres-socket'), user),
    folder: seen,
    close: async () => {
      const stopped = once(child, 'exit');
      child.kill('SIGTERM');
      await stopped;
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
