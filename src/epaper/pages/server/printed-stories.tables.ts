import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Region } from '../pages.rules.ts';
import { editions } from './editions.tables.ts';

/** A story, or a part of it, printed on a page of a composed edition. */
export const printedStories = pgTable(
  'printed_stories',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    editionId: integer('edition_id')
      .notNull()
      .references(() => editions.id, { onDelete: 'cascade' }),
    /** Null once the story is deleted; the printed text stays. */
    storyId: integer('story_id').references(() => stories.id, { onDelete: 'set null' }),
    page: integer('page').notNull(),
    /** Which of the edition's files it belongs to. */
    store: text('store').notNull(),
    region: jsonb('region').$type<Region>().notNull(),
    title: text('title').notNull(),
    /** Paragraphs, separated by an empty line. */
    text: text('text').notNull(),
    /** Whether the story begins here; otherwise it is a continuation. */
    begins: boolean('begins').notNull(),
  },
  (table) => [
    index('printed_stories_edition_idx').on(table.editionId, table.page),
    index('printed_stories_story_idx').on(table.storyId),
  ],
);
