import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'drizzle-orm';
import type { Pool } from 'pg';

/** The channel on which each table's name is said when its rows change. */
export const tablesChannel = 'tables';

// No page is made of these, and they change too often to tell every node: a page that did read one would not be kept.
const quiet = new Set([
  'sessions',
  'known_devices',
  'passkeys',
  'passkey_challenges',
  'security_events',
  'account_links',
  'recovery_codes',
  'outbox',
  'audit_log',
  'rate_limits',
  'reminders',
  'receipts',
  'receipt_counters',
  'statement_kinds',
  'statement_lines',
]);

/**
 * Lets every table say its name in each transaction that changes one of its rows, whoever changes them: decision 070.
 * Part of preparing the database, so that a new table cannot be forgotten.
 */
export async function announceChanges(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'says_change')`);
  const silent = rows.filter(({ name }) => !quiet.has(name));
  if (silent.length === 0) return;
  await pool.query(`
    CREATE OR REPLACE FUNCTION say_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('${tablesChannel}', TG_TABLE_NAME); RETURN NULL; END $$`);
  // By row, since a statement that touches no row changes no page; PostgreSQL says a word once per transaction.
  for (const { name } of silent)
    await pool.query(`
      CREATE TRIGGER says_change AFTER INSERT OR DELETE ON "${name}" FOR EACH ROW EXECUTE FUNCTION say_change();
      CREATE TRIGGER says_update AFTER UPDATE ON "${name}" FOR EACH ROW
        WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION say_change();
      CREATE TRIGGER says_end AFTER TRUNCATE ON "${name}" EXECUTE FUNCTION say_change()`);
}

const reading = new AsyncLocalStorage<Set<string>>();

/** Notes which queries run within `recordQueries`. */
export const queryRecorder: Logger = {
  logQuery: (query) => void reading.getStore()?.add(query),
};

/** Runs `act` and returns with its result the text of every query that it made. */
export async function recordQueries<T>(act: () => Promise<T>): Promise<{ result: T; queries: Set<string> }> {
  const queries = new Set<string>();
  return { result: await reading.run(queries, act), queries };
}

const names = /"(\w+)"|\b(?:FROM|JOIN)\s+(\w+)/gi; // such as "stories", or FROM stories as a person writes it

/** The tables that queries may have read: every name in them that is a table's. */
export function tablesIn(queries: Iterable<string>, tables: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const query of queries)
    for (const [, quoted, plain] of query.matchAll(names)) {
      const name = quoted ?? plain ?? '';
      if (tables.has(name)) found.add(name);
    }
  return found;
}

/** Whether a change of any of these tables is heard. */
export const areHeard = (tables: Iterable<string>): boolean => [...tables].every((table) => !quiet.has(table));

/** The names of all tables. */
export async function listTables(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return new Set(rows.map(({ name }) => name));
}
