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
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import type { StatementColumns } from '../plans.contract.ts';
import { claimStates, planNames, policies } from '../plans.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const planType = pgEnum('plan', planNames);
export const policyType = pgEnum('payment_policy', policies);
export const claimState = pgEnum('claim_state', claimStates);
export const lengthUnit = pgEnum('length_unit', ['day', 'month', 'year']);

/** Payments declared by readers. Amounts are in paise. */
export const claims = pgTable(
  'payment_claims',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    reference: text('reference').notNull(),
    plan: planType('plan').notNull(),
    lengthCount: integer('length_count').notNull(),
    lengthUnit: lengthUnit('length_unit').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    utr: text('utr'),
    state: claimState('state').notNull().default('declared'),
    policy: policyType('policy').notNull(),
    graceHours: integer('grace_hours').notNull(),
    /** State of the buyer, for the tax invoice. */
    buyerState: text('buyer_state'),
    buyerPin: text('buyer_pin'),
    note: text('note').notNull().default(''),
    /** Language of the page at the declaration; mails to the payer are in this language. */
    language: text('language').$type<Language>().notNull().default(defaultLanguage),
    declaredAt: instant('declared_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    decidedAt: instant('decided_at'),
    /** The state that the last mail to the payer was about. */
    notifiedState: claimState('notified_state'),
  },
  (table) => [
    unique('payment_claims_reference_key').on(table.reference),
    // A UTR belongs to one claim. A rejected claim releases it, for the reader who really made the payment.
    uniqueIndex('payment_claims_utr_key').on(table.utr).where(sql`${table.state} <> 'rejected'`),
    index('payment_claims_user_idx').on(table.userId),
    index('payment_claims_open_idx').on(table.declaredAt).where(sql`${table.state} = 'declared'`),
  ],
);

/** Statement formats, identified by their headings, with their column mapping. */
export const statementKinds = pgTable('statement_kinds', {
  headings: text('headings').primaryKey(),
  columns: jsonb('columns').$type<StatementColumns>().notNull(),
});

export const transactionState = pgEnum('line_state', ['open', 'paired', 'dismissed']);

/** Credits from bank statements. */
export const bankTransactions = pgTable(
  'statement_lines',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Hash of day, amount, UTR, narration and index among equal lines: detects the same credit in another file. */
    fingerprint: text('fingerprint').notNull(),
    day: date('day').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    narration: text('narration').notNull(),
    utr: text('utr'),
    reference: text('reference'),
    state: transactionState('state').notNull().default('open'),
    claimId: integer('claim_id').references(() => claims.id),
    note: text('note').notNull().default(''),
    importedAt: instant('imported_at').notNull(),
  },
  (table) => [
    unique('statement_lines_fingerprint_key').on(table.fingerprint),
    uniqueIndex('statement_lines_claim_key').on(table.claimId),
    index('statement_lines_open_idx').on(table.day).where(sql`${table.state} = 'open'`),
  ],
);

/** The last receipt number of each financial year. */
export const receiptCounters = pgTable('receipt_counters', {
  /** Such as "2026-27". */
  financialYear: text('financial_year').primaryKey(),
  last: integer('last').notNull(),
});

/** A receipt for each claim that was ever confirmed. Numbers are unique and have no gaps. */
export const receipts = pgTable(
  'receipts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    claimId: integer('claim_id')
      .notNull()
      .references(() => claims.id),
    financialYear: text('financial_year').notNull(),
    number: integer('number').notNull(),
    /** The content of the receipt at the time of issue. */
    content: jsonb('content').$type<Record<string, string>>().notNull(),
    issuedAt: instant('issued_at').notNull(),
  },
  (table) => [
    unique('receipts_claim_key').on(table.claimId),
    unique('receipts_number_key').on(table.financialYear, table.number),
  ],
);

/** Reminders that have been sent, by user and end of the plan. */
export const reminders = pgTable(
  'plan_reminders',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    until: instant('until').notNull(),
  },
  (table) => [unique('plan_reminders_key').on(table.userId, table.until)],
);

/** Running plans were lengthened after a late newspaper; plans are computed with these rows. */
export const planLengthenings = pgTable('plan_lengthenings', {
  /** The day in India that the newspaper was promised for. */
  day: date('day').primaryKey(),
  days: integer('days').notNull(),
  /** Whether it came at all before the next was due. */
  came: boolean('came').notNull(),
  decidedAt: instant('decided_at').notNull(),
  /** Readers who have been mailed. */
  notified: integer('notified').notNull().default(0),
});
