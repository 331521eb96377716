import { sql } from 'drizzle-orm';
import {
  customType,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/server/accounts.tables.ts';
import type { PdfWord } from '#src/platform/workers/tasks.ts';
import { periods } from '../editions.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const periodType = pgEnum('period', periods);
export const workState = pgEnum('edition_work', ['waiting', 'done', 'failed']);

export const editions = pgTable(
  'editions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    period: periodType('period').notNull(),
    /** As it is downloaded; unique among the editions that are not deleted. */
    filename: text('filename').notNull(),
    title: text('title').notNull(),
    issueDate: date('issue_date'),
    place: text('place'),
    /** Where its files are: `editions/<store>/…`. Another one for each file that was uploaded. */
    store: text('store').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    pages: integer('pages').notNull(),
    /** Size of the first page in points, for the cover's proportion. */
    widthPt: real('width_pt').notNull(),
    heightPt: real('height_pt').notNull(),
    /** File name among the open uploads. */
    cover: text('cover'),
    work: workState('work').notNull().default('waiting'),
    failure: text('failure'),
    uploadedBy: integer('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [uniqueIndex('editions_filename_key').on(table.filename).where(sql`${table.deletedAt} IS NULL`)],
);

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const editionPages = pgTable(
  'edition_pages',
  {
    editionId: integer('edition_id')
      .notNull()
      .references(() => editions.id, { onDelete: 'cascade' }),
    page: integer('page').notNull(),
    widthPt: real('width_pt').notNull(),
    heightPt: real('height_pt').notNull(),
    /** As the PDF holds it. */
    text: text('text').notNull(),
    /** As the newsroom has put it right; stands for the other then. */
    corrected: text('corrected'),
    words: jsonb('words').$type<PdfWord[]>().notNull(),
    /** The words that find it; cut by our own rule, since PostgreSQL's knows few Indian scripts. */
    terms: tsvector('terms').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.page] }),
    index('edition_pages_terms_idx').using('gin', table.terms),
  ],
);
