import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { urlAt } from './connection.ts';
import { pidFilePath, processOf, readPidFile } from './pid-file.ts';

/** Thrown when another News Wing uses the same folder. */
export class AlreadyRunning extends Error {}

export const alreadyRunning = (dataDir: string): AlreadyRunning =>
  new AlreadyRunning(`News Wing is already running on ${dataDir}; stop it first, or give this one another DATA_DIR.`);

// An advisory lock of the database `postgres`, held by the process that owns the folder until it ends.
const ownerLock = 1_314_346_327; // "NWNW" in ASCII, read as a number
// Waiting time when a start finds a server without an owner: its owner may be about to take the lock, or the server may
// be shutting down after its owner died.
const orphanGraceMs = 5_000;

/**
 * Takes the lock on a connection that must stay open. False if another process holds it, or if another process started
 * the server at the same moment: `startId` is the `cluster_name` that this process has set.
 */
export async function takeOwnerLock(connection: Client, startId: string): Promise<boolean> {
  const { rows } = await connection.query(
    "SELECT CASE WHEN current_setting('cluster_name') = $2 THEN pg_try_advisory_lock($1) ELSE false END AS taken",
    [ownerLock, startId],
  );
  return rows[0].taken;
}

/**
 * Stops an orphaned server. Returns when none runs on the cluster. Throws AlreadyRunning if it has an owner, and an
 * AbortError when `signal` is aborted.
 */
export async function endOrphan(cluster: string, dataDir: string, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + orphanGraceMs;
  for (;;) {
    const { pid, socketDir } = await readPidFile(cluster);
    if (!pid) return;
    const found = await processOf(pid);
    if (found === 'none') return; // PostgreSQL replaces a stale file itself, safely even during another start
    if (found === 'another program') return rm(pidFilePath(cluster), { force: true });
    const isOverdue = Date.now() > deadline; // before the query, which may take longer than all the rest
    if (socketDir && (await hasOwner(socketDir))) throw alreadyRunning(dataDir);
    if (isOverdue) process.kill(pid, 'SIGINT');
    await sleep(100, undefined, { signal });
  }
}

async function hasOwner(socketDir: string) {
  const client = new Client({ connectionString: urlAt(socketDir, 'postgres') });
  client.on('error', () => {}); // the server may stop during the query
  try {
    await client.connect();
    // Reads pg_locks only: trying the lock could take it from an owner that is about to.
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1::bigint::oid",
      [ownerLock],
    );
    return rowCount !== 0;
  } catch {
    return false; // starting or stopping: retried until the grace period ends
  } finally {
    await client.end().catch(() => {}); // it was never open
  }
}
