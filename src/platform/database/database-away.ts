import type { Pool } from 'pg';
import { AppError } from '../errors.ts';

// PostgreSQL's codes (class 08, 53300, 57P01 to 57P05) of a server that has lost the connection, has none left, stops or
// starts.
const serverCodes = /^(?:08\w{3}|53300|57P0[1-5])$/;
const networkCodes = /^(?:E[A-Z]+)$/;
// The driver's errors have no codes.
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

// Errors of the network come from other services too, so those of the database are marked.
const networkErrors = new WeakSet<Error>();

/** Marks network errors of a pool for `isDatabaseAway`. */
export function markDatabaseErrors(pool: Pool): void {
  const mark = (error: NodeJS.ErrnoException) => {
    if (networkCodes.test(error.code ?? '')) networkErrors.add(error);
    throw error;
  };
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  pool.query = ((...args: unknown[]) => query(...args).catch(mark)) as typeof pool.query;
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<unknown>;
  // `query` connects with a callback.
  pool.connect = ((callback?: unknown) =>
    callback ? connect(callback) : connect().catch(mark)) as typeof pool.connect;
}

/** Whether a query failed because the database cannot be reached. */
export function isDatabaseAway(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (networkErrors.has(e) || driverMessages.test(e.message)) return true;
    // PostgreSQL closes or refuses the connection; for example, the database does not accept connections.
    if ('severity' in e && (e.severity === 'FATAL' || e.severity === 'PANIC')) return true;
    if ('code' in e && typeof e.code === 'string' && serverCodes.test(e.code)) return true;
  }
  return false;
}

/** The AppError `unavailable` for an error of an unreachable database; undefined for other errors. */
export const databaseAway = (error: unknown): AppError | undefined =>
  isDatabaseAway(error)
    ? new AppError('unavailable', 'errors.databaseAway', { cause: error, headers: { 'retry-after': '10' } })
    : undefined;
