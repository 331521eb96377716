import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Values that an admin has set. A setting without a row has its default. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});
