import { z } from 'zod';
import { defineCall, fileField, Instant, Message, NumericId, textField } from '#src/calls/call.ts';
import { claimStates, isUtr, openings, planNames, policies } from './plans.rules.ts';

const PlanName = z.enum(planNames);

const Offer = z.object({
  plan: PlanName,
  amount_minor: z.number().describe('Paise'),
  currency: z.literal('INR'),
  length: z.object({ count: z.number(), unit: z.enum(['day', 'month', 'year']) }),
});
export type Offer = z.infer<typeof Offer>;

export const Offers = z.object({
  plans: z.array(Offer),
  upi_id: z.string(),
  payee: z.string(),
  policy: z.enum(policies),
  grace_hours: z.number(),
  asks_state: z.boolean().describe('Whether the tax invoice needs the buyer’s state and PIN code'),
});
export type Offers = z.infer<typeof Offers>;

const PaymentLink = z.object({
  plan: PlanName,
  reference: z.string(),
  amount_minor: z.number(),
  upi_link: z.string(),
});
export type PaymentLink = z.infer<typeof PaymentLink>;

const OwnClaim = z.object({
  id: z.number(),
  plan: PlanName,
  reference: z.string(),
  amount_minor: z.number(),
  utr: z.string().nullable(),
  state: z.enum(claimStates),
  declared_at: Instant,
  decided_at: Instant.nullable(),
  opens: z.enum(openings).describe('What the payment opens while it is undecided'),
  opens_until: Instant.nullable().describe('End of the grace period of an undecided payment'),
  receipt: z.string().nullable().describe('Path of the receipt, to append to the API host'),
});

/** A lengthening of plans after a late newspaper. */
const Lengthening = z.object({
  day: z.string().describe('Calendar day that the newspaper was promised for'),
  days: z.number().int().describe('Days by which plans were lengthened'),
  came: z.boolean().describe('Whether it came at all before the next was due'),
});
export type LateNewspaper = z.infer<typeof Lengthening>;

export const MyPlan = z.object({
  isPaid: z.boolean(),
  plan: PlanName.nullable(),
  since: Instant.nullable(),
  until: Instant.nullable(),
  state: z.enum(['confirmed', 'declared']).nullable(),
  reminders: z.boolean(),
  policy: z.enum(policies).describe('What the next declared payment opens; `strict` after a rejected one'),
  claims: z.array(OwnClaim),
  lengthenings: z
    .array(Lengthening.extend({ until: Instant.describe('End of the plan then') }))
    .describe('Of the current user’s plans, newest first'),
});
export type MyPlan = z.infer<typeof MyPlan>;

export const planCalls = {
  offers: defineCall({
    method: 'GET',
    path: '/api/plans',
    who: 'anyone',
    summary: 'The plans and how to pay',
    reply: { 200: Offers },
  }),
  link: defineCall({
    method: 'GET',
    path: '/api/payment_link',
    who: 'anyone',
    summary: 'A UPI link for a plan, with a unique payment reference',
    query: z.object({ plan: PlanName }),
    reply: { 200: PaymentLink },
  }),
  declare: defineCall({
    method: 'POST',
    path: '/api/payments',
    who: 'member',
    summary: 'Declare a payment made with a reference from a payment link',
    body: z.object({
      plan: PlanName,
      reference: z.string().max(35),
      amount_minor: z.number().int(),
      utr: z
        .string()
        .max(40, 'plans.utrInvalid')
        .trim()
        .refine((text) => text === '' || isUtr(text), 'plans.utrInvalid')
        .optional(),
      state: z.string().max(60).optional(),
      pin: z.string().max(10).optional(),
    }),
    reply: { 201: MyPlan },
  }),
  own: defineCall({
    method: 'GET',
    path: '/api/user/plan',
    who: 'member',
    summary: 'Plan and payments of the current user',
    reply: { 200: MyPlan },
  }),
  reminders: defineCall({
    method: 'PUT',
    path: '/api/user/reminders',
    who: 'member',
    summary: 'Turn e-mail reminders before the end of the current user’s plan on or off',
    body: z.object({ on: z.boolean() }),
    reply: { 200: Message },
  }),
  receipt: defineCall({
    method: 'GET',
    path: '/api/receipts/:id',
    who: 'member',
    summary: 'The receipt of a confirmed payment as PDF, for its payer and for the accounts',
    params: z.object({ id: NumericId }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};

export const LedgerClaim = z.object({
  id: z.number(),
  reference: z.string(),
  plan: PlanName,
  amount_minor: z.number(),
  utr: z.string().nullable(),
  state: z.enum(claimStates),
  name: z.string(),
  email: z.string(),
  note: z.string(),
  declared_at: Instant,
  decided_at: Instant.nullable(),
  receipt_number: z.string().nullable(),
});
export type LedgerClaim = z.infer<typeof LedgerClaim>;

const ClaimId = z.object({ id: NumericId });
const LedgerQuery = z.object({
  state: z.enum(claimStates).optional(),
  search: z.string().max(100).optional(),
  before: NumericId.optional(),
});

export const ledgerPageSize = 50;

const StatementLine = z.object({
  id: z.number(),
  day: z.string(),
  amount_minor: z.number(),
  narration: z.string(),
  utr: z.string().nullable(),
  suggestions: z.array(LedgerClaim),
});
export type BankTransaction = z.infer<typeof StatementLine>;

/**
 * Mapping of the columns of a statement, by heading. `credit` has credits only, or all amounts; in the second case
 * `direction` has the type of each.
 */
export const StatementColumns = z.object({
  date: z.string(),
  narration: z.string(),
  credit: z.string(),
  direction: z.string().optional(),
  utr: z.string().optional(),
});
export type StatementColumns = z.infer<typeof StatementColumns>;

export const StatementReport = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('needs_columns'),
    headings: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    guess: StatementColumns.partial(),
  }),
  z.object({
    status: z.literal('imported'),
    lines: z.number().describe('New credits'),
    repeated: z.number().describe('Credits that an earlier statement included'),
    ignored: z.number().describe('Debits and empty lines'),
    bad: z.array(z.object({ line: z.number(), reason: z.string() })),
    confirmed: z.number().describe('Claims confirmed by a bank transaction'),
    open: z.number().describe('Credits without a matching claim'),
  }),
]);
export type StatementReport = z.infer<typeof StatementReport>;

const DecidedLengthening = Lengthening.extend({
  decided_at: Instant,
  notified: z.number().int().describe('Readers who have been mailed'),
});
export type DecidedLengthening = z.infer<typeof DecidedLengthening>;

export const ledgerCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/payments',
    who: 'accounts',
    summary: 'Declared payments, newest first, 50 a page',
    query: LedgerQuery,
    reply: { 200: z.object({ claims: z.array(LedgerClaim), more: z.boolean() }) },
  }),
  csv: defineCall({
    method: 'GET',
    path: '/api/payments.csv',
    who: 'accounts',
    summary: 'Declared payments as CSV',
    query: LedgerQuery.omit({ before: true }),
    reply: { 200: z.unknown().meta({ type: 'string' }) },
  }),
  decide: defineCall({
    method: 'PUT',
    path: '/api/payments/:id',
    who: 'accounts',
    summary: 'Confirm or reject a payment, or revoke a decision; the note is sent to the reader with a rejection',
    params: ClaimId,
    body: z.object({
      state: z.enum(claimStates),
      from: z.enum(claimStates).optional().describe('Expected current state: 409 if it has changed'),
      note: z.string().max(500).optional(),
    }),
    reply: { 200: LedgerClaim },
  }),
  lengthenings: defineCall({
    method: 'GET',
    path: '/api/plan-lengthenings',
    who: 'accounts',
    summary: 'Late newspapers and by how much they lengthened running plans, newest first (50 at most)',
    reply: { 200: z.array(DecidedLengthening) },
  }),
  importStatement: defineCall({
    method: 'POST',
    path: '/api/statements',
    who: 'accounts',
    summary: 'Import a bank statement as CSV; its columns have to be mapped once per format',
    form: z.object({
      statement: fileField('document').optional(),
      columns: textField(2000).describe('JSON: date, narration, credit, direction, utr'),
    }),
    reply: { 200: StatementReport },
  }),
  open: defineCall({
    method: 'GET',
    path: '/api/statement_lines',
    who: 'accounts',
    summary: 'Unmatched bank transactions, and claims without a bank transaction (100 each at most)',
    reply: { 200: z.object({ lines: z.array(StatementLine), claims: z.array(LedgerClaim) }) },
  }),
  pair: defineCall({
    method: 'POST',
    path: '/api/statement_lines/:id/pair',
    who: 'accounts',
    summary: 'Match a bank transaction with a claim and confirm the claim',
    params: ClaimId,
    body: z.object({ claim_id: NumericId }),
    reply: { 200: Message },
  }),
  dismiss: defineCall({
    method: 'POST',
    path: '/api/statement_lines/:id/dismiss',
    who: 'accounts',
    summary: 'Dismiss a bank transaction that is not a payment for a plan',
    params: ClaimId,
    body: z.object({ note: z.string().trim().min(1, 'errors.required').max(500) }),
    reply: { 200: Message },
  }),
};
