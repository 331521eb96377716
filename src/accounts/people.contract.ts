import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';

const ListedPerson = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string().nullable(),
  role: z.enum(['reader', 'editor', 'admin']),
  disabled: z.boolean(),
  two_step: z.boolean().describe('Whether every login asks for a second step'),
  created_at: Instant,
});
export type ListedPerson = z.infer<typeof ListedPerson>;

const PersonId = z.object({ id: NumericId });

const Act = z.object({
  id: z.number(),
  at: Instant,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type Act = z.infer<typeof Act>;

export const listLimit = 50;

export const peopleCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/people',
    who: 'admin',
    summary: 'Accounts, newest first, 50 a page; `before` is the id that the page goes on from',
    query: z.object({ search: z.string().max(100).optional(), before: NumericId.optional() }),
    reply: { 200: z.object({ people: z.array(ListedPerson), more: z.boolean() }) },
  }),
  setRole: defineCall({
    method: 'PUT',
    path: '/api/people/:id/role',
    who: 'admin',
    summary: 'Make somebody reader, editor or admin; ends his sessions',
    params: PersonId,
    body: z.object({ role: z.enum(['reader', 'editor', 'admin']) }),
    reply: { 200: ListedPerson },
  }),
  disable: defineCall({
    method: 'POST',
    path: '/api/people/:id/disable',
    who: 'admin',
    summary: 'Close an account; ends its sessions',
    params: PersonId,
    reply: { 200: ListedPerson },
  }),
  enable: defineCall({
    method: 'POST',
    path: '/api/people/:id/enable',
    who: 'admin',
    summary: 'Open a closed account again',
    params: PersonId,
    reply: { 200: ListedPerson },
  }),
  acts: defineCall({
    method: 'GET',
    path: '/api/audit',
    who: 'admin',
    summary: 'Who did what, newest first, 50 a page',
    query: z.object({ search: z.string().max(100).optional(), before: NumericId.optional() }),
    reply: { 200: z.object({ acts: z.array(Act), more: z.boolean() }) },
  }),
};
