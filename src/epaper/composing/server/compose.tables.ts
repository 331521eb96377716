import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { type Choice, paperSizes } from '#src/epaper/layout/compose.rules.ts';
import type { PrintText, Space } from '#src/epaper/layout/page-plan.rules.ts';
import type { Region } from '#src/epaper/pages/reading.rules.ts';
import { editions, periodType } from '#src/epaper/pages/server/editions.tables.ts';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';

export const paperType = pgEnum('paper', paperSizes);
export const compositionState = pgEnum('composition_state', [
  'draft',
  'dropped',
  'waiting',
  'typesetting',
  'done',
  'failed',
]);

/** An order to typeset a newspaper. */
export const compositions = pgTable(
  'compositions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    period: periodType('period').notNull(),
    paper: paperType('paper').notNull(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    title: text('title').notNull(),
    /** Language of the texts around the stories. */
    language: text('language').$type<Language>().notNull().default(defaultLanguage),
    issueDate: date('issue_date').notNull(),
    choices: jsonb('choices').$type<Choice[]>().notNull(),
    spaces: jsonb('spaces').$type<Space[]>().notNull().default([]),
    prints: jsonb('prints').$type<PrintText[]>().notNull().default([]),
    /** Letters to the editor that it prints. No references: what was printed stays when a letter is deleted. */
    letters: integer('letters').array().notNull().default([]),
    /** Issue number within its period, as printed in the nameplate. */
    number: integer('number'),
    state: compositionState('state').notNull().default('waiting'),
    failure: text('failure'),
    editionId: integer('edition_id').references(() => editions.id, { onDelete: 'set null' }),
    orderedBy: integer('ordered_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
    /** Part of the sample content, which can be removed. */
    sample: boolean('sample').notNull().default(false),
    /** Created by the schedule: once for its days, whatever its state. */
    drafted: boolean('drafted').notNull().default(false),
  },
  (table) => [
    uniqueIndex('compositions_number_key').on(table.period, table.number),
    uniqueIndex('compositions_draft_key').on(table.period, table.firstDay).where(sql`${table.drafted}`),
  ],
);

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
