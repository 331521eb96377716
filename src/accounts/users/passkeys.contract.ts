import { z } from 'zod';
import { defineCall, Instant, Message, NumericId } from '#src/calls/call.ts';

// Sizes: WebAuthn limits credential ids to 1,023 bytes; an attestation with certificates takes a few kilobytes.
const base64url = (max: number) => z.string().min(1).max(max);
const CredentialId = base64url(1400);

/** Result of `navigator.credentials.create()` as JSON (WebAuthn, RegistrationResponseJSON). */
const Registration = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type Registration = z.infer<typeof Registration>;

/** Result of `navigator.credentials.get()` as JSON (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAssertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.string().max(200).optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** WebAuthn options as JSON, which the browser library converts for `navigator.credentials`. */
export const PasskeyOptions = z.record(z.string(), z.unknown());

export const passkeyNameMaxLength = 60;

const Name = z
  .string()
  .trim()
  .min(1, 'errors.required')
  .max(passkeyNameMaxLength)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'errors.invalidField'); // one line, without control characters

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  synced: z.boolean().describe('Whether the passkey is synchronised to other devices of its owner'),
  created_at: Instant,
  last_used_at: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const PasskeyId = z.object({ id: NumericId });

export const passkeyCalls = {
  begin: defineCall({
    method: 'POST',
    path: '/api/user/passkeys/options',
    who: 'member',
    summary: 'Options for the browser to create a passkey; requires a recent password',
    reply: { 200: PasskeyOptions },
  }),
  add: defineCall({
    method: 'POST',
    path: '/api/user/passkeys',
    who: 'member',
    summary: 'Add the created passkey; the first second step returns recovery codes, which are shown only once',
    body: z.object({ name: Name, passkey: Registration }),
    reply: { 201: z.object({ message: z.string(), recovery_codes: z.array(z.string()) }) },
  }),
  rename: defineCall({
    method: 'PUT',
    path: '/api/user/passkeys/:id',
    who: 'member',
    summary: 'Rename a passkey of the current user',
    params: PasskeyId,
    body: z.object({ name: Name }),
    reply: { 200: Message },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/user/passkeys/:id',
    who: 'member',
    summary: 'Remove a passkey of the current user; requires a recent password',
    params: PasskeyId,
    reply: { 200: Message },
  }),
  loginOptions: defineCall({
    method: 'POST',
    path: '/api/passkey_login/options',
    who: 'anyone',
    summary: 'Options for the browser to log in with a passkey only',
    reply: { 200: PasskeyOptions },
  }),
};
