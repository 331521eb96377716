import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { Client } from '../client.ts';
import { password } from '../site.ts';

const root = join(import.meta.dirname, '../..');

export interface Running {
  child: ChildProcess;
  client: Client;
  /** Everything printed so far. */
  output(): string;
  exited: Promise<number | null>;
}

/** An empty folder, removed when the test is over. */
export async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return folder;
}

/** The folder of a site that has been started before, removed likewise. */
export async function newSiteFolder() {
  const folder = await newFolder();
  await cp(inject('startedFolder'), folder, { recursive: true });
  return folder;
}

/** The program itself, without npm. */
export const main = [process.execPath, join(root, 'src/main.ts')];

/** Starts the program in its own process group, as from a terminal. */
export function launch(dataDir: string, env: Record<string, string> = {}, command = main) {
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: '0',
      SAMPLE_CONTENT: 'off',
      ADMIN_EMAIL: 'chief@news.test',
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { child, output: () => output, exited: once(child, 'exit').then(([code]) => code as number | null) };
}

/** Starts it and waits until it responds. */
export async function start(dataDir: string, env: Record<string, string> = {}, command = main): Promise<Running> {
  const process = launch(dataDir, env, command);
  for (;;) {
    const address = /News Wing is at (\S+)/.exec(process.output())?.[1];
    if (address) return { ...process, client: new Client(address) };
    if (process.child.exitCode !== null) throw new Error(`It ended: ${process.output()}`);
    await Promise.race([once(process.child.stdout, 'data'), process.exited]);
  }
}

export async function stop({ child, exited }: Pick<Running, 'child' | 'exited'>, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  return exited;
}

/** The pid of the PostgreSQL server of a data folder. */
export const serverPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

export const lives = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

export const parentOf = async (pid: number) =>
  Number(/PPid:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** A client logged in as the first admin. */
export const logIn = ({ client }: Running) => client.login('/api/admin_login', 'chief@news.test', password);
