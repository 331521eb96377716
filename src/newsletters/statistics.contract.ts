// Calls for the statistics of newsletters.
import { z } from 'zod';
import { defineCall } from '#src/calls/call.ts';
import { fewestReaders } from './newsletters.rules.ts';

const Count = z.number().int();

const Month = z.object({
  month: z.string().describe('Its first day in India, such as 2026-11-01'),
  readers: Count.describe('At its end, or now'),
  joined: Count,
  left: Count,
  refused: Count.describe('Subscriptions that have ended because the readers’ mail servers refused the copies'),
  issues: Count.describe('That have been sent'),
  delivered: Count.describe('Copies that the mail server took and did not return'),
  failed: Count.describe('Copies that were refused, came back or were given up'),
  reads: Count.nullable().describe(
    `Reads of stories that began with a link in it; null while it has fewer than ${fewestReaders} readers`,
  ),
});
export type MonthStatistics = z.infer<typeof Month>;

const NewsletterStatistics = z.object({
  id: z.number(),
  name: z.string(),
  active: z.boolean(),
  months: z.array(Month).describe('The last twelve, oldest first'),
});
export type NewsletterStatistics = z.infer<typeof NewsletterStatistics>;

export const newsletterStatisticsCalls = {
  statistics: defineCall({
    method: 'GET',
    path: '/api/newsletter-desk/figures',
    who: 'editors',
    summary: 'Readers, issues, copies and reads of each newsletter by month',
    reply: { 200: z.array(NewsletterStatistics) },
  }),
  csv: defineCall({
    method: 'GET',
    path: '/api/newsletter-desk/figures.csv',
    who: 'editors',
    summary: 'The same as CSV',
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
