import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** Changes of the last day as they were published, for nodes that could not receive them: decision 101. */
export const changes = pgTable(
  'changes',
  {
    /** The transaction that made the change. */
    transaction: xid8('transaction').notNull().default(sql`pg_current_xact_id()`),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    message: text('message').notNull(),
  },
  (table) => [index('changes_transaction_idx').on(table.transaction)],
);
