import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rename, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import type { PostgresAccount } from './account.ts';

const maxLogBytes = 10_000_000;
const maxTailBytes = 65_536; // what explains an exit is in its last lines; the log of a long run may be large

export interface SupervisedProcess {
  /** Settles when the process has ended, with how: "SIGKILL" or "exit code 1". */
  exited: Promise<string>;
  /** Ends it with SIGINT, at any time. */
  end(): void;
  /** The end of the log output of this process, without that of earlier ones. */
  readLog(): Promise<string>;
}

// The shell waits for the command. A subshell waits until the pipe closes, and then stops the command. SIGTERM is for a
// command that has not set its signal handlers yet: a shell starts background commands with SIGINT ignored.
// PostgreSQL treats SIGINT after SIGTERM as SIGINT.
const script =
  'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3 >/dev/null; kill -TERM $server; kill -INT $server) 2>/dev/null & wait $server';

/**
 * Starts a command that ends when this process does, however that happens: a shell sends it SIGINT when the pipe to
 * this process closes. It runs in a separate process group, so that Ctrl-C reaches this process first and requests can
 * finish. Throws if the shell cannot be started.
 */
export async function spawnSupervised(
  command: string[],
  account: PostgresAccount,
  logPath: string,
): Promise<SupervisedProcess> {
  const [program = 'sh', ...args] = [...account.prefix, 'sh', '-c', script, 'sh', ...command];
  const log = await openLog(logPath);
  try {
    const { size: sizeBefore } = await log.stat();
    const child = spawn(program, args, {
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
      ...(account.uid === undefined ? {} : { uid: account.uid, gid: account.gid ?? account.uid }),
    });
    child.stdin?.on('error', () => {}); // the shell may be gone already
    const exited = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? describeExitCode(code ?? 0))); // one of the two is there
    });
    await once(child, 'spawn');
    return { exited, end: () => child.stdin?.destroy(), readLog: () => readTail(logPath, sizeBefore) };
  } finally {
    await log.close();
  }
}

// A shell reports the signal that ended its command as 128 plus the signal's number.
function describeExitCode(code: number) {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return signal ? signal[0] : `exit code ${code}`;
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

async function readTail(path: string, from: number) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - maxTailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, size - start)), 0, null, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
