import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The audit log. Append-only: the database refuses updates and deletes. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
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
  (table) => [index('audit_log_subject_idx').on(table.subject)],
);
