import { type ClientBase, Pool } from 'pg';

/** A whole database as text: all rows of all tables, and their schema. */
export interface DatabaseContents {
  rows: Record<string, string[]>;
  schema: Record<string, string[]>;
}

const isTable = "relkind = 'r'";

// Numbers of tables differ between servers; names and definitions do not.
const schemaQueries = {
  columns: `SELECT format('%s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND ${isTable} AND attnum > 0 AND NOT attisdropped`,
  constraints: `SELECT format('%s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(pg_constraint.oid))
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE connamespace = 'public'::regnamespace`,
  indexes: `SELECT pg_get_indexdef(pg_class.oid) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'i'`,
  // The site installs those with this name when it starts.
  triggers: `SELECT tgenabled::text || ' ' || pg_get_triggerdef(oid) FROM pg_trigger
    WHERE NOT tgisinternal AND tgname NOT LIKE 'publish\\_%'`,
};

/** Reads a database, in the client's transaction if it has one. */
export async function readDatabase(client: ClientBase | Pool): Promise<DatabaseContents> {
  const list = async (query: string): Promise<string[]> => {
    const { rows } = await client.query({
      text: `SELECT line FROM (${query}) AS lines (line) ORDER BY line COLLATE "C"`,
    });
    return rows.map(({ line }) => line);
  };
  const schema: Record<string, string[]> = {};
  for (const [name, query] of Object.entries(schemaQueries)) schema[name] = await list(query);
  const tables = await list(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND ${isTable}`);
  const rows: Record<string, string[]> = {};
  for (const table of tables) rows[table] = await list(`SELECT "${table}"::text FROM "${table}"`);
  return { rows, schema };
}

/** Reads the database at a connection string. */
export async function readDatabaseAt(databaseUrl: string): Promise<DatabaseContents> {
  const pool = new Pool({ connectionString: databaseUrl });
  try {
    return await readDatabase(pool);
  } finally {
    await pool.end();
  }
}
