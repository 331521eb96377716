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
import { users } from '#src/accounts/server/accounts.tables.ts';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import { stories } from '#src/news/server/stories.tables.ts';
import { type Choice, papers } from '../compose.rules.ts';
import type { Region } from '../reading.rules.ts';
import { editions, periodType } from './editions.tables.ts';

export const paperType = pgEnum('paper', papers);
export const compositionState = pgEnum('composition_state', [
  'draft',
  'dropped',
  'waiting',
  'typesetting',
  'done',
  'failed',
]);

/** An order to the typesetter. */
export const compositions = pgTable(
  'compositions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    period: periodType('period').notNull(),
    paper: paperType('paper').notNull(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    title: text('title').notNull(),
    /** Of the words around the stories. */
    language: text('language').$type<Language>().notNull().default(defaultLanguage),
    issueDate: date('issue_date').notNull(),
    choices: jsonb('choices').$type<Choice[]>().notNull(),
    /** Of the editions of its period, as it stands at the head. */
    number: integer('number'),
    state: compositionState('state').notNull().default('waiting'),
    failure: text('failure'),
    editionId: integer('edition_id').references(() => editions.id, { onDelete: 'set null' }),
    orderedBy: integer('ordered_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
    /** Of the sample edition, which can be taken away again. */
    sample: boolean('sample').notNull().default(false),
    /** Laid out by the schedule: once for its days, whatever came of it. */
    drafted: boolean('drafted').notNull().default(false),
  },
  (table) => [
    uniqueIndex('compositions_number_key').on(table.period, table.number),
    uniqueIndex('compositions_draft_key').on(table.period, table.firstDay).where(sql`${table.drafted}`),
  ],
);

/** A story, or a part of it, on a page of an edition that was composed here: what is printed there, and where. */
export const printedStories = pgTable(
  'printed_stories',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    editionId: integer('edition_id')
      .notNull()
      .references(() => editions.id, { onDelete: 'cascade' }),
    /** Null once the story is no more; the page keeps its words. */
    storyId: integer('story_id').references(() => stories.id, { onDelete: 'set null' }),
    page: integer('page').notNull(),
    /** Which of an edition's files it is of. */
    store: text('store').notNull(),
    region: jsonb('region').$type<Region>().notNull(),
    title: text('title').notNull(),
    /** Paragraphs, an empty line between them. */
    text: text('text').notNull(),
    /** Whether the story begins here, rather than being continued. */
    begins: boolean('begins').notNull(),
  },
  (table) => [
    index('printed_stories_edition_idx').on(table.editionId, table.page),
    index('printed_stories_story_idx').on(table.storyId),
  ],
);
