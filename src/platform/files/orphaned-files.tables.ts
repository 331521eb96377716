import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Stored files that no row refers to: not yet, or no longer. */
export const orphanedFiles = pgTable('orphaned_files', {
  /** Key of a file, or a prefix that ends with a slash: "editions/3f…/". */
  key: text('key').primaryKey(),
  orphanedAt: timestamp('orphaned_at', { withTimezone: true, precision: 3 }).notNull(),
});
