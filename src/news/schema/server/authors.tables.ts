import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { FileReferences } from '#src/platform/files/file-references.ts';

/** Bylines: who is named as the author of stories. Not accounts, although one may belong to an account. */
export const authors = pgTable(
  'authors',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique('authors_slug_key'),
    /** Such as "Sports editor". */
    role: text('role').notNull().default(''),
    /** Markdown. */
    bio: text('bio').notNull().default(''),
    /** Language of the role and the biography. */
    language: text('language').notNull().default('en'),
    /** File name of the portrait. */
    portrait: text('portrait'),
    email: text('email').notNull().default(''),
    /** Handles, without "@". */
    x: text('x').notNull().default(''),
    instagram: text('instagram').notNull().default(''),
    /** The account of the author; null for a guest. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Ids of authors that were merged into this one: stories may still refer to them. */
    formerIds: integer('former_ids').array().notNull().default([]),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    unique('authors_user_id_key').on(table.userId),
    index('authors_former_idx').using('gin', table.formerIds),
  ],
);

/** Former slugs of authors. An author who has the slug now takes precedence. */
export const authorRedirects = pgTable('author_redirects', {
  slug: text('slug').primaryKey(),
  authorId: integer('author_id')
    .notNull()
    .references(() => authors.id, { onDelete: 'cascade' }),
});

export const authorFiles: FileReferences = `SELECT 'open/' || portrait FROM authors WHERE portrait IS NOT NULL`;
