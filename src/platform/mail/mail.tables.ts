import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Transactional outbox: mail to be sent, and sent mail. Written in the transaction of the change that it reports. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Plain text. Paragraphs are separated by empty lines, and a URL is a paragraph by itself. Empty once sent. */
    body: text('body').notNull(),
    replyTo: text('reply_to'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [index('outbox_unsent_idx').on(table.id).where(sql`${table.sentAt} IS NULL`)],
);
