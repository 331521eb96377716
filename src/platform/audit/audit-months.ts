import { type LockOptions, retryWhileLocked } from '../database/brief-locks.ts';
import type { Db } from '../database/db.ts';
import { recordAuditEvent } from './audit.ts';
import {
  addPartition,
  detachDefault,
  divideDefault,
  dropPartition,
  listPartitions,
  listUndividedMonths,
  lockPartitions,
  monthOf,
} from './audit-months.queries.ts';

// So many months have a partition before they begin.
const monthsAhead = 3;

const inTransaction = (db: Db, change: (tx: Db) => Promise<void>, options: LockOptions) =>
  retryWhileLocked(
    () =>
      db.transaction(async (tx) => {
        await lockPartitions(tx);
        await change(tx);
      }),
    options,
  );

/** Those of the months that are in no partition but the default one. */
async function findMissingMonths(db: Db, months: Iterable<number>): Promise<number[]> {
  const partitions = await listPartitions(db);
  return [...months].filter(
    (month) => !partitions.some(({ from, to }) => to !== null && (from ?? month) <= month && month < to),
  );
}

/**
 * Adds the partitions of this month and the next ones, and those of the months whose rows are in the default partition, as
 * after a restore. Locks nothing if there is nothing to do.
 */
export async function addAuditMonths(db: Db, now: Date, options: LockOptions = {}): Promise<void> {
  const ahead = Array.from({ length: monthsAhead + 1 }, (_, count) => monthOf(now, count));
  const missing = await findMissingMonths(db, ahead);
  if (missing.length === 0 && (await listUndividedMonths(db)).length === 0) return;
  const divide = async (tx: Db) => {
    await detachDefault(tx);
    const months = new Set([...(await listUndividedMonths(tx)), ...ahead]);
    for (const month of await findMissingMonths(tx, months)) await addPartition(tx, month);
    await divideDefault(tx);
  };
  await inTransaction(db, divide, options);
}

/** Deletes the months that ended before a date, and records that. Returns the names of their partitions. */
export async function dropAuditMonths(db: Db, before: Date, now: Date, options: LockOptions = {}): Promise<string[]> {
  const listOld = async (from: Db) =>
    (await listPartitions(from)).filter(({ to }) => to !== null && to <= before.getTime());
  if ((await listOld(db)).length === 0) return [];
  let dropped: string[] = [];
  const drop = async (tx: Db) => {
    const old = await listOld(tx);
    for (const partition of old) await dropPartition(tx, partition);
    dropped = old.map(({ name }) => name);
    const last = old.at(-1)?.to;
    if (!last) return; // another has been faster
    const system = { actor: { role: 'visitor' }, now: () => now } as const;
    const details = { before: new Date(last).toISOString() };
    await recordAuditEvent(system, tx, { action: 'audit_log.shortened', subject: 'audit log', details });
  };
  await inTransaction(db, drop, options);
  return dropped;
}
