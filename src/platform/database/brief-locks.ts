// While a statement waits for a lock that excludes readers, all readers of the table that come after it wait too. So
// changes of the schema wait briefly for a lock, and try again: a backup may read every table for an hour.
import { setTimeout as sleep } from 'node:timers/promises';

// Far below PostgreSQL's deadlock_timeout of 1 s: where they wait for each other, the change fails and not a request.
const lockTimeout = `lock_timeout = '200ms'`;
/** Statements that make others fail if they wait for a lock: those of the transaction, or those of the session. */
export const briefLocks = { transaction: `SET LOCAL ${lockTimeout}`, session: `SET ${lockTimeout}` };

const pauseMs = 2000;
const attempts = 300; // some ten minutes

/** SQLSTATE lock_not_available and deadlock_detected. */
const codes = new Set(['55P03', '40P01']);

/** Whether a query failed because of the locks of others. */
export function isLocked(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('code' in e && typeof e.code === 'string' && codes.has(e.code)) return true;
  return false;
}

/**
 * Runs a transaction with brief locks, again after a pause if others have locked what it needs. `onLocked` is called once,
 * before the first pause.
 */
export async function retryWhileLocked<T>(change: () => Promise<T>, onLocked?: () => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (!isLocked(error) || attempt === attempts) throw error;
      if (attempt === 1) onLocked?.();
      await sleep(pauseMs);
    }
  }
}
