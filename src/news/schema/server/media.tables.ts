import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { VisibleRows } from '#src/platform/cache/change-triggers.ts';
import type { FileReferences } from '#src/platform/files/file-references.ts';
import type { Licence } from '../columns.rules.ts';
import { type MediaFileType, mediaFileTypes } from '../columns.rules.ts';

/** What the newsroom states about a picture or a file, and how it came to the library. */
export const mediaColumns = {
  /** The name under which it was uploaded; empty if unknown. */
  fileName: text('file_name').notNull().default(''),
  caption: text('caption').notNull().default(''),
  credit: text('credit').notNull().default(''),
  licence: text('licence').$type<Licence>().notNull().default(''),
  licenceName: text('licence_name').notNull().default(''),
  source: text('source').notNull().default(''),
  uploaderId: integer('uploader_id').references(() => users.id, { onDelete: 'set null' }),
  // Millisecond precision, as in JavaScript, so that a cursor made from a row matches that row exactly.
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
};

/**
 * A video or audio file of the media library. It is stored as `open/<name>.<extension>`, its subtitles as
 * `open/<subtitlesName>.vtt`; both are under `withheld/` while no public story shows the file.
 */
export const mediaFiles = pgTable(
  'media_files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull().unique('media_files_name_key'),
    type: text('type').$type<MediaFileType>().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    title: text('title').notNull().default(''),
    /** Other subtitles get another name: a file never changes under its address. */
    subtitlesName: text('subtitles_name'),
    ...mediaColumns,
  },
  (table) => [index('media_files_newest_idx').on(table.createdAt, table.id)],
);

/** Readers see no files but those in the texts of public stories. */
export const visibleMediaFiles: VisibleRows = {
  table: 'media_files',
  partOf: {
    table: 'stories',
    ids: (row) =>
      `SELECT id FROM stories WHERE file_ids @> ARRAY[${row}.id] AND status = 'published' AND deleted_at IS NULL`,
  },
};

const extensions = Object.entries(mediaFileTypes).map(
  ([
    type,
    {
      extensions: [stored],
    },
  ]) => `WHEN '${type}' THEN '${stored}'`,
);

export const mediaFileReferences: FileReferences = `
  SELECT 'open/' || name || '.' || CASE type ${extensions.join(' ')} END FROM media_files UNION ALL
  SELECT 'open/' || subtitles_name || '.vtt' FROM media_files WHERE subtitles_name IS NOT NULL`;
