import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { categories } from './categories.tables.ts';

/** The sections of limited editors. Rows have no effect unless `users.limited_to_sections` is set. */
export const editorSections = pgTable(
  'editor_sections',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'editor_sections_pkey', columns: [table.userId, table.categoryId] }),
    index('editor_sections_category_idx').on(table.categoryId),
  ],
);
