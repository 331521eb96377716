import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import { briefLocks, isLocked, retryWhileLocked } from './brief-locks.ts';
import { journalOf, readJournal } from './schema-version.ts';

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
    await retryWhileLocked(() => migrate(drizzle({ client }), { migrationsFolder }), onLocked);
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
