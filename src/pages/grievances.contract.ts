import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { decisionMaxLength, grievanceDecisions, grievanceStates, grievanceTopics } from './grievances.rules.ts';

const Grievance = z.object({
  id: z.number(),
  number: z.string().describe('What the complainant knows it by, such as GR-2026-17'),
  name: z.string().describe('Empty once it is kept no longer, as are `email`, `text` and `decision`'),
  email: z.string(),
  topic: z.enum(grievanceTopics),
  text: z.string(),
  state: z.enum(grievanceStates),
  decision: z.string().describe('The reasons, as they were mailed'),
  received_at: Instant,
  due_at: Instant,
  decided_at: Instant.nullable(),
  decided_by: z.string().nullable(),
});
export type Grievance = z.infer<typeof Grievance>;

const Filter = z.object({
  state: z.enum(grievanceStates).optional(),
  search: z.string().max(100).optional(),
});
export type GrievanceFilter = z.infer<typeof Filter>;

export const grievancePageSize = 50;

const text = z.string().max(10_000, 'grievances.tooLong').optional();

export const grievancesCalls = {
  send: defineCall({
    method: 'POST',
    path: '/api/grievances',
    who: 'anyone',
    summary: 'Complain to the grievance officer; the number comes by mail too',
    body: z.object({ name: text, email: text, topic: text, text }),
    reply: { 201: z.object({ message: z.string(), number: z.string() }) },
  }),
  disclosure: defineCall({
    method: 'GET',
    path: '/api/grievances/disclosure',
    who: 'anyone',
    summary: 'Grievances received, disposed of and pending by month, newest first',
    reply: {
      200: z.array(z.object({ month: z.string(), received: z.number(), disposed: z.number(), pending: z.number() })),
    },
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/grievances',
    who: 'admin',
    summary: 'Grievances, newest first, 50 a page; `before` is the id that the page goes on from',
    query: Filter.extend({ before: NumericId.optional() }),
    reply: { 200: z.object({ grievances: z.array(Grievance), more: z.boolean() }) },
  }),
  decide: defineCall({
    method: 'PUT',
    path: '/api/grievances/:id',
    who: 'admin',
    summary: 'Decide, with reasons, which are mailed; a decision stands: 409 for a second one',
    params: z.object({ id: NumericId }),
    body: z.object({
      state: z.enum(grievanceDecisions, 'grievances.stateRequired'),
      decision: z.string().trim().min(1, 'grievances.decisionRequired').max(decisionMaxLength, 'grievances.tooLong'),
    }),
    reply: { 200: Grievance },
  }),
};
