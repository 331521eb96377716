import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core';

export const categories = pgTable('categories', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique('categories_slug_key'),
  /** Sort order in the newspaper. */
  position: integer('position').notNull(),
});

export const subCategories = pgTable(
  'sub_categories',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [unique('sub_categories_slug_key').on(table.categoryId, table.slug)],
);
