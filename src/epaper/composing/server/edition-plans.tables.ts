import { boolean, date, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { Choice } from '#src/epaper/layout/compose.rules.ts';
import type { PrintText, Space } from '#src/epaper/layout/page-plan.rules.ts';
import { periodType } from '#src/epaper/pages/server/editions.tables.ts';
import { paperType } from './compose.tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A saved plan of an edition that is not yet composed. Editors share it; readers never see it. */
export const editionPlans = pgTable(
  'edition_plans',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    period: periodType('period').notNull(),
    paper: paperType('paper').notNull(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    issueDate: date('issue_date').notNull(),
    choices: jsonb('choices').$type<Choice[]>().notNull(),
    /** The stories that its editor could choose from. Stories published later are new: he has not left them out. */
    known: jsonb('known').$type<number[]>().notNull(),
    spaces: jsonb('spaces').$type<Space[]>().notNull(),
    prints: jsonb('prints').$type<PrintText[]>().notNull(),
    /** Whether it prints the letters that are picked for print when it is published. */
    letters: boolean('letters').notNull().default(false),
    version: integer('version').notNull().default(1),
    savedBy: integer('saved_by').references(() => users.id, { onDelete: 'set null' }),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [index('edition_plans_issue_idx').on(table.issueDate)],
);
