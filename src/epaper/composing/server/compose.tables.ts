import { sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, pgEnum, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { type Choice, paperSizes } from '#src/epaper/layout/compose.rules.ts';
import type { PrintText, Space } from '#src/epaper/layout/page-plan.rules.ts';
import { editions, periodType } from '#src/epaper/pages/server/editions.tables.ts';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';

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
