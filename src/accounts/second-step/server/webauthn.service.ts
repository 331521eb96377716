// The WebAuthn ceremonies: options with a single-use challenge, and verification of the authenticator's response.
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyAssertion, Registration } from '#src/accounts/users/passkeys.contract.ts';
import {
  advanceCounter,
  type Challenge,
  consumeChallenge,
  createChallenge,
  findPasskey,
  listPasskeys,
  type PasskeyRow,
} from '#src/accounts/users/server/passkeys.queries.ts';
import type { User } from '#src/accounts/users/server/users.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/settings/site-name.ts';

/** COSE algorithms in order of preference: EdDSA, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];

// Loaded at the first use of a passkey: it takes 27 MB and 170 ms (measured), and many sites have no passkeys.
const library = () => import('@simplewebauthn/server');

/** Lifetime of a challenge. */
const challengeMs = 5 * 60_000;

/** The RP ID that passkeys are bound to. It is the host of SITE_URL; if that changes, all passkeys become invalid. */
const hostname = ({ config }: Pick<Context, 'config'>) => new URL(config.siteUrl).hostname;

/** Whether this site can use passkeys: WebAuthn requires a domain name, not an IP address. */
export const passkeysPossible = (ctx: Pick<Context, 'config'>): boolean =>
  isIP(hostname(ctx).replace(/^\[|\]$/g, '')) === 0;

const storeChallenge = (ctx: Context, challenge: string, purpose: Challenge['purpose'], userId: number | null) => {
  const expiresAt = new Date(ctx.now().getTime() + challengeMs);
  return createChallenge(ctx.db, { challenge, purpose, userId, expiresAt }, ctx.now());
};

const credentialDescriptors = (passkeys: PasskeyRow[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));

/** Options for the browser to create a passkey for this account. */
export async function registrationOptions(ctx: Context, user: User) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.get(siteName),
    rpID: hostname(ctx),
    userName: user.email,
    userDisplayName: user.name,
    // The same for all passkeys of an account, so that a device replaces its old one; it reveals nothing about the
    // user.
    userID: new TextEncoder().encode(ctx.signedUrls.hmac(`passkey of ${user.id}`, 32)),
    timeout: challengeMs,
    supportedAlgorithmIDs,
    attestationType: 'none', // the model of the authenticator does not matter
    excludeCredentials: credentialDescriptors(await listPasskeys(ctx.db, user.id)),
    // A security key that cannot store discoverable credentials still works as a second step.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await storeChallenge(ctx, options.challenge, 'register', user.id);
  return { ...options };
}

/** Options for the browser to sign with a passkey: of this account, or without `user` any of the site's. */
export async function authenticationOptions(ctx: Context, user?: User) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostname(ctx),
    timeout: challengeMs,
    // After a password, possession of the key suffices; without one it must verify the user by fingerprint, face or
    // PIN.
    userVerification: user ? 'preferred' : 'required',
    ...(user && { allowCredentials: credentialDescriptors(await listPasskeys(ctx.db, user.id)) }),
  });
  await storeChallenge(ctx, options.challenge, user ? 'second_step' : 'login', user?.id ?? null);
  return { ...options };
}

/**
 * The credential of a new passkey, or undefined unless it was made for this account, this site and an open challenge.
 */
export async function verifyRegistration(ctx: Context, user: User, response: Registration) {
  const challenge = await redeemChallenge(ctx, response.response.clientDataJSON, 'register', user.id);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verify = async () =>
    verifyRegistrationResponse({
      response: {
        ...response,
        response: await withoutStatement(response.response),
        clientExtensionResults: {},
      } as RegistrationResponseJSON, // validated by the contract
      expectedChallenge: challenge,
      expectedOrigin: ctx.config.siteUrl,
      expectedRPID: hostname(ctx),
      supportedAlgorithmIDs,
      requireUserVerification: false,
    });
  const { verified, registrationInfo } = await verify().catch(notVerified);
  return verified ? registrationInfo : undefined;
}

/**
 * The response without the attestation, which states the authenticator's model. It is not needed, and the library would
 * fetch revocation lists from the URLs in its certificates, and read any answer (server-side request forgery).
 */
async function withoutStatement<T extends { attestationObject: string }>(response: T): Promise<T> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData');
  const attestation = new Map(Object.entries({ fmt: 'none', attStmt: new Map(), authData }));
  return { ...response, attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(attestation)) };
}

/**
 * The passkey that has signed, or undefined if it is of another account or site, the challenge is not open, or the
 * counter has not grown. With `user` it is his second step; without, the passkey identifies the user and must have
 * verified him.
 */
export async function verifyAuthentication(
  ctx: Context,
  proof: PasskeyAssertion,
  user?: User,
): Promise<PasskeyRow | undefined> {
  const purpose = user ? 'second_step' : 'login';
  const challenge = await redeemChallenge(ctx, proof.response.clientDataJSON, purpose, user?.id ?? null);
  const passkey = await findPasskey(ctx.db, proof.id);
  if (challenge === undefined || !passkey || (user && passkey.userId !== user.id)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {} } as AuthenticationResponseJSON, // validated by the contract
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
  }).catch(notVerified);
  if (!verified || !authenticationInfo) return undefined;
  return (await advanceCounter(ctx.db, passkey.id, authenticationInfo.newCounter, ctx.now())) ? passkey : undefined;
}

/** Consumes the signed challenge and returns it; undefined unless it is open for this purpose and user. */
async function redeemChallenge(ctx: Context, clientData: string, purpose: Challenge['purpose'], userId: number | null) {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  return (await consumeChallenge(ctx.db, { challenge, purpose, userId }, ctx.now())) ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined; // not JSON, or null
  }
}

// The library throws on invalid responses; each counts as not verified.
const notVerified = (): { verified: false; authenticationInfo?: never; registrationInfo?: never } => ({
  verified: false,
});
