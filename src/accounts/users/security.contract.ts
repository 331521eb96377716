import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';

export const securityEventKinds = [
  'login',
  'new_device',
  'login_failed',
  'login_throttled',
  'code_failed',
  'recovery_code_used',
  'logout',
  'session_ended',
  'sessions_ended',
  'password_confirmed',
  'password_check_failed',
  'password_changed',
  'password_reset',
  'email_confirmed',
  'email_change_asked',
  'email_change_cancelled',
  'email_changed',
  'email_taken_back',
  'two_step_on',
  'two_step_off',
  'two_step_reset',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'refused',
  'alert',
] as const;

export type SecurityEventKind = (typeof securityEventKinds)[number];

const SecurityEvent = z.object({
  id: z.number(),
  kind: z.enum(securityEventKinds),
  first_at: Instant,
  at: Instant.describe('Time of the last occurrence'),
  count: z.number().describe('Occurrences within the hour, from this address with this device'),
  address: z.string().describe('Empty if there were too many to list separately'),
  device: z.string(),
  details: z.record(z.string(), z.string()),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

const SiteSecurityEvent = SecurityEvent.extend({
  person: z.object({ id: z.number(), name: z.string(), email: z.string() }).nullable(),
});
export type SiteSecurityEvent = z.infer<typeof SiteSecurityEvent>;

export const eventsPerUser = 20;
export const eventsPageSize = 50;

export const securityCalls = {
  mine: defineCall({
    method: 'GET',
    path: '/api/user/security_events',
    who: 'member',
    summary: 'Logins, failures and changes of the current user’s account, newest first, 20 a page; stored for a year',
    query: z.object({ before: NumericId.optional() }),
    reply: { 200: z.object({ events: z.array(SecurityEvent), more: z.boolean() }) },
  }),
  all: defineCall({
    method: 'GET',
    path: '/api/audit/security',
    who: 'admin',
    summary: 'The same for all accounts, 50 a page; `search` matches user, kind and address',
    query: z.object({ search: z.string().max(100).optional(), before: NumericId.optional() }),
    reply: { 200: z.object({ events: z.array(SiteSecurityEvent), more: z.boolean() }) },
  }),
};
