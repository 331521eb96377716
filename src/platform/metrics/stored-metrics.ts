import { setTimeout as sleep } from 'node:timers/promises';
import { findLastBackup } from '../backup/last-backup.ts';
import type { Db } from '../database/db.ts';
import { readStoredMetrics, type StoredMetrics } from './stored-metrics.queries.ts';

// Scrapes within this time share one statement.
const ttlMs = 10_000;
// Prometheus gives up after ten seconds; the other metrics are needed most while the database does not answer.
const maxWaitMs = 2000;

export interface StoredFacts extends StoredMetrics {
  /** Undefined if the site has no recorded backup. */
  lastBackup: Date | undefined;
}

/** Returns a function that reads the metrics of the database; undefined while that does not answer in time. */
export function openStoredMetrics(
  db: Db,
  onError: (error: Error) => void,
  now: () => number = () => performance.now(),
): () => Promise<StoredFacts | undefined> {
  const readAll = async (): Promise<StoredFacts | undefined> => {
    try {
      return { ...(await readStoredMetrics(db)), lastBackup: (await findLastBackup(db))?.at };
    } catch (error) {
      onError(error as Error); // of the database driver
      return undefined;
    }
  };
  return cached(ttlMs, () => Promise.race([readAll(), sleep(maxWaitMs, undefined, { ref: false })]), now);
}

/** Calls `read` again only when its last result is older than `maxAgeMs`, or was an error. */
function cached<T>(maxAgeMs: number, read: () => Promise<T>, now: () => number): () => Promise<T> {
  let latest: { at: number; result: Promise<T> } | undefined;
  return () => {
    if (!latest || now() - latest.at >= maxAgeMs) {
      latest = { at: now(), result: read() };
      latest.result.catch(() => {
        latest = undefined;
      });
    }
    return latest.result;
  };
}
