import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { VisibleRows } from '#src/platform/cache/change-triggers.ts';
import type { VariantFormat } from '#src/platform/documents/pictures.ts';
import type { FileReferences } from '#src/platform/files/file-references.ts';
import { aspectRatios } from '../aspect-ratios.rules.ts';
import type { Correction } from '../columns.rules.ts';
import { storyStatuses } from '../story-fields.contract.ts';
import { categories, subCategories } from './categories.tables.ts';
import { mediaColumns } from './media.tables.ts';
import { series } from './topics.tables.ts';

export interface PictureVariant {
  width: number;
  format: VariantFormat;
}

/**
 * A picture of the media library or of a story. Its files are `open/<name>.jpg`, and `open/<name>-<width>.<format>` for
 * each variant; they are under `withheld/` while no public story shows the picture. Another file gets another name.
 */
export const pictures = pgTable(
  'pictures',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull().unique('pictures_name_key'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Whether `withheld/<name>-original.jpg` is a larger copy. */
    hasOriginal: boolean('has_original').notNull().default(false),
    /** Dominant colour, "#rrggbb". */
    colour: text('colour').notNull(),
    /** Whether the crops for search engines have been made, as `<name>-16x9.jpg` and so on in the same folder. */
    shaped: boolean('shaped').notNull().default(false),
    variants: jsonb('variants').$type<PictureVariant[]>().notNull().default([]),
    /** The files that were replaced last, which are deleted a day later. They are withheld with the picture. */
    formerFiles: text('former_files').array().notNull().default([]),
    /** Whether it stays without a story that uses it. */
    inLibrary: boolean('in_library').notNull().default(false),
    ...mediaColumns,
    alt: text('alt').notNull().default(''),
    /** Initial focal point of stories that choose the picture, in percent from the left and the top. */
    focusX: smallint('focus_x').notNull().default(50),
    focusY: smallint('focus_y').notNull().default(50),
  },
  (table) => [
    index('pictures_newest_idx').on(table.createdAt, table.id),
    check('pictures_focus_check', sql`${table.focusX} BETWEEN 0 AND 100 AND ${table.focusY} BETWEEN 0 AND 100`),
  ],
);

export const storyStatus = pgEnum('story_status', storyStatuses);

// Millisecond precision, as in JavaScript, so that a cursor made from a row matches that row exactly.
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const stories = pgTable(
  'stories',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    /** Markdown. */
    body: text('body').notNull(),
    /** Beginning of the body, so that lists need not load the body. */
    summary: text('summary').notNull(),
    categoryId: integer('category_id').references(() => categories.id, { onDelete: 'set null' }),
    subCategoryId: integer('sub_category_id').references(() => subCategories.id, { onDelete: 'set null' }),
    /** Label of a story whose sub-category is 'Others'. */
    submenu: text('submenu'),
    pictureId: integer('picture_id').references(() => pictures.id),
    /** The pictures in the text, by their directives. No foreign key: a text may name one that does not exist. */
    pictureIds: integer('picture_ids').array().notNull().default([]),
    /** The video and audio files in the text, in the same way. */
    fileIds: integer('file_ids').array().notNull().default([]),
    imageWidth: integer('image_width').notNull(),
    imageHeight: integer('image_height').notNull(),
    /** Focal point of the picture, in percent from its left and its top. */
    imageFocusX: smallint('image_focus_x').notNull().default(50),
    imageFocusY: smallint('image_focus_y').notNull().default(50),
    imageCaption: text('image_caption').notNull().default(''),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** The byline. */
    author: text('author').notNull(),
    /** Ids in `authors`, in order; `authorId` is the account that has created the story. Decision 131. */
    authorIds: integer('author_ids').array().notNull().default([]),
    /** Ids in `topics`, in order. Decision 132. */
    topicIds: integer('topic_ids').array().notNull().default([]),
    seriesId: integer('series_id').references(() => series.id, { onDelete: 'set null' }),
    seriesPart: smallint('series_part'),
    language: text('language').notNull().default('en'),
    /** Group of the language versions of a story: the id of the first one. */
    versionGroup: integer('version_group'),
    status: storyStatus('status').notNull(),
    publishAt: instant('publish_at'),
    /** When the story was published; if it has not been, when it was created. */
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Sort key of the board: equal to createdAt until an editor arranges the board. */
    boardAt: instant('board_at').notNull(),
    version: integer('version').notNull().default(1),
    deletedAt: instant('deleted_at'),
    /** The corrections in the body. */
    corrections: jsonb('corrections').$type<Correction[]>().notNull().default([]),
    /** Date of the newest correction. */
    correctedOn: date('corrected_on'),
    /** Whether the story belongs to the sample content, which can be deleted. */
    sample: boolean('sample').notNull().default(false),
  },
  (table) => {
    // Ascending indexes, scanned backwards for "newest first" (a DESC index would need NULLS LAST in every query).
    const isNotDeleted = sql`${table.deletedAt} IS NULL`;
    const isPublic = sql`${table.status} = 'published' AND ${isNotDeleted}`;
    return [
      index('stories_newest_idx').on(table.createdAt, table.id).where(isPublic),
      index('stories_category_idx').on(table.categoryId, table.createdAt, table.id).where(isPublic),
      index('stories_sub_category_idx').on(table.subCategoryId, table.createdAt, table.id).where(isPublic),
      index('stories_others_idx')
        .on(table.categoryId, table.createdAt, table.id)
        .where(sql`${isPublic} AND ${table.submenu} IS NOT NULL`),
      index('stories_board_idx').on(table.categoryId, table.boardAt, table.id).where(isPublic),
      // The same orders among the stories of one language.
      index('stories_language_idx').on(table.language, table.createdAt, table.id).where(isPublic),
      index('stories_category_language_idx')
        .on(table.categoryId, table.language, table.createdAt, table.id)
        .where(isPublic),
      index('stories_board_language_idx').on(table.categoryId, table.language, table.boardAt, table.id).where(isPublic),
      index('stories_corrected_idx')
        .on(table.correctedOn, table.id)
        .where(sql`${isPublic} AND ${table.correctedOn} IS NOT NULL`),
      index('stories_due_idx').on(table.publishAt).where(sql`${table.status} = 'scheduled'`),
      index('stories_unpublished_idx')
        .on(table.updatedAt)
        .where(sql`${table.status} <> 'published' AND ${table.deletedAt} IS NULL`),
      // Answers the newsroom's list by index-only scans: any filter, and every order but that of titles.
      index('stories_list_idx')
        .on(
          table.createdAt,
          table.id,
          table.updatedAt,
          table.status,
          table.categoryId,
          table.subCategoryId,
          table.authorId,
          table.language,
          table.versionGroup,
          table.author,
        )
        .where(isNotDeleted),
      index('stories_author_idx').on(table.author),
      index('stories_authors_idx').using('gin', table.authorIds),
      index('stories_topics_idx').using('gin', table.topicIds),
      index('stories_series_idx').on(table.seriesId, table.seriesPart).where(sql`${table.seriesId} IS NOT NULL`),
      index('stories_title_idx').on(sql`lower(${table.title})`, table.id).where(isNotDeleted),
      index('stories_deleted_idx').on(table.deletedAt).where(sql`${table.deletedAt} IS NOT NULL`),
      index('stories_picture_idx').on(table.pictureId),
      index('stories_pictures_idx').using('gin', table.pictureIds),
      index('stories_files_idx').using('gin', table.fileIds),
      uniqueIndex('stories_version_key')
        .on(table.versionGroup, table.language)
        .where(sql`${table.versionGroup} IS NOT NULL`),
      check(
        'stories_focus_check',
        sql`${table.imageFocusX} BETWEEN 0 AND 100 AND ${table.imageFocusY} BETWEEN 0 AND 100`,
      ),
      check('stories_schedule_check', sql`(${table.status} = 'scheduled') = (${table.publishAt} IS NOT NULL)`),
    ];
  },
);

const isPublic = (row: string) => `${row}.status = 'published' AND ${row}.deleted_at IS NULL`;

/** Readers see no drafts, and no pictures but those of stories, as the lead or in the text. */
export const visibleStories: VisibleRows = { table: 'stories', visible: isPublic };
export const visiblePictures: VisibleRows = {
  table: 'pictures',
  partOf: {
    table: 'stories',
    ids: (row) =>
      `SELECT id FROM stories WHERE (picture_id = ${row}.id OR picture_ids @> ARRAY[${row}.id]) AND ${isPublic('stories')}`,
  },
};

export const pictureFiles: FileReferences = `
  SELECT 'open/' || name || '.jpg' FROM pictures UNION ALL
  SELECT 'withheld/' || name || '-original.jpg' FROM pictures WHERE has_original UNION ALL
  SELECT 'open/' || name || '-' || (variant ->> 'width') || '.' || (variant ->> 'format')
    FROM pictures, jsonb_array_elements(variants) AS variant UNION ALL
  SELECT 'open/' || name || '-' || shape || '.jpg' FROM pictures, unnest(ARRAY['${Object.keys(aspectRatios).join("', '")}']) AS shape
    WHERE shaped`;
