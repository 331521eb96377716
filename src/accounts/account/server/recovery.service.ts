import { withdrawAllLinks } from '#src/accounts/users/server/links.queries.ts';
import { deletePasskeys } from '#src/accounts/users/server/passkeys.queries.ts';
import { endSessions } from '#src/accounts/users/server/sessions.queries.ts';
import { replaceRecoveryCodes } from '#src/accounts/users/server/two-step.queries.ts';
import { type NewUser, type User, updateUser } from '#src/accounts/users/server/users.queries.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { eraseContent, nothingTyped } from './erasure.service.ts';

/** The fields that the owner of a mailbox starts with, in an account that someone else may have created. */
export type Profile = Partial<Pick<NewUser, 'name' | 'dob' | 'mobile' | 'consentVersion' | 'role'>>;

interface Recovery {
  /** The address that the owner has just proven. */
  email: string;
  /** Null: no login until a new password is set. */
  passwordHash: string | null;
  /** The e-mail was never confirmed before, so someone else may have created the account. */
  unconfirmed: boolean;
  /** For an unconfirmed account, in place of what its creator has typed. */
  profile?: Profile | undefined;
  /** Also removes second steps set up since then, and all recovery codes, whose age is not stored. */
  since?: Date;
  /** The link that proved the address; take-back links mailed after it are invalidated. */
  linkId?: number;
}

/**
 * Restores an account to the owner of its mailbox and revokes everything older: sessions, mailed links, a pending
 * change of e-mail, and the password. Of an unconfirmed account, also erases all that its creator has typed, sent and
 * set up, except payments. Take-back links of earlier mailboxes stay valid, so that an attacker who has changed the
 * e-mail cannot revoke them by a reset. See decision 81.
 */
export async function recoverAccount(
  ctx: Context,
  tx: Db,
  user: User,
  slices: readonly PersonalData[],
  recovery: Recovery,
): Promise<User> {
  const { email, passwordHash, unconfirmed, profile, since, linkId } = recovery;
  const now = ctx.now();
  const isStillConfirmed = !unconfirmed && email === user.email;
  const removesApp = unconfirmed || (since !== undefined && user.totpSince !== null && user.totpSince >= since);
  const change: Partial<NewUser> = {
    email,
    passwordHash,
    emailConfirmedAt: (isStillConfirmed && user.emailConfirmedAt) || now,
    pendingEmail: null,
    totpPending: null,
    ...(passwordHash !== null && { passwordResetAt: now }),
    ...(removesApp && { totpSecret: null, totpSince: null }),
    ...(unconfirmed && { ...nothingTyped, consentVersion: null, name: ctx.text('accounts.roleReader'), ...profile }),
  };
  const changed = await updateUser(tx, user.id, change, now);
  if (unconfirmed) await eraseContent(ctx, tx, user, slices);
  if (unconfirmed || since) {
    await deletePasskeys(tx, user.id, { since: unconfirmed ? undefined : since });
    await replaceRecoveryCodes(tx, user.id, []);
  }
  await endSessions(tx, user.id, now);
  await withdrawAllLinks(tx, user.id, email, now, linkId);
  return changed ?? user;
}
