// Reads the site's schema, `public`, from PostgreSQL's catalogs.
import { type ClientBase, escapeIdentifier } from 'pg';

export interface Table {
  name: string;
  /** Without generated columns, whose values PostgreSQL computes itself. */
  columns: string[];
}

export interface Sequence {
  name: string;
  lastValue: string;
  isCalled: boolean;
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Identifiers as in SQL, such as "stories". */
export const quote = escapeIdentifier;

const ofExtension = (catalog: string) =>
  `EXISTS (SELECT FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = ${catalog}.oid AND deptype = 'e')`;

/** All tables but those of extensions. A partitioned table is listed instead of its partitions. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND NOT ${ofExtension('pg_class')}
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY relname ORDER BY relname`);
  return rows;
}

/** The state of all sequences. It is not part of a snapshot, so read it after taking one: it is never behind the rows. */
export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<Omit<Sequence, 'name'>>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${quote(name)}`,
    );
    sequences.push({ name, ...(state[0] as Omit<Sequence, 'name'>) }); // a sequence has one row
  }
  return sequences;
}

export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    SELECT relname AS table, conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = 'public'::regnamespace AND contype = 'f' ORDER BY relname, conname`);
  return rows;
}

/** Whether the database holds nothing of a site, nor anything of the same names. Extensions do not count. */
export async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    SELECT to_regnamespace('drizzle') IS NULL AND to_regnamespace('jobs') IS NULL
      AND NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND NOT ${ofExtension('pg_class')})
      AND NOT EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND NOT ${ofExtension('pg_proc')})
      AND NOT EXISTS (SELECT FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e')
        AND NOT ${ofExtension('pg_type')}) AS empty`);
  return rows[0]?.empty ?? false;
}

export async function findServerVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  return rows[0]?.server_version ?? '';
}
