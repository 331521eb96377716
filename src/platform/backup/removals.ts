// While a backup copies files, none is removed from the storage, so that the files of its snapshot's rows are there: what
// is to be removed is put on the list of orphaned files, which a job removes a day later.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { Db } from '../database/db.ts';
import type { Files } from '../files/files.ts';
import { insertOrphanedFiles } from '../files/orphaned-files.queries.ts';

// An advisory lock of the site's database, held by a backup until its files are copied.
const backupLock = 1_314_346_330;
// How long PostgreSQL takes to detect that a backup was killed.
const endMs = 2000;

/** Defers removals until the connection ends. Throws if another backup of the site runs. */
export async function deferRemovals(client: Client): Promise<void> {
  await client.query('SET idle_session_timeout = 0');
  for (const deadline = Date.now() + endMs; ; await sleep(100)) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [backupLock]);
    if (rows[0]?.taken) return;
    if (Date.now() > deadline) throw new Error('Another backup of this site is running.');
  }
}

/** Throws if the connection has ended since: files may have been removed meanwhile. */
export async function requireDeferred(client: Client): Promise<void> {
  await client.query('SELECT').catch(() => {
    throw new Error('The connection to the database was lost while files were copied: run the backup again.');
  });
}

export async function areRemovalsDeferred(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ deferred: boolean }>(sql`
    SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND classid = 0 AND objid = ${backupLock}::bigint::oid AND datname = current_database()
    ) AS deferred`);
  return rows[0]?.deferred ?? false;
}

/** The storage of a site that is in use. */
export function withDeferredRemovals(files: Files, db: Db, now: () => Date): Files {
  const removeOrDefer = async (key: string, remove: (key: string) => Promise<void>) => {
    if (await areRemovalsDeferred(db)) await insertOrphanedFiles(db, [key], now());
    else await remove(key);
  };
  return {
    ...files,
    remove: (key) => removeOrDefer(key, files.remove),
    removeAll: (prefix) => removeOrDefer(prefix, files.removeAll),
  };
}
