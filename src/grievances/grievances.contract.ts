import { z } from 'zod';
import { defineCall, defineLimit, Instant, NumericId } from '#src/calls/call.ts';
import { decisionMaxLength, grievanceDecisions, grievanceStates, grievanceTopics } from './grievances.rules.ts';

const Grievance = z.object({
  id: z.number(),
  number: z.string().describe('Reference number for the complainant, such as GR-2026-17'),
  name: z.string().describe('Empty after redaction, as are `email`, `text` and `decision`'),
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
    summary: 'Send a grievance to the grievance officer; the number is also mailed',
    limit: defineLimit({ name: 'grievance-requests', attempts: 60, perSeconds: 3600 }),
    proof: { free: defineLimit({ name: 'grievances-unproven', attempts: 5, perSeconds: 3600 }) },
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
    summary: 'Grievances, newest first, 50 per page; `before` is the id of the last one on the previous page',
    query: Filter.extend({ before: NumericId.optional() }),
    reply: { 200: z.object({ grievances: z.array(Grievance), more: z.boolean() }) },
  }),
  decide: defineCall({
    method: 'PUT',
    path: '/api/grievances/:id',
    who: 'admin',
    summary: 'Decide a grievance and mail the reasons; final: 409 for a second decision',
    params: z.object({ id: NumericId }),
    body: z.object({
      state: z.enum(grievanceDecisions, 'grievances.stateRequired'),
      decision: z.string().trim().min(1, 'grievances.decisionRequired').max(decisionMaxLength, 'grievances.tooLong'),
    }),
    reply: { 200: Grievance },
  }),
};
