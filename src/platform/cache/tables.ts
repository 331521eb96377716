import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'drizzle-orm';
import type { Pool } from 'pg';

/** The NOTIFY channel that carries a table's name when its rows change. */
export const tablesChannel = 'tables';

// Tables without NOTIFY triggers: no page reads them, and they change too often. A page that reads one is not cached.
const excludedTables = new Set([
  'sessions',
  'known_devices',
  'passkeys',
  'passkey_challenges',
  'security_events',
  'account_links',
  'recovery_codes',
  'outbox',
  'orphaned_files',
  'audit_log',
  'rate_limits',
  'reminders',
  'receipts',
  'receipt_counters',
  'statement_kinds',
  'statement_lines',
]);

/**
 * Installs NOTIFY triggers on all tables but the excluded ones, so that every transaction that changes a table's rows
 * publishes its name, whatever program runs it: decision 070. Runs at each start, so that new tables get triggers too.
 */
export async function installNotifyTriggers(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'says_change')`);
  const withoutTriggers = rows.filter(({ name }) => !excludedTables.has(name));
  if (withoutTriggers.length === 0) return;
  await pool.query(`
    CREATE OR REPLACE FUNCTION say_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('${tablesChannel}', TG_TABLE_NAME); RETURN NULL; END $$`);
  // FOR EACH ROW, since a statement without rows changes no page; PostgreSQL sends equal messages once per transaction.
  for (const { name } of withoutTriggers)
    await pool.query(`
      CREATE TRIGGER says_change AFTER INSERT OR DELETE ON "${name}" FOR EACH ROW EXECUTE FUNCTION say_change();
      CREATE TRIGGER says_update AFTER UPDATE ON "${name}" FOR EACH ROW
        WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION say_change();
      CREATE TRIGGER says_end AFTER TRUNCATE ON "${name}" EXECUTE FUNCTION say_change()`);
}

const queryStorage = new AsyncLocalStorage<Set<string>>();

/** Records the queries that run within `recordQueries`. */
export const queryRecorder: Logger = {
  logQuery: (query) => void queryStorage.getStore()?.add(query),
};

/** Runs `callback` and returns its result with the text of every query that it made. */
export async function recordQueries<T>(callback: () => Promise<T>): Promise<{ result: T; queries: Set<string> }> {
  const queries = new Set<string>();
  return { result: await queryStorage.run(queries, callback), queries };
}

const tableReferences = /"(\w+)"|\b(?:FROM|JOIN)\s+(\w+)/gi; // such as "stories", or FROM stories in handwritten SQL

/** The tables that queries may have read: every table name that occurs in them. */
export function tablesIn(queries: Iterable<string>, tables: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const query of queries)
    for (const [, quoted, plain] of query.matchAll(tableReferences)) {
      const name = quoted ?? plain ?? '';
      if (tables.has(name)) found.add(name);
    }
  return found;
}

/** Whether all of these tables have NOTIFY triggers. */
export const haveNotifyTriggers = (tables: Iterable<string>): boolean =>
  [...tables].every((table) => !excludedTables.has(table));

/** The names of all tables. */
export async function listTables(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return new Set(rows.map(({ name }) => name));
}
