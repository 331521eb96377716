import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Who did what. Rows are only ever added; the database itself refuses anything else. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    /** Null for what the site does by itself. No foreign key: the log outlives the account. */
    actorId: integer('actor_id'),
    actor: text('actor').notNull(),
    /** Such as "person.disabled". */
    action: text('action').notNull(),
    /** What it was done to, such as "person 12". */
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('audit_log_subject_idx').on(table.subject)],
);
