import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { briefLocks, retryWhileLocked } from '../database/brief-locks.ts';

/** The NOTIFY channel of committed changes. */
export const changesChannel = 'changes';

/** A committed change. Without an id, any row of the table may have changed; without columns, any column. */
export interface Change {
  table: string;
  /** The row's `id`. */
  id?: string;
  /** The columns that an UPDATE changed. An INSERT or DELETE changes all. */
  columns?: readonly string[];
}

/** What readers see of a table's rows, in SQL. A slice declares it beside its tables. */
export interface VisibleRows {
  table: string;
  /** Condition on a row: changes of rows that do not meet it, before or after, are not published. */
  visible?: (row: 'OLD' | 'NEW') => string;
  /**
   * Readers see these rows only as parts of rows of another table, such as pictures in stories. Their changes are
   * published as changes of the rows whose ids `ids` selects. Queries that read both tables depend on the latter alone.
   */
  partOf?: { table: string; ids: (row: 'OLD' | 'NEW') => string };
}

// No page reads these tables, and they change too often. A page that reads one is not cached.
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
  'changes',
  'rate_limits',
  'reminders',
  'receipts',
  'receipt_counters',
  'statement_kinds',
  'statement_lines',
  'story_revisions',
  'live_entry_revisions',
  'working_copies',
  'preview_links',
  'story_comments',
  'story_presence',
  'story_assignments',
  'assignments',
  'story_reads',
  'essay_reads',
  'work_citations',
  'hourly_reads',
  'reading_marks',
  'reading_history',
  'reading_choices',
  'newsletter_subscriptions',
  'newsletter_copies',
  'newsletter_issue_versions',
  'newsletter_months',
  'newsletter_reads',
  'push_devices',
  'push_messages',
  'push_copies',
  'zero_result_searches',
  'edition_plans',
  'editor_sections',
]);

/** Whether changes of all of these tables are published. */
export const arePublished = (tables: Iterable<string>): boolean =>
  [...tables].every((table) => !excludedTables.has(table));

/** The names of all tables. */
export async function listTables(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Parses a message of the channel: "stories", "stories 12" or "stories 12 title,summary". */
export function parseChange(message: string): Change {
  const [table = '', id, columns] = message.split(' ');
  return { table, ...(id && { id }), ...(columns && { columns: columns.split(',') }) };
}

/**
 * Installs triggers on all tables but the excluded ones, so that every transaction publishes what it changed, whatever
 * program runs it: decision 101. Runs at each start; replaces triggers whose definition has changed.
 */
export async function installChangeTriggers(
  pool: Pool,
  visibleRows: readonly VisibleRows[],
  onLocked?: () => void,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; hasId: boolean; version: string | null }>(`
    SELECT relname AS name, EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'id' AND NOT attisdropped) AS "hasId",
      (SELECT obj_description(oid, 'pg_proc') FROM pg_proc WHERE proname = 'publish_change_of_' || relname) AS version
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`);
  const definitions = rows
    .filter(({ name }) => !excludedTables.has(name))
    .map(({ name, hasId, version }) => {
      const rule = visibleRows.find(({ table }) => table === name);
      const code = triggersOf(name, hasId, rule);
      return { name, code, version, hash: createHash('sha256').update(code).digest('hex').slice(0, 16) };
    })
    .filter(({ version, hash }) => version !== hash);
  if (definitions.length === 0) return;
  // Statements of one query are one transaction.
  const change = (code: string) => retryWhileLocked(() => pool.query(`${briefLocks.transaction}; ${code}`), onLocked);
  await change('DROP FUNCTION IF EXISTS say_change() CASCADE'); // of earlier versions
  await change(publishChange);
  for (const { name, code, hash } of definitions)
    await change(`${code}; COMMENT ON FUNCTION publish_change_of_${name}() IS '${hash}'`);
}

// The table keeps the message for nodes that do not receive it.
const publishChange = `
  CREATE OR REPLACE FUNCTION publish_change(message text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO changes (message) VALUES (message);
    SELECT pg_notify('${changesChannel}', message);
  $$`;

// Row triggers, since a statement that finds no row changes nothing. PostgreSQL sends equal messages once per transaction.
function triggersOf(table: string, hasId: boolean, { visible, partOf }: Partial<VisibleRows> = {}): string {
  const name = `publish_change_of_${table}`;
  const id = hasId ? 'coalesce(NEW.id, OLD.id)::text' : `''`;
  const ifVisible = (...rows: ('OLD' | 'NEW')[]) =>
    visible ? rows.map((row) => `(${visible(row)})`).join(' OR ') : 'true';
  const publishParts = (row: 'OLD' | 'NEW') =>
    partOf
      ? `PERFORM publish_change('${partOf.table} ' || ids.id || ' ' || changed) FROM (${partOf.ids(row)}) AS ids (id);`
      : '';
  const on = (event: string, condition: string) => `
    CREATE OR REPLACE TRIGGER publish_${event} AFTER ${event.toUpperCase()} ON "${table}" FOR EACH ROW
      WHEN (${condition}) EXECUTE FUNCTION ${name}()`;
  return `
    CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      changed text := '';
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        PERFORM publish_change('${table}');
        RETURN NULL;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        SELECT string_agg(newer.key, ',') INTO changed FROM jsonb_each(to_jsonb(NEW)) AS newer
          JOIN jsonb_each(to_jsonb(OLD)) AS older USING (key) WHERE newer.value IS DISTINCT FROM older.value;
      END IF;
      PERFORM publish_change('${table} ' || ${id} || ' ' || coalesce(changed, ''));
      IF TG_OP <> 'DELETE' THEN ${publishParts('NEW')} NULL; ELSE ${publishParts('OLD')} NULL; END IF;
      RETURN NULL;
    END $$;
    ${on('insert', ifVisible('NEW'))};
    ${on('delete', ifVisible('OLD'))};
    ${on('update', `OLD IS DISTINCT FROM NEW AND (${ifVisible('OLD', 'NEW')})`)};
    CREATE OR REPLACE TRIGGER publish_truncate AFTER TRUNCATE ON "${table}" EXECUTE FUNCTION ${name}()`;
}
