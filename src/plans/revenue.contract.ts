import { z } from 'zod';
import { defineCall, defineLimit } from '#src/calls/call.ts';

const Count = z.number().int();
const Payments = z.object({ payments: Count, amount_minor: Count.describe('Paise') });

const Month = Payments.extend({
  month: z.string().describe('In India, such as "2026-11"'),
  plans: z.object({ weekly: Payments, monthly: Payments, yearly: Payments }),
  first_payments: Count.describe('Payments of readers who had not paid before'),
  renewals: Count,
  ended: Count.describe('Plans that ended without a further payment in time'),
  running: Count.describe('Running plans at the end of the month, or now'),
});

// Each reads all confirmed payments.
const limit = defineLimit({ name: 'revenue', attempts: 120, perSeconds: 600 });

export const revenueCalls = {
  months: defineCall({
    method: 'GET',
    path: '/api/payments/months',
    who: 'accounts',
    summary: 'Confirmed payments, renewals and running plans of the last twelve months',
    limit,
    reply: { 200: z.array(Month) },
  }),
  csv: defineCall({
    method: 'GET',
    path: '/api/payments/months.csv',
    who: 'accounts',
    summary: 'The same as CSV',
    limit,
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
