import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';
import { accountRoles, staffRoles } from '#src/rules/roles.rules.ts';

const ListedUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string().nullable(),
  role: z.enum(accountRoles),
  disabled: z.boolean(),
  two_step: z.boolean().describe('Whether every login requires a second step'),
  created_at: Instant,
});
export type ListedUser = z.infer<typeof ListedUser>;

const UserId = z.object({ id: NumericId });

const AuditEvent = z.object({
  id: z.number(),
  at: Instant,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEventView = z.infer<typeof AuditEvent>;

// PostgreSQL has no year 0.
const Day = z.iso.date('errors.invalidField').refine((day) => day >= '1600-01-01', 'errors.invalidField');

export const listLimit = 50;

export const usersCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/people',
    who: 'admin',
    summary: 'Accounts, newest first, 50 a page; `before` is the last id of the previous page',
    query: z.object({ search: z.string().max(100).optional(), before: NumericId.optional() }),
    reply: { 200: z.object({ people: z.array(ListedUser), more: z.boolean() }) },
  }),
  setRole: defineCall({
    method: 'PUT',
    path: '/api/people/:id/role',
    who: 'admin',
    summary: 'Change the role of a user; ends his sessions',
    params: UserId,
    body: z.object({ role: z.enum(accountRoles) }),
    reply: { 200: ListedUser },
  }),
  invite: defineCall({
    method: 'POST',
    path: '/api/people/invitations',
    who: 'admin',
    summary: 'Create an account of the newsroom; its owner gets a mail with a link to set a password',
    body: z.object({ name: z.string().max(100), email: z.string().max(254), role: z.enum(staffRoles) }),
    reply: { 201: z.object({ id: z.number(), message: z.string() }) },
  }),
  passwordLink: defineCall({
    method: 'POST',
    path: '/api/people/:id/password_link',
    who: 'admin',
    summary: 'Mail a user a link to set a new password',
    params: UserId,
    reply: { 200: Message },
  }),
  disable: defineCall({
    method: 'POST',
    path: '/api/people/:id/disable',
    who: 'admin',
    summary: 'Disable an account; ends its sessions',
    params: UserId,
    reply: { 200: ListedUser },
  }),
  enable: defineCall({
    method: 'POST',
    path: '/api/people/:id/enable',
    who: 'admin',
    summary: 'Enable a disabled account',
    params: UserId,
    reply: { 200: ListedUser },
  }),
  endSessions: defineCall({
    method: 'DELETE',
    path: '/api/people/:id/sessions',
    who: 'admin',
    summary: 'End all sessions of a user, and the links that he has shared; of one’s own this session stays',
    params: UserId,
    reply: { 200: ListedUser },
  }),
  auditLog: defineCall({
    method: 'GET',
    path: '/api/audit',
    who: 'admin',
    summary: 'Audit log, newest first, 50 a page; `search` in person, act and thing, days in India',
    query: z.object({
      search: z.string().max(100).optional(),
      from: Day.optional(),
      to: Day.optional().describe('Last day'),
      before: NumericId.optional(),
    }),
    reply: { 200: z.object({ acts: z.array(AuditEvent), more: z.boolean() }) },
  }),
};
