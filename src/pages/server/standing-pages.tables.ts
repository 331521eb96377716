import { integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/server/accounts.tables.ts';
import type { Content } from '../page-fields.rules.ts';
import type { PageSlug } from '../standing-pages.rules.ts';

/** Every version of every standing page since the one that the site came with, which is version 0 and not here. */
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
  // Also what the newest version is found by, and what lets one of two editors know that he came second.
  (table) => [unique('page_versions_key').on(table.slug, table.language, table.version)],
);
