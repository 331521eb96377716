import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';

const Credentials = z.object({
  email: z.string('accounts.fillAllFields').trim().min(1, 'accounts.fillAllFields'),
  password: z.string('accounts.fillAllFields').min(1, 'accounts.fillAllFields'),
});

/** A person as he himself and the pages of his own see him. */
export const Person = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  profile_image: z.string().nullable().describe('Path to append to the API host'),
  mobile: z.string().nullable().describe('+, country code, number; null in the newsroom'),
  isAdmin: z.boolean(),
  role: z.enum(['reader', 'editor', 'admin']).describe('What this session may do'),
  dob: z.string().nullable(),
  two_step: z.boolean().describe('Whether the newsroom login asks for a code'),
  guardian: z.enum(['not_needed', 'needed', 'asked', 'given']).describe('Consent of a guardian, for readers under 18'),
});
export type Person = z.infer<typeof Person>;

export const Login = z.object({ token: z.string(), user: Person });
export type Login = z.infer<typeof Login>;

const OwnSession = z.object({
  id: z.string(),
  current: z.boolean(),
  kind: z.enum(['user', 'admin']),
  device: z.string().describe('Browser and system, as far as they can be told'),
  address: z.string(),
  created_at: Instant,
  expires_at: Instant,
});
export type OwnSession = z.infer<typeof OwnSession>;

export const sessionCalls = {
  userLogin: defineCall({
    method: 'POST',
    path: '/api/newswings_login',
    who: 'anyone',
    summary: 'Log in as a reader; an editor or admin gets a reader’s rights by this call',
    body: Credentials,
    reply: { 200: Login },
  }),
  adminLogin: defineCall({
    method: 'POST',
    path: '/api/admin_login',
    who: 'anyone',
    summary: 'Log in to the newsroom. With two-step login the answer without a code is 401 and two_step: true',
    body: Credentials.extend({ code: z.string().max(40).optional() }),
    reply: { 200: Login },
  }),
  verifyToken: defineCall({
    method: 'GET',
    path: '/api/verify_token',
    who: 'member',
    summary: 'Whether the token still holds, and whose it is',
    reply: { 200: z.object({ valid: z.literal(true), user: Person }) },
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/newswings_logout',
    who: 'member',
    summary: 'End the session of this token',
    reply: { 200: Message },
  }),
  sessions: defineCall({
    method: 'GET',
    path: '/api/user/sessions',
    who: 'member',
    summary: 'Where this account is logged in',
    reply: { 200: z.array(OwnSession) },
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    who: 'member',
    summary: 'End one of one’s own sessions',
    params: z.object({ id: z.uuid() }),
    reply: { 200: Message },
  }),
  confirmPassword: defineCall({
    method: 'POST',
    path: '/api/user/confirm_password',
    who: 'member',
    summary:
      'Show that it is still the owner who sits there; dangerous acts ask for it (403 with confirm_password: true)',
    body: z.object({ password: z.string().min(1, 'errors.required') }),
    reply: { 200: Message },
  }),
};

export const twoStepCalls = {
  begin: defineCall({
    method: 'POST',
    path: '/api/two_step',
    who: 'newsroom',
    summary: 'A new secret for an authenticator app; nothing changes until it is confirmed',
    reply: { 200: z.object({ secret: z.string(), uri: z.string().describe('otpauth:// address for a QR code') }) },
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/api/two_step/confirm',
    who: 'newsroom',
    summary: 'Turn two-step login on with a code of the app; the recovery codes are shown this once',
    body: z.object({ code: z.string().max(40) }),
    reply: { 200: z.object({ message: z.string(), recovery_codes: z.array(z.string()) }) },
  }),
  end: defineCall({
    method: 'DELETE',
    path: '/api/two_step',
    who: 'newsroom',
    summary: 'Turn two-step login off',
    reply: { 200: Message },
  }),
};

export const AdminId = z.object({ id: NumericId });
