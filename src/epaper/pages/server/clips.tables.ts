import { index, integer, pgTable, real, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { FileReferences } from '#src/platform/files/file-references.ts';
import { editions } from './editions.tables.ts';

export const clips = pgTable(
  'clips',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** In its URL: /clip/<code>. */
    code: text('code').notNull(),
    editionId: integer('edition_id')
      .notNull()
      .references(() => editions.id, { onDelete: 'cascade' }),
    page: integer('page').notNull(),
    /** The region, as fractions of the page's width and height. */
    left: real('left').notNull(),
    top: real('top').notNull(),
    right: real('right').notNull(),
    bottom: real('bottom').notNull(),
    /** File name among the public uploads. */
    picture: text('picture').notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    /** Text of the region, as alternative text; empty where the PDF's text is garbled. */
    text: text('text').notNull(),
    madeBy: integer('made_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    uniqueIndex('clips_code_key').on(table.code),
    index('clips_edition_idx').on(table.editionId),
    index('clips_made_by_idx').on(table.madeBy),
  ],
);

export const clipFiles: FileReferences = `SELECT 'open/' || picture FROM clips`;
