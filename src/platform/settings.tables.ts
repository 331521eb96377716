import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** What an administrator has set; what is not here has its default. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});
