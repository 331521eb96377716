import { setTimeout as sleep } from 'node:timers/promises';
import { AlreadyRunning } from './owner-lock.ts';
import type { ServerProcess } from './server-process.ts';

// The pause before each restart in a row. After `kill -9` of the postmaster its child processes may hold the shared
// memory for some time, in which no start succeeds.
const pausesMs = [0, 250, 500, 1000, 2000, 4000, 8000];
// A server that has run for this long is working: the next restart is the first one again.
const stableMs = 60_000;

export interface Supervisor {
  /** Settles with the reason when restarts have failed too often, or another process has taken the cluster. */
  failed: Promise<string>;
  /** Stops the server, or the restart that is under way. */
  stop(): Promise<void>;
}

/**
 * Starts a server and restarts it whenever it exits, after pauses that grow, until `stop` is called or the last pause
 * has been used. Throws what `start` throws the first time. `onRestart` is called with the reason of each exit.
 */
export async function supervise(
  start: (signal: AbortSignal) => Promise<ServerProcess>,
  onRestart: (reason: string) => void,
): Promise<Supervisor> {
  const stopping = new AbortController();
  const first = await start(stopping.signal);
  const finished = restartUntilStopped(first, start, onRestart, stopping.signal);
  return {
    failed: finished.then((reason) => reason ?? new Promise(() => {})),
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

/** Returns the reason why it has given up; undefined after a stop. */
async function restartUntilStopped(
  first: ServerProcess,
  start: (signal: AbortSignal) => Promise<ServerProcess>,
  onRestart: (reason: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  let attempt = Promise.resolve(first);
  for (let restarts = 0; ; restarts += 1) {
    const { reason, uptimeMs, isFinal } = await endOf(attempt);
    if (signal.aborted) return undefined;
    if (uptimeMs >= stableMs) restarts = 0;
    const pauseMs = pausesMs[restarts];
    if (isFinal || pauseMs === undefined) return reason;
    onRestart(reason);
    await sleep(pauseMs, undefined, { signal }).catch(() => {}); // rejects when stopped
    if (signal.aborted) return undefined;
    attempt = start(signal);
  }
}

async function endOf(attempt: Promise<ServerProcess>) {
  try {
    const { exited } = await attempt;
    const startedAt = performance.now();
    const reason = await exited;
    return { reason, uptimeMs: performance.now() - startedAt, isFinal: false };
  } catch (error) {
    const { message: reason } = error as Error; // from startServer, Node or the driver
    return { reason, uptimeMs: 0, isFinal: error instanceof AlreadyRunning };
  }
}
