import { integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { Content } from '../page-fields.rules.ts';
import type { PageSlug } from '../static-pages.rules.ts';

/** All saved versions of static pages. Version 0, the default, is a file of the release. */
export const pageVersions = pgTable(
  'page_versions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').$type<PageSlug>().notNull(),
    language: text('language').notNull(),
    version: integer('version').notNull(),
    content: jsonb('content').$type<Content>().notNull(),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    author: text('author').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  // Also serves the query for the newest version, and detects concurrent edits.
  (table) => [unique('page_versions_key').on(table.slug, table.language, table.version)],
);
