import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { documentKinds } from '../search.rules.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What readers can find: a row for each public story, page of an edition and essay on /research. Only triggers write it, in the
 * transaction that changes them (db/migrations/0002_search.sql), so it is never behind.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: documentKinds }).notNull(),
    /** The story's, the edition's or the essay's id. */
    ref: integer('ref').notNull(),
    /** The page of an edition; 0 for what has no pages. */
    page: integer('page').notNull().default(0),
    categoryId: integer('category_id'),
    publishedAt: timestamp('published_at', { withTimezone: true, precision: 3 }).notNull(),
    /** The title's folded words with a space before each, for suggestions. */
    title: text('title').notNull(),
    /** Words as folded, as stems and as sounds; those of the title weigh A, of author and caption B, of the text D. */
    vector: tsvector('vector').notNull(),
  },
  (table) => [
    unique('search_documents_key').on(table.kind, table.ref, table.page),
    index('search_documents_vector_idx').using('gin', table.vector).with({ fastupdate: false }),
    index('search_documents_newest_idx').on(table.publishedAt, table.id),
    index('search_documents_titles_idx').on(table.publishedAt, table.id).where(sql`${table.kind} = 'story'`),
  ],
);

/** Every word that stands in a document, for what is mistyped or only begun. Its index by trigrams is made in 0002_search.sql. */
export const searchTerms = pgTable(
  'search_terms',
  {
    term: text('term').primaryKey(),
    /** In Latin letters: what trigrams are made of whatever the script, and the database's locale, may be. */
    roman: text('roman').notNull(),
    /** In how many documents, as counted last night. */
    documents: integer('documents').notNull().default(1),
  },
  (table) => [index('search_terms_roman_idx').on(table.roman.op('text_pattern_ops'))],
);
