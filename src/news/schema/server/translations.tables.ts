import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Html } from '#src/calls/html.ts';
import { stories } from './stories.tables.ts';

/** Machine translations of stories, valid until the story changes. */
export const storyTranslations = pgTable(
  'story_translations',
  {
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    /** The version of the story that was translated. */
    version: integer('version').notNull(),
    title: text('title').notNull(),
    standfirst: text('standfirst').$type<Html>(),
    html: text('html').$type<Html>().notNull(),
  },
  (table) => [primaryKey({ name: 'story_translations_pkey', columns: [table.storyId, table.language] })],
);
