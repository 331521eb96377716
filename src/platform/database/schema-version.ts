// The version of the database's schema is the date of the last migration that was applied to it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase, Pool } from 'pg';

interface Migration {
  tag: string;
  /** Milliseconds since 1970, unique. */
  when: number;
}

interface Journal {
  entries: Migration[];
}

type Queryable = Pick<ClientBase | Pool, 'query'>;

/** The path of the journal of a folder of migrations. */
export const journalOf = (folder: string) => join(folder, 'meta/_journal.json');

/** The migrations of a folder, and the rest of its journal. */
export const readJournal = async (folder: string): Promise<Journal> =>
  JSON.parse(await readFile(journalOf(folder), 'utf8'));

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
