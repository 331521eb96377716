import { z } from 'zod';
import { defineCall } from '#src/calls/call.ts';
import { articleTypes } from '#src/submissions/submission/form.rules.ts';

const Days = z.number().int().describe('Median, in days');

const Statistics = z.object({
  received: z.number().int(),
  accepted: z.number().int().describe('Share of the first decisions, in percent'),
  days_to_decision: Days,
  days_to_review: Days.nullable().describe('Median, in days; null if there are too few'),
  days_to_publication: Days.nullable().describe('Median from the decision, in days; null if there are too few'),
});

export const DecisionYear = z.object({
  from: z.iso.date().describe('First day, in India'),
  until: z.iso.date().describe('Last day: yesterday'),
  all: Statistics.nullable().describe('Null if there are too few decisions'),
  kinds: z.array(z.object({ kind: z.enum(articleTypes), figures: Statistics.nullable() })),
});
export type DecisionYear = z.infer<typeof DecisionYear>;

export const decisionStatisticsCall = defineCall({
  method: 'GET',
  path: '/api/submissions/figures',
  who: 'anyone',
  summary: 'How the submissions of the last 365 days were decided, and how long it took; nothing about fewer than five',
  shared: true,
  reply: { 200: DecisionYear },
});
