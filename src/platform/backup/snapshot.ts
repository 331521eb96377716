// Reads a whole database as of one instant, while it is in use.
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from '../database/database-hosts.ts';
import { findVersion } from '../database/schema-version.ts';
import type { FileReferences } from '../files/file-references.ts';
import { findServerVersion, listSequences, listTables, quote, type Sequence } from './catalog.queries.ts';
import { toLines } from './lines.ts';
import { spool } from './parts.ts';
import { listWaitingJobs } from './waiting-jobs.ts';
import type { Spooled } from './work.ts';

export interface Snapshot {
  postgres: string;
  takenAt: Date;
  schemaVersion: number;
  tables: { name: string; columns: string[]; rows: number; file: Spooled }[];
  sequences: Sequence[];
  jobs: { count: number; file: Spooled };
  /** The keys of the files that rows refer to, one on each line, in their order; undefined if that is not known. */
  references: Spooled | undefined;
}

export interface SnapshotOptions {
  workFolder: string;
  references: readonly FileReferences[];
  signal: AbortSignal | undefined;
  onTable(name: string, index: number, tables: number): void;
  /** Runs while the snapshot is open. Another connection can read the same rows with its id. */
  within(snapshotId: string): Promise<void>;
}

// The rows of `changes` are numbers of transactions of this server; they mean nothing to another.
const withoutRows = new Set(['changes']);

// As pg_dump does: values are written exactly, and no timeout of the server ends a long COPY.
const settings = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 3;
  SET LOCAL bytea_output = 'hex'; SET LOCAL TimeZone = 'UTC'`;

/** A connection of its own, since a snapshot may take long. `onLost` is called if it ends before `end`. */
export async function connect(url: string, onLost: (error: Error) => void): Promise<Client> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'news-wing backup', keepAlive: true });
  client.on('error', onLost);
  await client.connect();
  return client;
}

/**
 * Copies all rows into files of the work folder, in one transaction that reads only. After an error the connection can
 * only be closed: it may be in the middle of a COPY.
 */
export async function takeSnapshot(client: Client, options: SnapshotOptions): Promise<Snapshot> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(settings);
  const { rows } = await client.query<{ id: string; takenAt: Date }>(
    'SELECT pg_export_snapshot() AS id, now() AS "takenAt"',
  );
  const { id, takenAt } = rows[0] as { id: string; takenAt: Date }; // the query returns one row
  const schemaVersion = await findVersion(client);
  if (schemaVersion === undefined) throw new Error('There is no site in this database.');
  const references = await spoolReferences(client, options);
  await options.within(id);
  const postgres = await findServerVersion(client);
  const tables = await spoolTables(client, options);
  const sequences = await listSequences(client);
  const jobs = await spoolJobs(client, options);
  await client.query('COMMIT');
  return { postgres, takenAt, schemaVersion, tables, sequences, jobs, references };
}

async function spoolTables(client: Client, options: SnapshotOptions): Promise<Snapshot['tables']> {
  const all = await listTables(client);
  // A migration that alters a table waits until the end of the transaction.
  await client.query(`LOCK TABLE ${all.map(({ name }) => quote(name)).join(', ')} IN ACCESS SHARE MODE`);
  const tables: Snapshot['tables'] = [];
  for (const [index, { name, columns }] of all.entries()) {
    options.onTable(name, index, all.length);
    const rows = withoutRows.has(name) ? 'WHERE false' : '';
    const query = `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)} ${rows}`;
    tables.push({ name, columns, ...(await spoolCopy(client, query, options, true)) });
  }
  return tables;
}

async function spoolCopy(client: Client, query: string, { workFolder, signal }: SnapshotOptions, compress: boolean) {
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`));
  stream.on('error', () => {}); // `spool` throws it; another may follow when the connection is closed
  const file = await spool(stream, workFolder, { compress, signal });
  await client.query('SELECT'); // the number of rows comes after the last of them
  return { rows: stream.rowCount, file };
}

async function spoolJobs(client: Client, { workFolder, signal }: SnapshotOptions): Promise<Snapshot['jobs']> {
  let count = 0;
  const counted = async function* () {
    for await (const job of listWaitingJobs(client)) {
      count += 1;
      yield job;
    }
  };
  const file = await spool(toLines(counted()), workFolder, { compress: true, signal });
  return { count, file };
}

/** All references as one query with the column `key`. */
export const allReferences = (references: readonly FileReferences[]): string =>
  references.map((query) => `SELECT key FROM (${query}) AS files (key)`).join(' UNION ');

async function spoolReferences(client: Client, options: SnapshotOptions) {
  if (options.references.length === 0) return undefined;
  const query = `SELECT key FROM (${allReferences(options.references)}) AS files ORDER BY key COLLATE "C"`;
  return (await spoolCopy(client, query, options, false)).file;
}
