import { mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { clusterPath } from './cluster.ts';
import { processOf, readPidFile } from './pid-file.ts';
import { runningPostgres, startPostgres } from './server.ts';

let folder: string;
let reasons: string[]; // why the server was restarted
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'news-wing-postgres-'));
  reasons = [];
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 10, retryDelay: 200 }));

/** A server that is stopped when the test is over. */
async function started(onRestart: (reason: string) => void = () => {}) {
  const server = await startPostgres(folder, {
    onRestart: (reason) => {
      reasons.push(reason);
      onRestart(reason);
    },
  });
  onTestFinished(() => server.stop());
  return server;
}

const postmaster = async () => (await readPidFile(clusterPath(folder))).pid;
const kill = async (signal: NodeJS.Signals = 'SIGKILL') => process.kill(await postmaster(), signal);

/** A connection pool like the site's. */
function connect(url: string) {
  const pool = new Pool({ connectionString: url });
  pool.on('error', () => {}); // the server is killed
  onTestFinished(() => pool.end());
  return (text: string) =>
    pool.query(text).then(
      ({ rows }) => rows,
      (error: Error) => error,
    );
}

test('after SIGKILL of the postmaster the same pool finds its data again', async () => {
  const server = await started();
  const query = connect(server.url);
  await query('CREATE TABLE lasting AS SELECT 42 AS answer');
  const before = await postmaster();
  await kill();
  await expect.poll(() => reasons.length).toBeGreaterThan(0);
  await expect.poll(() => query('TABLE lasting')).toEqual([{ answer: 42 }]);
  expect(reasons[0]).toContain('PostgreSQL has crashed (SIGKILL).');
  expect(await postmaster()).not.toBe(before);
  expect(await runningPostgres(folder)).toBe(server.url);
});

test('after a restart the folder still has its owner', async () => {
  const server = await started();
  await kill();
  await expect.poll(() => reasons.length).toBeGreaterThan(0);
  await expect.poll(() => connect(server.url)('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await expect(startPostgres(folder)).rejects.toThrow('already running');
});

test('a backend that is killed ends the server, which is restarted with its owner lock', async () => {
  const server = await started();
  const client = new Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await expect.poll(() => reasons[0]).toContain('was terminated by signal 9');
  await expect.poll(() => connect(server.url)('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await expect(startPostgres(folder)).rejects.toThrow('already running');
});

test('a server that was told to stop by somebody else is restarted', async () => {
  const server = await started();
  await kill('SIGINT');
  await expect.poll(() => reasons.length).toBeGreaterThan(0);
  await expect.poll(() => connect(server.url)('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('stop during a pause ends the restarts', async () => {
  let stopped: Promise<void> = Promise.resolve();
  const server = await started(() => {
    stopped = server.stop(); // onRestart is called right before the pause
  });
  await kill();
  await expect.poll(() => reasons.length).toBe(1);
  await stopped;
  expect(reasons).toHaveLength(1);
  expect(await processOf(await postmaster())).toBe('none');
});

test('stop during a restart ends it', async () => {
  const server = await started();
  const before = await postmaster();
  await kill();
  await expect.poll(postmaster, { interval: 1 }).not.toBe(before); // the next server has written its pid file
  const pid = await postmaster();
  await server.stop();
  if (pid) expect(await processOf(pid)).toBe('none');
  expect(await runningPostgres(folder)).toBeUndefined();
  await (await startPostgres(folder)).stop();
});

test('it gives up when restarts go on failing, and says that the data is damaged', async () => {
  const server = await started();
  await truncate(join(clusterPath(folder), 'global/pg_control'), 0);
  await kill();
  expect(await server.failed).toMatch(/the data in .* is damaged: restore a backup\. .*pg_control/);
  expect(reasons.length).toBeGreaterThan(3);
  await server.stop();
});

test('it gives up with the last line of the log when the reason is another one', async () => {
  const server = await started();
  await writeFile(join(clusterPath(folder), 'PG_VERSION'), '9.6\n');
  await kill();
  expect(await server.failed).toMatch(/did not start \(exit code 1\)\. .*incompatible with server/);
});

test('damage that is repaired between two attempts ends the restarts', async () => {
  const control = join(clusterPath(folder), 'global/pg_control');
  const server = await started();
  await rename(control, `${control}.away`);
  await kill();
  await expect.poll(() => reasons.length).toBeGreaterThan(2);
  await rename(`${control}.away`, control);
  await expect.poll(() => connect(server.url)('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('it ends when another process has taken the folder meanwhile', async () => {
  const control = join(clusterPath(folder), 'global/pg_control');
  const server = await started();
  await rename(control, `${control}.away`);
  await kill();
  await expect.poll(() => reasons.length).toBeGreaterThan(4); // the pauses are longer than a start
  await rename(`${control}.away`, control);
  const other = await startPostgres(folder);
  onTestFinished(() => other.stop());
  expect(await server.failed).toContain('is already running on');
  expect(await connect(other.url)('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
