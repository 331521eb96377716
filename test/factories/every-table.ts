import type { Pool } from 'pg';

interface Column {
  table: string;
  column: string;
  type: string;
  /** The table that it refers to. */
  parent: string | null;
  parentColumn: string | null;
}

// What a text has to survive in a file of COPY: its separators, its escapes, its end mark, and other scripts.
const text = String.raw`E'tab\tline\nend\r\\N \\. "quoted" नगर 🙂'`;

// Where a constraint or the code requires something else.
const special: Record<string, string> = {
  'clips.picture': "'clip-of-every-table.webp'",
  'newsletters.time': "'07:30'",
};

const literalOf = ({ table, column, type, parent, parentColumn }: Column): string => {
  const given = special[`${table}.${column}`];
  if (given) return given;
  if (parent) return `(SELECT min("${parentColumn}") FROM "${parent}")`;
  if (type.endsWith('[]')) return "'{}'";
  if (/^(text|character)/.test(type)) return text;
  if (/^(timestamp|date)/.test(type)) return 'now()';
  if (/^(integer|smallint|bigint|real|double|numeric)/.test(type)) return '1';
  const others: Record<string, string> = {
    boolean: 'true',
    jsonb: `jsonb_build_object('key', ${text})`,
    bytea: `'\\x00ff5c'`,
    uuid: 'gen_random_uuid()',
  };
  return others[type] ?? `(enum_range(NULL::${type}))[1]`;
};

/** Inserts a row into every table of the site that has none. Returns the names of the tables that it could not fill. */
export async function fillEveryTable(pool: Pool): Promise<string[]> {
  const { rows: columns } = await pool.query<Column & { required: boolean }>(`
    SELECT relname AS table, attname AS column, format_type(atttypid, atttypmod) AS type,
      attnotnull AND NOT atthasdef AND attidentity = '' AS required,
      confrelid::regclass::text AS parent,
      (SELECT attname FROM pg_attribute AS other WHERE other.attrelid = confrelid AND other.attnum = confkey[1]) AS "parentColumn"
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    LEFT JOIN pg_constraint ON contype = 'f' AND conrelid = pg_class.oid AND conkey = ARRAY[attnum]
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped`);
  let empty: string[] = [];
  for (const table of new Set(columns.map((column) => column.table)))
    if ((await pool.query(`SELECT FROM "${table}" LIMIT 1`)).rowCount === 0) empty.push(table);
  // A table may need a row of another first.
  for (let before = Number.POSITIVE_INFINITY; empty.length > 0 && empty.length < before; ) {
    before = empty.length;
    const failed: string[] = [];
    for (const table of empty) {
      const required = columns.filter((column) => column.table === table && column.required);
      const names = required.map(({ column }) => `"${column}"`);
      // A job of the site may be faster.
      const insert = `INSERT INTO "${table}" (${names}) VALUES (${required.map(literalOf)}) ON CONFLICT DO NOTHING`;
      await pool.query(insert).catch((error: Error) => failed.push(`${table}: ${error.message}`));
    }
    empty = failed.map((failure) => failure.split(':')[0] as string); // the name is before the first colon
    if (empty.length === before) return failed;
  }
  return empty;
}
