import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/server/accounts.tables.ts';
import type { VariantFormat } from '#src/platform/pictures.ts';
import { storyStatuses } from '../stories.rules.ts';
import { categories, subCategories } from './categories.tables.ts';

export interface PictureVariant {
  width: number;
  format: VariantFormat;
}

/**
 * A picture of a story: `open/<name>.jpg`, and `open/<name>-<width>.<format>` for each variant that is ready; under
 * `withheld/` while no public story shows it.
 */
export const pictures = pgTable('pictures', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique('pictures_name_key'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Dominant colour, "#rrggbb". */
  colour: text('colour').notNull(),
  /** Whether its copies in the shapes of search engines are there, as `<name>-16x9.jpg` and so on beside it. */
  shaped: boolean('shaped').notNull().default(false),
  variants: jsonb('variants').$type<PictureVariant[]>().notNull().default([]),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const storyStatus = pgEnum('story_status', storyStatuses);

// Milliseconds, as JavaScript has them: a cursor made from a row finds exactly that row again.
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const stories = pgTable(
  'stories',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    /** Markdown. */
    body: text('body').notNull(),
    /** First words of the body, so that lists need not read it. */
    summary: text('summary').notNull(),
    categoryId: integer('category_id').references(() => categories.id, { onDelete: 'set null' }),
    subCategoryId: integer('sub_category_id').references(() => subCategories.id, { onDelete: 'set null' }),
    /** Label of a story whose sub-category is 'Others'. */
    submenu: text('submenu'),
    pictureId: integer('picture_id').references(() => pictures.id),
    imageWidth: integer('image_width').notNull(),
    imageHeight: integer('image_height').notNull(),
    imageCaption: text('image_caption').notNull().default(''),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    author: text('author').notNull(),
    language: text('language').notNull().default('en'),
    /** The group of stories that are one story in several languages: the number of the story that it began with. */
    versionGroup: integer('version_group'),
    status: storyStatus('status').notNull(),
    publishAt: instant('publish_at'),
    /** When it first appeared; for a story that has not, when it was begun. */
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** What the board sorts by: the same as createdAt until an editor arranges the board. */
    boardAt: instant('board_at').notNull(),
    version: integer('version').notNull().default(1),
    deletedAt: instant('deleted_at'),
    /** Part of the sample edition, which can be taken away again. */
    sample: boolean('sample').notNull().default(false),
  },
  (table) => {
    // Ascending, read backwards: "newest first" is then a plain index scan (a DESC index would need NULLS LAST in every query).
    const isPublic = sql`${table.status} = 'published' AND ${table.deletedAt} IS NULL`;
    return [
      index('stories_newest_idx').on(table.createdAt, table.id).where(isPublic),
      index('stories_category_idx').on(table.categoryId, table.createdAt, table.id).where(isPublic),
      index('stories_sub_category_idx').on(table.subCategoryId, table.createdAt, table.id).where(isPublic),
      index('stories_others_idx')
        .on(table.categoryId, table.createdAt, table.id)
        .where(sql`${isPublic} AND ${table.submenu} IS NOT NULL`),
      index('stories_board_idx').on(table.categoryId, table.boardAt, table.id).where(isPublic),
      index('stories_due_idx').on(table.publishAt).where(sql`${table.status} = 'scheduled'`),
      index('stories_unpublished_idx')
        .on(table.updatedAt)
        .where(sql`${table.status} <> 'published' AND ${table.deletedAt} IS NULL`),
      index('stories_deleted_idx').on(table.deletedAt).where(sql`${table.deletedAt} IS NOT NULL`),
      index('stories_picture_idx').on(table.pictureId),
      uniqueIndex('stories_version_key')
        .on(table.versionGroup, table.language)
        .where(sql`${table.versionGroup} IS NOT NULL`),
      check('stories_schedule_check', sql`(${table.status} = 'scheduled') = (${table.publishAt} IS NOT NULL)`),
    ];
  },
);
