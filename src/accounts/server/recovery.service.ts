import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { withdrawAllLinks } from './links.queries.ts';
import { deletePasskeys } from './passkeys.queries.ts';
import { endSessions } from './sessions.queries.ts';
import { replaceRecoveryCodes } from './two-step.queries.ts';
import { type NewUser, type User, updateUser } from './users.queries.ts';

interface Recovery {
  /** The address that the owner has just proven. */
  email: string;
  /** Null: no login until a new password is set. */
  passwordHash: string | null;
  /** The e-mail was never confirmed before, so someone else may have created the account. */
  unconfirmed: boolean;
  /** Also removes second steps set up since then, and all recovery codes, whose age is not stored. */
  since?: Date;
  /** The link that proved it; take-back links mailed after it are invalidated. */
  linkId?: number;
}

/**
 * Restores an account to the owner of its mailbox and revokes everything older: sessions, mailed links, a pending
 * change of e-mail, the password, and the second steps and guardian of an unconfirmed account. Take-back links of
 * earlier mailboxes stay valid, so that an attacker who has changed the e-mail cannot revoke them by a reset. See
 * decision 81.
 */
export async function recoverAccount(ctx: Context, tx: Db, user: User, recovery: Recovery): Promise<void> {
  const { email, passwordHash, unconfirmed, since, linkId } = recovery;
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
    ...(unconfirmed && {
      guardianName: null,
      guardianEmail: null,
      guardianAskedAt: null,
      guardianConsentAt: null,
    }),
  };
  await updateUser(tx, user.id, change, now);
  if (unconfirmed || since) {
    await deletePasskeys(tx, user.id, { since: unconfirmed ? undefined : since });
    await replaceRecoveryCodes(tx, user.id, []);
  }
  await endSessions(tx, user.id, now);
  await withdrawAllLinks(tx, user.id, email, now, linkId);
}
