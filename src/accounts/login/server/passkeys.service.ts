import {
  authenticationOptions,
  passkeysPossible,
  registrationOptions,
  verifyRegistration,
} from '#src/accounts/second-step/server/webauthn.service.ts';
import type { Registration } from '#src/accounts/users/passkeys.contract.ts';
import { createPasskey, deletePasskeys, renamePasskey } from '#src/accounts/users/server/passkeys.queries.ts';
import { findUser, type User } from '#src/accounts/users/server/users.queries.ts';
import { defineLimit } from '#src/calls/call.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { violatedConstraint } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { requireRecentPassword } from './reauthentication.service.ts';
import { changeSecondStep } from './two-step.service.ts';

const maxPasskeys = 10;

// Anyone may request a challenge, and each is a row, so requests are limited.
const challengeRequests = defineLimit({ name: 'passkey-questions', attempts: 120, perSeconds: 900 });

/** Options for the browser to create a passkey. */
export async function beginPasskey(ctx: Context) {
  await requireRecentPassword(ctx);
  return registrationOptions(ctx, await requireEligibleUser(ctx));
}

/** Adds a passkey. Returns recovery codes if there were none yet. Throws `invalid` if verification fails. */
export async function addPasskey(ctx: Context, name: string, response: Registration): Promise<string[]> {
  await requireRecentPassword(ctx);
  const user = await requireEligibleUser(ctx);
  const registration = await verifyRegistration(ctx, user, response);
  if (!registration) throw new AppError('invalid', 'accounts.passkeyFailed');
  const { credential, credentialBackedUp } = registration;
  return changeSecondStep(ctx, 'passkey_added', async (tx, { passkeyCount }) => {
    requireRoom(passkeyCount);
    const added = createPasskey(tx, {
      userId: user.id,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      synced: credentialBackedUp,
      createdAt: ctx.now(),
    });
    await added.catch((error) => {
      if (violatedConstraint(error) === 'passkeys_credential_key')
        throw new AppError('conflict', 'accounts.passkeyFailed');
      throw error;
    });
  });
}

async function requireEligibleUser(ctx: Context): Promise<User> {
  const user = await findUser(ctx.db, requireUser(ctx).userId);
  if (!user) throw new AppError('unauthenticated', 'errors.sessionExpired');
  if (!passkeysPossible(ctx)) throw new AppError('conflict', 'accounts.passkeysImpossible');
  requireRoom(user.passkeyCount);
  return user;
}

function requireRoom(passkeyCount: number) {
  if (passkeyCount >= maxPasskeys) throw new AppError('conflict', 'accounts.passkeysTooMany');
}

/** Throws `not_found` for another user's passkey. */
export async function renameMyPasskey(ctx: Context, id: number, name: string): Promise<void> {
  if (!(await renamePasskey(ctx.db, requireUser(ctx).userId, id, name)))
    throw new AppError('not_found', 'errors.notFound');
}

/**
 * Throws `not_found` for another user's passkey, and `conflict` for the last second step of a user who must have one.
 */
export async function removeMyPasskey(ctx: Context, id: number): Promise<void> {
  await requireRecentPassword(ctx);
  await changeSecondStep(ctx, 'passkey_removed', async (tx, user) => {
    if ((await deletePasskeys(tx, user.id, { id })) === 0) throw new AppError('not_found', 'errors.notFound');
  });
}

/** Options for the browser to log in with a passkey only. */
export async function beginPasskeyLogin(ctx: Context) {
  await ctx.limits.count(challengeRequests, ctx.address);
  if (!passkeysPossible(ctx)) throw new AppError('conflict', 'accounts.passkeysImpossible');
  return authenticationOptions(ctx);
}
