import { boolean, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { LocalNames } from '../columns.rules.ts';

export const categories = pgTable('categories', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique('categories_slug_key'),
  /** Sort order in the newspaper. */
  position: integer('position').notNull(),
  /** Names in languages other than the default one. */
  names: jsonb('names').$type<LocalNames>().notNull().default({}),
  /** Left out of the category bar, the board and other lists; its page and its stories stay public. */
  hidden: boolean('hidden').notNull().default(false),
  /** Incremented with each change of the category or its sub-categories, to detect concurrent changes. */
  version: integer('version').notNull().default(1),
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
    names: jsonb('names').$type<LocalNames>().notNull().default({}),
  },
  (table) => [unique('sub_categories_slug_key').on(table.categoryId, table.slug)],
);

/** Former slugs of categories. A category that has the slug now takes precedence. */
export const categoryRedirects = pgTable('category_redirects', {
  slug: text('slug').primaryKey(),
  categoryId: integer('category_id')
    .notNull()
    .references(() => categories.id, { onDelete: 'cascade' }),
});

/** Former slugs of a category's sub-categories. */
export const subCategoryRedirects = pgTable(
  'sub_category_redirects',
  {
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    /** Null: the stories are under 'Others'. */
    subCategoryId: integer('sub_category_id').references(() => subCategories.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ name: 'sub_category_redirects_pkey', columns: [table.categoryId, table.slug] })],
);
