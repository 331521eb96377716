import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from './accounts.tables.ts';

/**
 * Logins, failures and changes of credentials. Equal events of the same hour, address and device are counted in one
 * row, so that a flood cannot fill the table: decision 087.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    /** Null if no account has the e-mail that was typed. No foreign key: the log outlives the account. */
    userId: integer('user_id'),
    address: text('address').notNull(),
    /** Browser and system, such as "Firefox, Linux". */
    device: text('device').notNull(),
    /** Start of the hour that `count` covers. */
    hour: timestamptz('hour').notNull(),
    firstAt: timestamptz('first_at').notNull(),
    lastAt: timestamptz('last_at').notNull(),
    count: integer('count').notNull().default(1),
    /** Details of the last occurrence. Never contains a password, a code or a token. */
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
