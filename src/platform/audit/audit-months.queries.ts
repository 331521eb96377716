// The partitions of the audit log, one for each month in UTC: decision 157. Rows of other times are in the default partition.
import { sql } from 'drizzle-orm';
import { briefLocks } from '../database/brief-locks.ts';
import type { Db } from '../database/db.ts';

const defaultPartition = 'audit_log_default';
// Any number that no other program on the same database uses.
const lock = 1_314_346_330;

interface Partition {
  name: string;
  /** The first instant, in ms; null for the beginning of time and for the default partition. */
  from: number | null;
  /** Exclusive, in ms; null for the default partition. */
  to: number | null;
}

/** The first instant of a month, in ms. */
export const monthOf = (date: Date, ahead = 0): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead);

// A bound is written as FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00'), FROM (MINVALUE), DEFAULT.
const boundOf = (word: 'FROM' | 'TO') =>
  sql.raw(`extract(epoch FROM substring(bound FROM '${word} \\(''([^'']+)''\\)')::timestamptz)::float8 * 1000`);

/** All partitions, oldest first. */
export async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await db.execute<Partition & Record<string, unknown>>(sql`
    SELECT name, ${boundOf('FROM')} AS "from", ${boundOf('TO')} AS "to" FROM (
      SELECT relname AS name, pg_get_expr(relpartbound, pg_class.oid) AS bound
      FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'audit_log'::regclass
    ) AS partitions ORDER BY "to"`);
  return rows;
}

/** The months of the rows of the default partition. */
export async function listUndividedMonths(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ month: number }>(sql`
    SELECT DISTINCT extract(epoch FROM date_trunc('month', at, 'UTC'))::float8 * 1000 AS month
    FROM ${sql.identifier(defaultPartition)} ORDER BY month`);
  return rows.map(({ month }) => month);
}

/** Keeps a start and a job that come together one after the other, until the end of the transaction. */
export async function lockPartitions(tx: Db): Promise<void> {
  await tx.execute(briefLocks.transaction);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lock})`);
}

/** Takes the default partition out of the log, in which nobody can write until the end of the transaction. */
export const detachDefault = (tx: Db) => tx.execute(`ALTER TABLE audit_log DETACH PARTITION ${defaultPartition}`);

/** Puts the rows of the detached partition into those of their months, and adds an empty one in its place. */
export async function divideDefault(tx: Db): Promise<void> {
  await tx.execute(`INSERT INTO audit_log SELECT * FROM ${defaultPartition} ORDER BY id`);
  await tx.execute(`DROP TABLE ${defaultPartition}`);
  await tx.execute(`CREATE TABLE ${defaultPartition} PARTITION OF audit_log DEFAULT`);
}

/** Adds the partition of a month. */
export async function addPartition(tx: Db, month: number): Promise<void> {
  const [from, to] = [new Date(month), new Date(monthOf(new Date(month), 1))].map((date) => date.toISOString());
  const name = `audit_log_${from?.slice(0, 7).replace('-', '_')}`;
  await tx.execute(`CREATE TABLE ${name} PARTITION OF audit_log FOR VALUES FROM ('${from}') TO ('${to}')`);
}

/** Drops a partition with its rows. */
export const dropPartition = (tx: Db, { name }: Partition) => tx.execute(sql`DROP TABLE ${sql.identifier(name)}`);
