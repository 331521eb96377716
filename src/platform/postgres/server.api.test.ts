import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { clusterPath } from './cluster.ts';
import { AlreadyRunning } from './owner-lock.ts';
import { pidFilePath, processOf, readPidFile } from './pid-file.ts';
import { runningPostgres, startPostgres } from './server.ts';

let folder: string; // contains a cluster that each test starts
beforeAll(async () => {
  folder = await newFolder();
  await (await startPostgres(folder, { durable: false })).stop();
  return () => rm(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
});

const newFolder = () => mkdtemp(join(tmpdir(), 'news-wing-postgres-'));

/** A server that is stopped after the test, even if the test fails. */
async function started(dataDir: string) {
  const server = await startPostgres(dataDir, { durable: false });
  onTestFinished(() => server.stop());
  return server;
}

async function query(url: string, text: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('data persists across restarts', async () => {
  const first = await startPostgres(folder, { durable: false });
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await started(folder);
  expect(await query(second.url, 'TABLE kept')).toEqual([{ answer: 42 }]);
});

test('another process finds the running server, and none after it has stopped', async () => {
  const server = await startPostgres(folder, { durable: false });
  expect(await runningPostgres(folder)).toBe(server.url);
  await server.stop();
  expect(await runningPostgres(folder)).toBeUndefined();
});

test('the site is no superuser: it owns its database, and can neither run programs nor read files', async () => {
  const { url } = await started(folder);
  const rights = 'SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user';
  const [row = {}] = await query(url, rights);
  expect([...new Set(Object.values(row))]).toEqual([false]);
  for (const refused of ["COPY (SELECT 1) TO PROGRAM 'true'", "SELECT pg_read_file('PG_VERSION')", 'SET ROLE newswing'])
    await expect(query(url, refused), refused).rejects.toThrow(/permission denied/);
  await query(url, 'CREATE TABLE mine (); DROP TABLE mine');
});

test('what a former version has created as superuser becomes the site’s, which can change it', async () => {
  const first = await startPostgres(folder, { durable: false });
  await query(
    first.urlOf('newswing'),
    `CREATE SCHEMA queue; CREATE TYPE queue.mood AS ENUM ('good');
    CREATE TABLE queue.parts (id integer GENERATED ALWAYS AS IDENTITY, kind text, mood queue.mood) PARTITION BY LIST (kind);
    CREATE TABLE queue.part PARTITION OF queue.parts DEFAULT; CREATE SEQUENCE queue.numbers; CREATE VIEW queue.shown AS TABLE queue.parts;
    CREATE FUNCTION queue.answer() RETURNS integer LANGUAGE sql AS 'SELECT 42'; CREATE EXTENSION pg_trgm`,
  );
  await first.stop();
  const { url } = await started(folder);
  await query(
    url,
    `ALTER TABLE queue.parts ADD COLUMN note text; ALTER TABLE queue.part ADD CHECK (kind <> ''); DROP VIEW queue.shown;
    ALTER TYPE queue.mood ADD VALUE 'bad'; ALTER SEQUENCE queue.numbers RESTART; INSERT INTO queue.parts (kind) VALUES ('a');
    CREATE OR REPLACE FUNCTION queue.answer() RETURNS integer LANGUAGE sql AS 'SELECT 43'; DROP SCHEMA queue CASCADE`,
  );
});

test('nothing listens on TCP', async () => {
  const server = await started(folder);
  expect(await query(server.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('a second start on the same folder throws AlreadyRunning and does not affect the first', async () => {
  const first = await started(folder);
  const { pid } = await readPidFile(clusterPath(folder));
  await expect(startPostgres(folder, { durable: false })).rejects.toThrow(AlreadyRunning);
  expect((await readPidFile(clusterPath(folder))).pid).toBe(pid);
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a pid file with the pid of another program does not prevent the start', async () => {
  await writeFile(pidFilePath(clusterPath(folder)), `${process.pid}\n${clusterPath(folder)}\n0\n5432\n\n`);
  const server = await started(folder);
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the server exits when the process that started it is killed', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'server.ts'));
  const code = `await (await import(${module})).startPostgres(${JSON.stringify(folder)}); console.log('started')`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(parent.stdout, 'data');
  const { pid } = await readPidFile(clusterPath(folder));
  expect(await processOf(pid)).toBe('postgres');
  parent.kill('SIGKILL');
  await expect.poll(() => processOf(pid)).toBe('none');
});

test('a path too long for a Unix socket has its socket elsewhere, which stop removes', async () => {
  const outer = await newFolder();
  onTestFinished(() => rm(outer, { recursive: true, maxRetries: 10, retryDelay: 200 }));
  const server = await startPostgres(join(outer, 'a'.repeat(100)), { durable: false });
  const path = decodeURIComponent(/@([^:]+):/.exec(server.url)?.[1] ?? '');
  expect(path.startsWith(outer)).toBe(false);
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  await expect(access(path)).rejects.toThrow('ENOENT');
});

test('a failed start reports its own reason, not an earlier one from the same log', async () => {
  const broken = await newFolder();
  onTestFinished(() => rm(broken, { recursive: true, maxRetries: 10, retryDelay: 200 }));
  await (await startPostgres(broken, { durable: false })).stop();
  await writeFile(join(clusterPath(broken), 'PG_VERSION'), '9.6\n');
  await writeFile(join(broken, 'postgres.log'), 'FATAL:  lock file "postmaster.pid" already exists\n');
  await expect(startPostgres(broken, { durable: false })).rejects.toThrow(/did not start .*incompatible with server/);
});
