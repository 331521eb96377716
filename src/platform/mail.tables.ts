import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Mail that is to be sent, or was. Written in the transaction of what it tells. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Plain text; paragraphs are separated by empty lines, an address stands on a line of its own. Empty once sent. */
    body: text('body').notNull(),
    replyTo: text('reply_to'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [index('outbox_unsent_idx').on(table.id).where(sql`${table.sentAt} IS NULL`)],
);
