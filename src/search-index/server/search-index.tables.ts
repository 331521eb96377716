import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import type { VisibleRows } from '#src/platform/cache/change-triggers.ts';
import { audiences, documentKinds } from '../documents.rules.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index of the site: a row for each page of an edition and essay on /research, for each submission under
 * review, and for each story, which only the newsroom finds while it is not public. Only triggers write to it, in the transaction that changes the source
 * (db/migrations/0002_search.sql, 0008_one_search.sql, 0011_desk.sql, *_search_languages.sql), so it is always up to date.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: documentKinds }).notNull(),
    /** The id of the story, the edition or the submission. */
    ref: integer('ref').notNull(),
    /** Page of an edition; 0 for other documents. */
    page: integer('page').notNull().default(0),
    audience: text('audience', { enum: audiences }).notNull(),
    categoryId: integer('category_id'),
    /** The language of a story; null where it is unknown. */
    language: text('language'),
    /** Group of the language versions of a story, as in `stories`. */
    versionGroup: integer('version_group'),
    /** Time of publication, or of receipt of a submission; the sort key for newest first. */
    publishedAt: timestamp('published_at', { withTimezone: true, precision: 3 }).notNull(),
    /** Folded words of the title with a space before each, for suggestions. */
    title: text('title').notNull(),
    /**
     * Folded words, stems and phonetic keys. Weights: A title, B author and caption, C the sections of a story
     * (`categoryLexeme`) or contact data, D text.
     */
    vector: tsvector('vector').notNull(),
  },
  (table) => [
    unique('search_documents_key').on(table.kind, table.ref, table.page),
    index('search_documents_vector_idx').using('gin', table.vector).with({ fastupdate: false }),
    index('search_documents_newest_idx').on(table.publishedAt, table.id),
    index('search_documents_titles_idx')
      .on(table.publishedAt, table.id)
      .where(sql`${table.kind} = 'story' AND ${table.audience} = 'anyone'`),
  ],
);

/** Every word of the documents, for spelling correction and completion. 0002_search.sql creates the trigram index. */
export const searchTerms = pgTable(
  'search_terms',
  {
    term: text('term').primaryKey(),
    /** Transliteration into Latin letters, so that trigrams work for any script and database locale. */
    roman: text('roman').notNull(),
    /** Phonetic key by `phoneticKey`; empty if it would match too many words. */
    sound: text('sound').notNull(),
    /** Number of documents with the word, updated nightly. */
    documents: integer('documents').notNull().default(1),
  },
  (table) => [
    index('search_terms_roman_idx').on(table.roman.op('text_pattern_ops')),
    index('search_terms_sound_idx').on(table.sound).where(sql`${table.sound} <> ''`),
  ],
);

/** Readers do not find documents of the newsroom, such as drafts. */
export const visibleSearchDocuments: VisibleRows = {
  table: 'search_documents',
  visible: (row) => `${row}.audience = 'anyone'`,
};
