import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';
import { Passkey, PasskeyProof } from './passkeys.contract.ts';

/** The second step, where the account asks for one: a code, or a passkey that has signed the challenge of the answer. */
const SecondStep = z.object({
  code: z.string().max(40).optional().describe('Of the authenticator app, or a recovery code'),
  passkey: PasskeyProof.optional(),
});

const Devices = z
  .array(z.string().max(500))
  .max(5)
  .optional()
  .describe('The `device_token` of earlier logins with this browser, whosever they were');

const Credentials = SecondStep.extend({
  email: z.string('accounts.fillAllFields').trim().min(1, 'accounts.fillAllFields').max(254),
  password: z.string('accounts.fillAllFields').min(1, 'accounts.fillAllFields').max(200),
  device_tokens: Devices,
});

/** A person as he himself and the pages of his own see him. */
export const Person = z.object({
  id: z.number(),
  email: z.string(),
  email_confirmed: z.boolean().describe('Whether its mailbox has been proven'),
  pending_email: z.string().nullable().describe('Becomes the e-mail when the link mailed there is followed'),
  name: z.string(),
  profile_image: z.string().nullable().describe('Path to append to the API host'),
  mobile: z.string().nullable().describe('+, country code, number; null in the newsroom'),
  isAdmin: z.boolean(),
  role: z.enum(['reader', 'editor', 'admin']).describe('What this session may do'),
  dob: z.string().nullable(),
  two_step: z.boolean().describe('Whether every login asks for a second step'),
  two_step_due: Instant.nullable().describe('By when the newsroom wants a second step set up'),
  guardian: z.enum(['not_needed', 'needed', 'asked', 'given']).describe('Consent of a guardian, for readers under 18'),
});
export type Person = z.infer<typeof Person>;

export const Login = z.object({
  token: z.string(),
  user: Person,
  device_token: z.string().describe('Send it along at the next login with this browser: it is known by it'),
});
export type Login = z.infer<typeof Login>;

const OwnSession = z.object({
  id: z.string(),
  current: z.boolean(),
  kind: z.enum(['user', 'admin']),
  device: z.string().describe('Browser and system, as far as they can be told'),
  address: z.string(),
  created_at: Instant,
  last_seen_at: Instant.describe('To within five minutes'),
  expires_at: Instant.describe('At the latest; sooner when it is not used'),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Ways of the second step, and the challenge for a passkey. Beside the error in an answer that asks for it. */
export const SecondStepAsked = z.object({
  methods: z.array(z.enum(['app', 'passkey', 'recovery'])),
  passkey_options: z.record(z.string(), z.unknown()).optional(),
});
export type SecondStepAsked = z.infer<typeof SecondStepAsked>;

export const sessionCalls = {
  userLogin: defineCall({
    method: 'POST',
    path: '/api/newswings_login',
    who: 'anyone',
    summary:
      'Log in as a reader; an editor or admin gets a reader’s rights by this call. Where two-step login is on, the answer ' +
      'without a second step is 401 with code two_step, methods and passkey_options: then the same call with it',
    body: Credentials,
    reply: { 200: Login },
  }),
  adminLogin: defineCall({
    method: 'POST',
    path: '/api/admin_login',
    who: 'anyone',
    summary:
      'Log in to the newsroom; second step as at the reader’s login. 403 with code two_step_setup when the newsroom wants ' +
      'one and the time to set it up is over: the reader’s login is open for that',
    body: Credentials,
    reply: { 200: Login },
  }),
  passkeyLogin: defineCall({
    method: 'POST',
    path: '/api/passkey_login',
    who: 'anyone',
    summary: 'Log in by a passkey alone, which has asked for a finger, a face or a PIN',
    body: z.object({ passkey: PasskeyProof, newsroom: z.boolean(), device_tokens: Devices }),
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
  endOthers: defineCall({
    method: 'DELETE',
    path: '/api/user/sessions',
    who: 'member',
    summary: 'End all of one’s own sessions but this one; other browsers are unknown from then on',
    reply: { 200: Message },
  }),
  confirmPassword: defineCall({
    method: 'POST',
    path: '/api/user/confirm_password',
    who: 'member',
    summary:
      'Show that it is still the owner who sits there; dangerous acts ask for it (403 with code confirm_password). Where ' +
      'two-step login is on it takes a second step as well, asked for as at the login',
    body: SecondStep.extend({ password: z.string().min(1, 'errors.required').max(200) }),
    reply: { 200: Message },
  }),
};

export const twoStepCalls = {
  state: defineCall({
    method: 'GET',
    path: '/api/two_step',
    who: 'member',
    summary: 'What the second step of one’s own logins may be',
    reply: {
      200: z.object({
        app: z.boolean().describe('Codes of an authenticator app'),
        passkeys: z.array(Passkey),
        passkeys_possible: z.boolean().describe('Not where the site has no name, only a number as its address'),
        recovery_codes_left: z.number(),
        required: z.boolean().describe('Whether the newsroom wants one of this person'),
        due_at: Instant.nullable().describe('By when; null once there is one, or while nothing is due'),
        overdue: z.boolean().describe('Whether the newsroom is closed to this person until there is one'),
      }),
    },
  }),
  begin: defineCall({
    method: 'POST',
    path: '/api/two_step',
    who: 'member',
    summary: 'A new secret for an authenticator app; nothing changes until it is confirmed',
    reply: { 200: z.object({ secret: z.string(), uri: z.string().describe('otpauth:// address for a QR code') }) },
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/api/two_step/confirm',
    who: 'member',
    summary: 'Take the app into use with a code of it; the recovery codes are shown this once',
    body: z.object({ code: z.string().max(40) }),
    reply: { 200: z.object({ message: z.string(), recovery_codes: z.array(z.string()) }) },
  }),
  end: defineCall({
    method: 'DELETE',
    path: '/api/two_step',
    who: 'member',
    summary: 'Codes of the app no longer; two-step login is off when there is no passkey either',
    reply: { 200: Message },
  }),
  recoveryCodes: defineCall({
    method: 'POST',
    path: '/api/two_step/recovery_codes',
    who: 'member',
    summary: 'New recovery codes in place of all others; shown this once',
    reply: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  }),
  reset: defineCall({
    method: 'DELETE',
    path: '/api/people/:id/two_step',
    who: 'admin',
    summary: 'Take somebody’s second step away who has lost it; ends his sessions and tells him by mail',
    params: z.object({ id: NumericId }),
    reply: { 200: Message },
  }),
};

export const AdminId = z.object({ id: NumericId });
