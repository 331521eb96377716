import { type Context, signedIn } from '#src/platform/context.ts';
import { brokenConstraint } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import type { Registration } from '../passkeys.contract.ts';
import { requireRecentPassword } from './owner.service.ts';
import { createPasskey, deletePasskeys, renamePasskey } from './passkeys.queries.ts';
import { changeSecondStep } from './two-step.service.ts';
import { findUser, type User } from './users.queries.ts';
import { checkRegistration, passkeysPossible, proofOptions, registrationOptions } from './webauthn.ts';

const mostPasskeys = 10;

// A challenge is a row: what anybody may ask for is counted.
const questions: Limit = { name: 'passkey-questions', attempts: 120, perSeconds: 900 };

/** What the browser needs to make a passkey. */
export async function beginPasskey(ctx: Context) {
  await requireRecentPassword(ctx);
  return registrationOptions(ctx, await owner(ctx));
}

/** Adds the passkey that was made. Returns recovery codes where there were none yet. Throws `invalid` when it does not fit. */
export async function addPasskey(ctx: Context, name: string, response: Registration): Promise<string[]> {
  await requireRecentPassword(ctx);
  const user = await owner(ctx);
  const made = await checkRegistration(ctx, user, response);
  if (!made) throw new AppError('invalid', 'accounts.passkeyFailed');
  const { credential, credentialBackedUp } = made;
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
      if (brokenConstraint(error) === 'passkeys_credential_key')
        throw new AppError('conflict', 'accounts.passkeyFailed');
      throw error;
    });
  });
}

async function owner(ctx: Context): Promise<User> {
  const user = await findUser(ctx.db, signedIn(ctx).userId);
  if (!user) throw new AppError('unauthenticated', 'errors.sessionExpired');
  if (!passkeysPossible(ctx)) throw new AppError('conflict', 'accounts.passkeysImpossible');
  requireRoom(user.passkeyCount);
  return user;
}

function requireRoom(passkeyCount: number) {
  if (passkeyCount >= mostPasskeys) throw new AppError('conflict', 'accounts.passkeysTooMany');
}

/** Throws `not_found` for a passkey of somebody else. */
export async function nameOwnPasskey(ctx: Context, id: number, name: string): Promise<void> {
  if (!(await renamePasskey(ctx.db, signedIn(ctx).userId, id, name)))
    throw new AppError('not_found', 'errors.notFound');
}

/** Throws `not_found` for a passkey of somebody else, and `conflict` for the last second step of who must have one. */
export async function removeOwnPasskey(ctx: Context, id: number): Promise<void> {
  await requireRecentPassword(ctx);
  await changeSecondStep(ctx, 'passkey_removed', async (tx, user) => {
    if ((await deletePasskeys(tx, user.id, { id })) === 0) throw new AppError('not_found', 'errors.notFound');
  });
}

/** What a browser needs to log in by a passkey alone. */
export async function beginPasskeyLogin(ctx: Context) {
  await ctx.limits.count(questions, ctx.address);
  if (!passkeysPossible(ctx)) throw new AppError('conflict', 'accounts.passkeysImpossible');
  return proofOptions(ctx);
}
