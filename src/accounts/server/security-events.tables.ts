import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from './accounts.tables.ts';

/**
 * Logins, failures and changes of what opens an account. The same event of the same hour, address and device is counted
 * in one row, so that a flood cannot fill the table: decision 087.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    /** Whose account; null where there is none by the e-mail that was typed. No foreign key: the log outlives the account. */
    userId: integer('user_id'),
    address: text('address').notNull(),
    /** Browser and system, such as "Firefox, Linux". */
    device: text('device').notNull(),
    /** The hour that `count` is for. */
    hour: instant('hour').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    count: integer('count').notNull().default(1),
    /** Of the last one. Never a password, a code or a token. */
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [
    unique('security_events_key')
      .on(table.userId, table.kind, table.address, table.device, table.hour)
      .nullsNotDistinct(),
    index('security_events_user_id_idx').on(table.userId, table.id),
    index('security_events_hour_idx').on(table.hour, table.kind),
  ],
);
