import { sql } from 'drizzle-orm';
import {
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
import { users } from '#src/accounts/server/accounts.tables.ts';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import type { StatementColumns } from '../plans.contract.ts';
import { claimStates, planNames, policies } from '../plans.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const planType = pgEnum('plan', planNames);
export const policyType = pgEnum('payment_policy', policies);
export const claimState = pgEnum('claim_state', claimStates);
export const lengthUnit = pgEnum('length_unit', ['day', 'month', 'year']);

/** Payments as their payers declared them. Money is in paise. */
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
    /** Where the buyer is, for a tax invoice. */
    buyerState: text('buyer_state'),
    buyerPin: text('buyer_pin'),
    note: text('note').notNull().default(''),
    /** Of the page where it was declared; the payer is written to in it. */
    language: text('language').$type<Language>().notNull().default(defaultLanguage),
    declaredAt: instant('declared_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    unique('payment_claims_reference_key').on(table.reference),
    // One UTR serves one claim; a rejected claim gives it free for the honest one.
    uniqueIndex('payment_claims_utr_key').on(table.utr).where(sql`${table.state} <> 'rejected'`),
    index('payment_claims_user_idx').on(table.userId),
    index('payment_claims_open_idx').on(table.declaredAt).where(sql`${table.state} = 'declared'`),
  ],
);

/** Kinds of statements by their headings, with the columns that were chosen for them. */
export const statementKinds = pgTable('statement_kinds', {
  headings: text('headings').primaryKey(),
  columns: jsonb('columns').$type<StatementColumns>().notNull(),
});

export const lineState = pgEnum('line_state', ['open', 'paired', 'dismissed']);

/** Credits of the bank's statements, as they were printed. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Day, amount, narration and its place among equal lines of that day: the same credit in another file is the same. */
    fingerprint: text('fingerprint').notNull(),
    day: date('day').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    narration: text('narration').notNull(),
    utr: text('utr'),
    reference: text('reference'),
    state: lineState('state').notNull().default('open'),
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

/** Numbers given out in a financial year, the last of them. */
export const receiptCounters = pgTable('receipt_counters', {
  /** Such as "2026-27". */
  financialYear: text('financial_year').primaryKey(),
  last: integer('last').notNull(),
});

/** One for each claim that was ever confirmed; a number is never given twice and none is left out. */
export const receipts = pgTable(
  'receipts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    claimId: integer('claim_id')
      .notNull()
      .references(() => claims.id),
    financialYear: text('financial_year').notNull(),
    number: integer('number').notNull(),
    /** What the receipt says, as it was on that day. */
    content: jsonb('content').$type<Record<string, string>>().notNull(),
    issuedAt: instant('issued_at').notNull(),
  },
  (table) => [
    unique('receipts_claim_key').on(table.claimId),
    unique('receipts_number_key').on(table.financialYear, table.number),
  ],
);

/** Ends of plans that their readers have been reminded of. */
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
