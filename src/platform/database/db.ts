import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Pool, type PoolClient } from 'pg';
import { requireNoUnfinishedRestore } from '../backup/unfinished-restore.ts';
import { installChangeTriggers, type VisibleRows } from '../cache/change-triggers.ts';
import { queryCounter, recordResults } from '../cache/recorded-queries.ts';
import { traceQueries } from '../tracing/traced-queries.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { markDatabaseErrors } from './database-away.ts';
import { DatabaseClient } from './database-hosts.ts';
import { applyMigrations } from './migrations.ts';
import { requireKnownVersion } from './schema-version.ts';

/** First argument of every query: the pool, or a transaction on one of its connections. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface Database {
  db: Db;
  pool: Pool;
  close(): Promise<void>;
}

// Longer than a new connection takes on a busy machine. A request that waits for longer is answered with 503.
const connectionTimeoutMillis = 10_000;

// Any number that no other program on the same database uses.
const setupLock = 1_314_346_328;

export interface DatabaseOptions {
  /** Most connections of the pool. */
  max?: number;
  tracing?: Tracing | undefined;
}

/** Opens a connection pool. `onIdleError` is called when an idle connection is lost; the pool replaces it. */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
  { max = 20, tracing }: DatabaseOptions = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    Client: DatabaseClient,
    max,
    application_name: 'news-wing',
    connectionTimeoutMillis,
  });
  markDatabaseErrors(pool);
  if (tracing) traceQueries(pool, tracing); // before what follows, which sends no query whose result it has
  recordResults(pool);
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) onIdleError(error);
  });
  pool.on('acquire', (client) => queueMicrotask(() => releaseWhenLost(client))); // its `release` is set after this event
  const close = () => {
    closing = true;
    return pool.end();
  };
  return { db: drizzle({ client: pool, logger: queryCounter }), pool, close };
}

// Removes a connection from the pool when it is lost while in use; its queries fail by themselves. Without a listener
// the event would end the process, and Drizzle does not release a connection whose BEGIN has failed: once all are lost
// this way, every query would wait forever.
export function releaseWhenLost(client: PoolClient): void {
  const release = client.release;
  let released = false;
  const releaseOnce = (error?: Error | boolean) => {
    if (released) return;
    released = true;
    client.off('error', releaseOnce);
    release(error);
  };
  client.on('error', releaseOnce);
  client.release = releaseOnce;
}

/** Runs `prepare` under an advisory lock, so that nodes that start at once on one database run it one after another. */
export async function withAdvisoryLock<T>({ pool }: Database, prepare: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [setupLock]);
    return await prepare();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [setupLock]);
    client.release();
  }
}

/**
 * Applies pending migrations and installs the triggers that publish changes. Throws if the database is of a newer
 * program, or if a restore into it has not finished. `onLocked` is called if it has to wait for others that use the
 * database.
 */
export async function migrateDatabase(
  { pool }: Database,
  folder: string,
  visibleRows: readonly VisibleRows[],
  onLocked?: () => void,
): Promise<void> {
  await requireNoUnfinishedRestore(pool);
  await requireKnownVersion(pool, folder);
  await applyMigrations(pool, folder, { onLocked });
  await installChangeTriggers(pool, visibleRows, onLocked);
}

/** The name of the constraint that a write violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('constraint' in e && typeof e.constraint === 'string') return e.constraint;
  return undefined;
}
