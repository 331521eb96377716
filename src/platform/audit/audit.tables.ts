import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The actions of the events for a backup that was made, and for one that failed. */
export const backupEvents = { made: 'backup.made', failed: 'backup.failed' } as const;

/**
 * The audit log. Append-only: the database refuses updates, and deletes but those of the nightly purge (decision 191).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer('id').primaryKey().default(sql`nextval('audit_log_id_seq'::regclass)`),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    /** Null for system actions. No foreign key: the log outlives the account. */
    actorId: integer('actor_id'),
    actor: text('actor').notNull(),
    /** Such as "person.disabled". */
    action: text('action').notNull(),
    /** The affected object, such as "person 12". */
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    // Small, because rows are stored in the order of their time. Without `autosummarize`, new rows are not in it until a vacuum.
    index('audit_log_at_idx').using('brin', table.at).with({ autosummarize: true }),
    index('audit_log_subject_idx').on(table.subject),
    index('audit_log_backups_idx')
      .on(table.action, table.id)
      .where(sql.raw(`"action" IN ('${backupEvents.made}', '${backupEvents.failed}')`)),
  ],
);
