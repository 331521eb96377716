import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** What `npm start` runs: variables, node with its flags, and the program. */
export const program = manifest.scripts.start.split(' ').filter((word) => word !== 'exec');

/** A request's headers as from some reader behind a proxy: the requests of one address are limited. */
export const fromSomeReader = () => ({
  'x-forwarded-for': [1, 2, 3, 4].map(() => 1 + Math.floor(Math.random() * 220)).join('.'),
});

/** The administrator of a site that is measured. */
export const chief = { ADMIN_EMAIL: 'chief@news.test', ADMIN_PASSWORD: 'correct horse battery' };

const root = join(import.meta.dirname, '..');

/** Starts a program of ours, on the first core unless others are given, and waits until it prints its address. */
export async function start(words: string[], env: Record<string, string> = {}, cores = '0') {
  const begun = performance.now();
  const command = words.map((word) => (word === 'node' ? process.execPath : word));
  const child = spawn('taskset', ['-c', cores, 'env', ...command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      SAMPLE_CONTENT: 'off',
      TRUST_PROXY: 'loopback',
      ...env,
    },
  });
  let said = '';
  let address: string | undefined;
  while (!address) {
    const [piece] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [])]);
    if (piece === undefined) throw new Error(`It ended: ${said}`);
    said += piece;
    address = /is at (\S+)/.exec(said)?.[1]; // such as "News Wing is at http://127.0.0.1:3000"
  }
  child.stdout.resume();
  const startMs = performance.now() - begun;
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { address, startMs, stop, pid: child.pid ?? 0 };
}
