// The WebAuthn ceremonies: options with a challenge that serves once, and what the authenticator has signed.
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/site-name.ts';
import type { PasskeyProof, Registration } from '../passkeys.contract.ts';
import {
  advanceCounter,
  type Challenge,
  createChallenge,
  findPasskey,
  listPasskeys,
  type PasskeyRow,
  takeChallenge,
} from './passkeys.queries.ts';
import type { User } from './users.queries.ts';

/** Kinds of keys (COSE): EdDSA, ES256, RS256, in this order. */
const supportedAlgorithmIDs = [-8, -7, -257];

// Loaded at the first passkey: it takes 27 MB and 170 ms (measured), and many sites have none.
const library = () => import('@simplewebauthn/server');

/** How long somebody has from the question to the finger on the key. */
const challengeMs = 5 * 60_000;

/** The name that passkeys are bound to. It changes with SITE_URL, and then all of them are worthless. */
const hostname = ({ config }: Pick<Context, 'config'>) => new URL(config.siteUrl).hostname;

/** Whether this site can have passkeys: WebAuthn binds them to a name, never to a number. */
export const passkeysPossible = (ctx: Pick<Context, 'config'>): boolean =>
  isIP(hostname(ctx).replace(/^\[|\]$/g, '')) === 0;

const keep = (ctx: Context, challenge: string, purpose: Challenge['purpose'], userId: number | null) => {
  const expiresAt = new Date(ctx.now().getTime() + challengeMs);
  return createChallenge(ctx.db, { challenge, purpose, userId, expiresAt }, ctx.now());
};

const known = (passkeys: PasskeyRow[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));

/** What a browser needs to make a passkey for this account. */
export async function registrationOptions(ctx: Context, user: User) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.get(siteName),
    rpID: hostname(ctx),
    userName: user.email,
    userDisplayName: user.name,
    // The same for all passkeys of an account, so that a device replaces its own; it tells nothing about the person.
    userID: new TextEncoder().encode(ctx.passes.mark(`passkey of ${user.id}`, 32)),
    timeout: challengeMs,
    supportedAlgorithmIDs,
    attestationType: 'none', // whose make it is need not be known
    excludeCredentials: known(await listPasskeys(ctx.db, user.id)),
    // A key without room for its own list still serves as a second step.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keep(ctx, options.challenge, 'register', user.id);
  return { ...options };
}

/** What a browser needs to sign with a passkey: one of this account's, or at a login by it alone any of the site's. */
export async function proofOptions(ctx: Context, user?: User) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostname(ctx),
    timeout: challengeMs,
    // Beside a password the key itself is enough; alone it has to ask for a finger, a face or a PIN.
    userVerification: user ? 'preferred' : 'required',
    ...(user && { allowCredentials: known(await listPasskeys(ctx.db, user.id)) }),
  });
  await keep(ctx, options.challenge, user ? 'second_step' : 'login', user?.id ?? null);
  return { ...options };
}

/** The public key of a new passkey, or undefined when it was not made for this account, here and just now. */
export async function checkRegistration(ctx: Context, user: User, response: Registration) {
  const challenge = await spentChallenge(ctx, response.response.clientDataJSON, 'register', user.id);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON, // the contract has checked its shape
    expectedChallenge: challenge,
    expectedOrigin: ctx.config.siteUrl,
    expectedRPID: hostname(ctx),
    supportedAlgorithmIDs,
    requireUserVerification: false,
  }).catch(refused);
  return verified ? registrationInfo : undefined;
}

/**
 * The passkey that has signed, or undefined: of another account, for another site, an old challenge, a counter that went
 * back. With `user` it is his second step; without, it says by itself who logs in, and must have looked at him.
 */
export async function checkProof(ctx: Context, proof: PasskeyProof, user?: User): Promise<PasskeyRow | undefined> {
  const purpose = user ? 'second_step' : 'login';
  const challenge = await spentChallenge(ctx, proof.response.clientDataJSON, purpose, user?.id ?? null);
  const passkey = await findPasskey(ctx.db, proof.id);
  if (challenge === undefined || !passkey || (user && passkey.userId !== user.id)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {} } as AuthenticationResponseJSON, // the contract has checked its shape
    expectedChallenge: challenge,
    expectedOrigin: ctx.config.siteUrl,
    expectedRPID: hostname(ctx),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    requireUserVerification: user === undefined,
  }).catch(refused);
  if (!verified || !authenticationInfo) return undefined;
  return (await advanceCounter(ctx.db, passkey.id, authenticationInfo.newCounter, ctx.now())) ? passkey : undefined;
}

/** The challenge that was signed, used up by this; undefined when it was none of ours for this purpose and person. */
async function spentChallenge(ctx: Context, clientData: string, purpose: Challenge['purpose'], userId: number | null) {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  return (await takeChallenge(ctx.db, { challenge, purpose, userId }, ctx.now())) ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined; // no JSON, or null
  }
}

// The library throws what it finds wrong; all of it is an answer that does not fit.
const refused = (): { verified: false; authenticationInfo?: never; registrationInfo?: never } => ({ verified: false });
