import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';
import { accountRoles } from '#src/rules/roles.rules.ts';
import { Passkey, PasskeyAssertion } from './passkeys.contract.ts';

/**
 * The second step, where the account requires one: a code, or a passkey that has signed the challenge of the response.
 */
const SecondStep = z.object({
  code: z.string().max(40).optional().describe('TOTP code of the authenticator app, or a recovery code'),
  passkey: PasskeyAssertion.optional(),
});

const Devices = z
  .array(z.string().max(500))
  .max(5)
  .optional()
  .describe('Each `device_token` of earlier logins with this browser, of any account');

const Credentials = SecondStep.extend({
  email: z.string('accounts.fillAllFields').trim().min(1, 'accounts.fillAllFields').max(254),
  password: z.string('accounts.fillAllFields').min(1, 'accounts.fillAllFields').max(200),
  device_tokens: Devices,
});

/** The current user. */
export const CurrentUserView = z.object({
  id: z.number(),
  email: z.string(),
  email_confirmed: z.boolean().describe('Whether the e-mail has been confirmed'),
  pending_email: z.string().nullable().describe('Becomes the e-mail when the link mailed to it is followed'),
  name: z.string(),
  profile_image: z.string().nullable().describe('Path to append to the API host'),
  mobile: z.string().nullable().describe('+, country code, number; null in the newsroom'),
  isAdmin: z.boolean(),
  role: z.enum(accountRoles).describe('Rights of this session'),
  dob: z.string().nullable(),
  two_step: z.boolean().describe('Whether every login requires a second step'),
  two_step_due: Instant.nullable().describe('Deadline to set up a second step, for the newsroom'),
  guardian: z.enum(['not_needed', 'needed', 'asked', 'given']).describe('Consent of a guardian, for readers under 18'),
});
export type CurrentUserView = z.infer<typeof CurrentUserView>;

export const Login = z.object({
  token: z.string(),
  user: CurrentUserView,
  device_token: z.string().describe('Identifies this browser; send it with the next login'),
});
export type Login = z.infer<typeof Login>;

const MySession = z.object({
  id: z.string(),
  current: z.boolean(),
  kind: z.enum(['user', 'admin']),
  device: z.string().describe('Browser and system, as far as they are known'),
  address: z.string(),
  created_at: Instant,
  last_seen_at: Instant.describe('To within five minutes'),
  expires_at: Instant.describe('Latest end; an idle session ends sooner'),
});
export type MySession = z.infer<typeof MySession>;

/** Methods of the second step, and the challenge for a passkey; sent with the error `two_step`. */
export const SecondStepChallenge = z.object({
  methods: z.array(z.enum(['app', 'passkey', 'recovery'])),
  passkey_options: z.record(z.string(), z.unknown()).optional(),
});
export type SecondStepChallenge = z.infer<typeof SecondStepChallenge>;

export const sessionCalls = {
  userLogin: defineCall({
    method: 'POST',
    path: '/api/newswings_login',
    who: 'anyone',
    summary:
      'Log in as a reader; the newsroom too gets only a reader’s rights by this call. Ends the session of the ' +
      'same account whose token the call carries, as the browser stores one. If two-step login is on, a ' +
      'call without a second step returns 401 with code two_step, methods and passkey_options; repeat it with one',
    body: Credentials,
    reply: { 200: Login },
  }),
  adminLogin: defineCall({
    method: 'POST',
    path: '/api/admin_login',
    who: 'anyone',
    summary:
      'Log in to the newsroom; second step as at the reader’s login. 403 with code two_step_setup if the deadline to ' +
      'set one up has passed: log in as a reader to set it up',
    body: Credentials,
    reply: { 200: Login },
  }),
  passkeyLogin: defineCall({
    method: 'POST',
    path: '/api/passkey_login',
    who: 'anyone',
    summary: 'Log in with a passkey only, which must have verified the user by fingerprint, face or PIN',
    body: z.object({ passkey: PasskeyAssertion, newsroom: z.boolean(), device_tokens: Devices }),
    reply: { 200: Login },
  }),
  verifyToken: defineCall({
    method: 'GET',
    path: '/api/verify_token',
    who: 'member',
    summary: 'Whether the token is still valid, and its user',
    reply: { 200: z.object({ valid: z.literal(true), user: CurrentUserView }) },
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
    summary: 'Sessions of the current user',
    reply: { 200: z.array(MySession) },
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    who: 'member',
    summary: 'End a session of the current user; another than this one needs a recent password',
    params: z.object({ id: z.uuid() }),
    reply: { 200: Message },
  }),
  endOthers: defineCall({
    method: 'DELETE',
    path: '/api/user/sessions',
    who: 'member',
    summary:
      'End all sessions of the current user except this one; needs a recent password. Other browsers become unknown devices',
    reply: { 200: Message },
  }),
  confirmPassword: defineCall({
    method: 'POST',
    path: '/api/user/confirm_password',
    who: 'member',
    summary:
      'Re-authenticate; sensitive actions require it (403 with code confirm_password). If two-step login is on, ' +
      'it needs a second step as well, requested as at the login',
    body: SecondStep.extend({ password: z.string().min(1, 'errors.required').max(200) }),
    reply: { 200: Message },
  }),
};

export const twoStepCalls = {
  state: defineCall({
    method: 'GET',
    path: '/api/two_step',
    who: 'member',
    summary: 'Two-step login of the current user',
    reply: {
      200: z.object({
        app: z.boolean().describe('Codes of an authenticator app'),
        passkeys: z.array(Passkey),
        passkeys_possible: z.boolean().describe('False if the site’s host is an IP address, not a domain'),
        recovery_codes_left: z.number(),
        required: z.boolean().describe('Whether a second step is compulsory for this user'),
        due_at: Instant.nullable().describe('Deadline; null once a second step is set up, or if there is none'),
        overdue: z.boolean().describe('Whether the user cannot log in to the newsroom until he has one'),
      }),
    },
  }),
  begin: defineCall({
    method: 'POST',
    path: '/api/two_step',
    who: 'member',
    summary: 'Make a new secret for an authenticator app; it has no effect until it is confirmed',
    reply: { 200: z.object({ secret: z.string(), uri: z.string().describe('otpauth:// address for a QR code') }) },
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/api/two_step/confirm',
    who: 'member',
    summary: 'Enable the authenticator app with a code of it; the recovery codes are shown only once',
    body: z.object({ code: z.string().max(40) }),
    reply: { 200: z.object({ message: z.string(), recovery_codes: z.array(z.string()) }) },
  }),
  end: defineCall({
    method: 'DELETE',
    path: '/api/two_step',
    who: 'member',
    summary: 'Disable the authenticator app; two-step login is off if there is no passkey either',
    reply: { 200: Message },
  }),
  recoveryCodes: defineCall({
    method: 'POST',
    path: '/api/two_step/recovery_codes',
    who: 'member',
    summary: 'Replace all recovery codes; the new ones are shown only once',
    reply: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  }),
  reset: defineCall({
    method: 'DELETE',
    path: '/api/people/:id/two_step',
    who: 'admin',
    summary: 'Remove the second steps of a user who has lost them; ends his sessions and notifies him by mail',
    params: z.object({ id: NumericId }),
    reply: { 200: Message },
  }),
};

export const AdminId = z.object({ id: NumericId });
