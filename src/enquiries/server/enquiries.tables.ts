import { index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { enquiryStates, programmes } from '../enquiries.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const programmeType = pgEnum('programme', programmes);
export const enquiryState = pgEnum('enquiry_state', enquiryStates);

/** Enquiries of prospective students. Deleted some time after they are answered. */
export const enquiries = pgTable(
  'enquiries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** "+", country code, number. */
    mobile: text('mobile').notNull(),
    programme: programmeType('programme').notNull(),
    /** Version of the privacy notice that was consented to. */
    consentVersion: text('consent_version').notNull(),
    state: enquiryState('state').notNull().default('new'),
    note: text('note').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    /** Last change of the state. */
    changedAt: instant('changed_at'),
  },
  (table) => [index('enquiries_state_idx').on(table.state, table.changedAt)],
);
