import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import { announceChanges, queryRecorder } from './cache/tables.ts';

/** What queries take first: the pool or a transaction on one of its connections. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface Database {
  db: Db;
  pool: Pool;
  close(): Promise<void>;
}

// Any number that no other program on the same database uses.
const setupLock = 1_314_346_328;

/** Opens a pool. `onIdleError` hears of connections lost while nobody used them; the pool replaces them. */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new Pool({ connectionString: url, max: 20, application_name: 'news-wing' });
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) onIdleError(error);
  });
  const close = () => {
    closing = true;
    return pool.end();
  };
  return { db: drizzle({ client: pool, logger: queryRecorder }), pool, close };
}

/** Runs `prepare` while no other node does: nodes that start together on one database take turns. */
export async function alone<T>({ pool }: Database, prepare: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [setupLock]);
    return await prepare();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [setupLock]);
    client.release();
  }
}

/** Brings the database to the newest form. */
export async function migrateDatabase({ pool }: Database, folder: string): Promise<void> {
  await migrate(drizzle({ client: pool }), { migrationsFolder: folder });
  await announceChanges(pool);
}

/** The name of the constraint that a write broke, or undefined when the error is another. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('constraint' in e && typeof e.constraint === 'string') return e.constraint;
  return undefined;
}
