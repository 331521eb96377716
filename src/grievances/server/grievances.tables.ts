import { index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import { grievanceStates, grievanceTopics } from '../grievances.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const grievanceTopic = pgEnum('grievance_topic', grievanceTopics);
export const grievanceState = pgEnum('grievance_state', grievanceStates);

/** Complaints to the grievance officer. Name, address and text are redacted some time after the decision. */
export const grievances = pgTable(
  'grievances',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    topic: grievanceTopic('topic').notNull(),
    text: text('text').notNull(),
    /** Language of the form's page, used for mails to the complainant. */
    language: text('language').$type<Language>().notNull().default(defaultLanguage),
    state: grievanceState('state').notNull().default('pending'),
    decision: text('decision').notNull().default(''),
    receivedAt: instant('received_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
  },
  (table) => [index('grievances_state_idx').on(table.state, table.decidedAt)],
);
