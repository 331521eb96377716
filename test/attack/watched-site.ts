import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '#src/platform/database/db.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Running, start, stop } from '../process/program.ts';
import { template } from '../setup/postgres.ts';

// As `npm start` runs it: its memory flags are part of what is measured (decision 075).
const ourPath = `${dirname(process.execPath)}:${process.env.PATH}`;

export interface WatchedSite extends Running {
  dataDir: string;
  /** The test's own database connections. */
  database: Pool;
}

const memoryOnSignal = join(import.meta.dirname, 'fuzz/memory-on-signal.ts');

/**
 * Runs the program in a separate process and database for a test file, for attacks on its time and memory. With
 * `measured` it supports `memoryOf`.
 */
export function watchedSiteForFile(env: Record<string, string> = {}, options = { measured: false }): WatchedSite {
  const site = {} as WatchedSite; // filled before the first test runs
  const name = `attack_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase(inject('postgres').replace('DATABASE', 'postgres'), () => undefined);
  let database: Database;
  beforeAll(async () => {
    await admin.pool.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    database = openDatabase(inject('postgres').replace('DATABASE', name), () => undefined);
    const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-attack-'));
    const databaseUrl = inject('postgres').replace('DATABASE', name);
    const all = { DATABASE_URL: databaseUrl, TRUST_PROXY: 'loopback', PATH: ourPath, ...env };
    const flags = options.measured ? ` --expose-gc --import=${memoryOnSignal}` : '';
    const command = packageJson.scripts.start.replace('exec node', `exec node${flags}`);
    const running = await start(dataDir, all, ['sh', '-c', command]);
    Object.assign(site, { ...running, dataDir, database: database.pool });
  });
  afterAll(async () => {
    await stop(site);
    await rm(site.dataDir, { recursive: true });
    await database.close();
    await admin.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.close();
  });
  return site;
}

export interface Watched {
  /** The longest response time of /healthz, in ms. */
  slowestMs: number;
  /** The peak memory of the program and its worker processes together, in MB. */
  peakMb: number;
}

/** For the table of attacks. */
export const seen = ({ slowestMs, peakMb }: Watched) => `/healthz at most ${slowestMs} ms, ${peakMb} MB`;

/** Runs `act` while polling /healthz and the memory. */
export async function watch({ client, child }: Running, act: () => Promise<void>): Promise<Watched> {
  const watched: Watched = { slowestMs: 0, peakMb: 0 };
  let over = false;
  const health = new Worker(join(import.meta.dirname, 'health-watch.ts'), { workerData: `${client.url}/healthz` });
  const memory = async () => {
    while (!over) {
      watched.peakMb = Math.max(watched.peakMb, await megabytesOf(child.pid ?? 0));
      await sleep(50);
    }
  };
  const watching = memory();
  try {
    await act();
  } finally {
    over = true;
    health.postMessage('over');
    const [slowestMs] = (await once(health, 'message')) as [number];
    watched.slowestMs = slowestMs;
    await watching;
  }
  return watched;
}

/** Memory of the program's process after garbage collection, in MB: resident, and the JavaScript heap's part of it. */
export async function memoryOf({ child, output }: Running): Promise<{ residentMb: number; objectsMb: number }> {
  const seen = output().length;
  child.kill('SIGUSR2');
  for (;;) {
    const [, resident, objects] = /^memory (\d+) (\d+)/m.exec(output().slice(seen)) ?? [];
    if (resident && objects) return { residentMb: Number(resident), objectsMb: Number(objects) };
    await sleep(50);
  }
}

/** Resident memory of a process and its descendants, in MB. */
export async function megabytesOf(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const below = await Promise.all(children.join(' ').split(' ').filter(Boolean).map(Number).map(megabytesOf));
  return below.reduce((sum, one) => sum + one, Math.round((Number(statm.split(' ')[1]) * 4096) / 1024 / 1024));
}
