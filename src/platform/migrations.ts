// The version of the database's schema is the date of the last migration that was applied to it.
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { ClientBase, Pool } from 'pg';
import { briefLocks, isLocked, retryWhileLocked } from './brief-locks.ts';

interface Migration {
  tag: string;
  /** Milliseconds since 1970, unique. */
  when: number;
}

interface Journal {
  entries: Migration[];
}

type Queryable = Pick<ClientBase | Pool, 'query'>;

const journalOf = (folder: string) => join(folder, 'meta/_journal.json');

const readJournal = async (folder: string): Promise<Journal> => JSON.parse(await readFile(journalOf(folder), 'utf8'));

/** The version that the migrations of this program lead to. */
export async function newestVersion(folder: string): Promise<number> {
  const { entries } = await readJournal(folder);
  return Math.max(...entries.map(({ when }) => when));
}

/** The version of a database; undefined if it was never set up. */
export async function findVersion(client: Queryable): Promise<number | undefined> {
  const { rows } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is_set_up");
  if (!rows[0].is_set_up) return undefined;
  const { rows: last } = await client.query('SELECT max(created_at) AS version FROM drizzle.__drizzle_migrations');
  return last[0].version === null ? undefined : Number(last[0].version);
}

/** Throws if a newer program has set up the database: this one would read and write it wrongly. */
export async function requireKnownVersion(client: Queryable, folder: string): Promise<void> {
  const version = await findVersion(client);
  if (version !== undefined && version > (await newestVersion(folder)))
    throw new Error(
      `The database is of a newer News Wing (${dayOf(version)}) than this one: start the newer one, or restore a backup.`,
    );
}

const dayOf = (version: number) => new Date(version).toISOString().slice(0, 10);

export interface MigrationOptions {
  /** Leaves out the migrations after this version. */
  upTo?: number;
  /** Called once if a table that a migration changes is in use. */
  onLocked?: (() => void) | undefined;
}

/** Applies the pending migrations, in one transaction. Others may use the database meanwhile. */
export async function applyMigrations(
  pool: Pool,
  folder: string,
  { upTo = Number.POSITIVE_INFINITY, onLocked }: MigrationOptions = {},
): Promise<void> {
  const apply = (migrationsFolder: string) => migrateWhenFree(pool, migrationsFolder, onLocked);
  const { entries, ...journal } = await readJournal(folder);
  const applied = entries.filter(({ when }) => when <= upTo);
  if (applied.length === entries.length) return apply(folder);
  // Drizzle applies whole folders only.
  const partial = await mkdtemp(join(tmpdir(), 'news-wing-migrations-'));
  try {
    await mkdir(join(partial, 'meta'));
    await writeFile(journalOf(partial), JSON.stringify({ ...journal, entries: applied }));
    for (const { tag } of applied) await copyFile(join(folder, `${tag}.sql`), join(partial, `${tag}.sql`));
    await apply(partial);
  } finally {
    await rm(partial, { recursive: true });
  }
}

async function migrateWhenFree(pool: Pool, migrationsFolder: string, onLocked: (() => void) | undefined) {
  const client = await pool.connect();
  try {
    await client.query(briefLocks.session);
    await retryWhileLocked(() => migrate(drizzle({ client }), { migrationsFolder }), { onLocked });
    await client.query('RESET lock_timeout');
    client.release();
  } catch (error) {
    client.release(true); // closed, with its setting
    if (!isLocked(error)) throw error;
    throw new Error(
      'The database could not be migrated: something else, such as a backup, has used a table for ten minutes. Start again when that has ended.',
    );
  }
}
