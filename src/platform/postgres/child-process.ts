import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import type { PostgresAccount } from './account.ts';

const maxLogBytes = 10_000_000;

export interface SupervisedProcess {
  child: ChildProcess;
  /** The log output of this process, without that of earlier ones. */
  readLog(): Promise<string>;
}

/**
 * Starts a command that ends when this process does, however that happens: a shell sends it SIGINT when the pipe to
 * this process closes. It runs in a separate process group, so that Ctrl-C reaches this process first and requests can
 * finish.
 */
export async function spawnSupervised(
  command: string[],
  account: PostgresAccount,
  logPath: string,
): Promise<SupervisedProcess> {
  const script = 'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3 >/dev/null; kill -INT $server) 2>/dev/null & wait $server';
  const [program = 'sh', ...args] = [...account.prefix, 'sh', '-c', script, 'sh', ...command];
  const log = await openLog(logPath);
  const { size: sizeBefore } = await log.stat();
  const child = spawn(program, args, {
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    ...(account.uid === undefined ? {} : { uid: account.uid, gid: account.gid ?? account.uid }),
  });
  await log.close();
  return { child, readLog: async () => (await readFile(logPath)).subarray(sizeBefore).toString() };
}

// Rotates a log that is too long: renames it to `.1`, replacing the earlier one.
async function openLog(path: string) {
  const tooLong = await stat(path).then(
    (file) => file.size > maxLogBytes,
    () => false,
  );
  if (tooLong) await rename(path, `${path}.1`);
  const log = await open(path, 'a', 0o600);
  await log.chmod(0o600); // earlier versions created it readable by all
  return log;
}
