import { sql } from 'drizzle-orm';
import {
  date,
  integer,
  jsonb,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { FileReferences } from '#src/platform/files/file-references.ts';
import type { PdfWord } from '#src/platform/workers/tasks.ts';
import type { Headline } from '../articles.rules.ts';
import { periods } from '../editions.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const periodType = pgEnum('period', periods);
export const workState = pgEnum('edition_work', ['waiting', 'done', 'failed']);

export const editions = pgTable(
  'editions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    period: periodType('period').notNull(),
    /** Filename of the download; unique among the editions that are not deleted. */
    filename: text('filename').notNull(),
    title: text('title').notNull(),
    issueDate: date('issue_date'),
    place: text('place'),
    /** Folder of its files: `editions/<store>/…`. Each uploaded file gets a new one. */
    store: text('store').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    pages: integer('pages').notNull(),
    /** Size of the first page in points, for the cover's aspect ratio. */
    widthPt: real('width_pt').notNull(),
    heightPt: real('height_pt').notNull(),
    /** File name among the public uploads. */
    cover: text('cover'),
    work: workState('work').notNull().default('waiting'),
    failure: text('failure'),
    uploadedBy: integer('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [uniqueIndex('editions_filename_key').on(table.filename).where(sql`${table.deletedAt} IS NULL`)],
);

/** The weekly newspapers that readers were promised, with the edition that came for each. */
export const promisedEditions = pgTable('promised_editions', {
  /** The day in India. */
  day: date('day').primaryKey(),
  /** An edition fulfils one promise. Null if none came, or if it has been deleted since. */
  editionId: integer('edition_id')
    .references(() => editions.id, { onDelete: 'set null' })
    .unique('promised_editions_edition_key'),
  /** Null while the newspaper is awaited. */
  settledAt: instant('settled_at'),
});

// One sequence for all pages, so that a page of a replaced PDF never reuses a version of the previous page.
export const pageVersions = pgSequence('edition_page_versions');

export const editionPages = pgTable(
  'edition_pages',
  {
    editionId: integer('edition_id')
      .notNull()
      .references(() => editions.id, { onDelete: 'cascade' }),
    page: integer('page').notNull(),
    widthPt: real('width_pt').notNull(),
    heightPt: real('height_pt').notNull(),
    /** Text extracted from the PDF. */
    text: text('text').notNull(),
    /** Corrected by the newsroom; overrides `text`. */
    corrected: text('corrected'),
    /** Increases with every correction. */
    version: integer('version').notNull().default(sql`nextval('edition_page_versions')`),
    words: jsonb('words').$type<PdfWord[]>().notNull(),
    /** Headlines of the articles that `findArticles` found, for everyone; none in a composed edition. */
    headlines: jsonb('headlines').$type<Headline[]>().notNull().default([]),
    /** Texts of these articles, with the same access as the page. */
    articleTexts: jsonb('article_texts').$type<string[]>().notNull().default([]),
    /** Text for the search index, by `searchTextOf`; if null, the corrected or extracted text is indexed. */
    searchText: text('search_text'),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.page] })],
);

/** Without the pictures of pages, which can be made of the PDF again. */
export const editionFiles: FileReferences = `
  SELECT 'editions/' || store || '/edition.pdf' FROM editions UNION ALL
  SELECT 'open/' || cover FROM editions WHERE cover IS NOT NULL`;
