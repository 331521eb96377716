// Writes the rows of a backup into a database that has its tables. Needs no right but that of the tables' owner: a
// superuser could turn off all triggers, but a managed PostgreSQL gives nobody that right.
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '../database/db.ts';
import { listForeignKeys, listTables, quote } from './catalog.queries.ts';
import type { ManifestBody } from './manifest.ts';
import { readCompressed } from './parts.ts';
import type { BackupStore } from './store.ts';

export interface LoadOptions {
  signal: AbortSignal | undefined;
  onTable(name: string, index: number, tables: number): void;
  /** The last step of the transaction. */
  finish(tx: Db): Promise<void>;
}

const settings = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC'`;

/** Replaces all rows, in one transaction. */
export async function loadRows(
  client: Client,
  store: BackupStore,
  { tables, sequences }: ManifestBody,
  options: LoadOptions,
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(settings);
    const names = (await listTables(client)).map(({ name }) => quote(name));
    const unknown = tables.find(({ name }) => !names.includes(quote(name)));
    if (unknown) throw new Error(`The backup has a table "${unknown.name}", which no migration creates.`);

    // Without foreign keys no order of the tables matters, and references in a circle are no problem. Adding them again
    // checks all rows.
    const foreignKeys = await listForeignKeys(client);
    for (const { table, name } of foreignKeys)
      await client.query(`ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`);
    // What triggers write, such as the search index, is in the backup.
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${names.join(', ')}`); // migrations may have inserted rows

    for (const [index, table] of tables.entries()) {
      options.onTable(table.name, index, tables.length);
      await loadTable(client, store, table, options.signal);
    }
    for (const { name, lastValue, isCalled } of sequences)
      await client.query('SELECT setval($1, $2, $3)', [quote(name), lastValue, isCalled]);

    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of foreignKeys)
      await client.query(`ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`);
    await options.finish(drizzle({ client }));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function loadTable(
  client: Client,
  store: BackupStore,
  { name, columns, rows, part }: ManifestBody['tables'][number],
  signal: AbortSignal | undefined,
) {
  const into = client.query(copyFrom(`COPY ${quote(name)} (${columns.map(quote).join(', ')}) FROM STDIN`));
  await pipeline(readCompressed(store, part), into, signal ? { signal } : {});
  if (into.rowCount !== rows)
    throw new Error(`The table "${name}" has ${into.rowCount} rows instead of ${rows} after the restore.`);
}

/** Collects statistics, without which PostgreSQL plans badly, and marks the pages that index-only scans need not read. */
export async function vacuum(client: Client): Promise<void> {
  for (const { name } of await listTables(client)) await client.query(`VACUUM (ANALYZE) ${quote(name)}`);
}
