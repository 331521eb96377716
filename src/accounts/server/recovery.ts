import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { withdrawAllLinks } from './links.queries.ts';
import { deletePasskeys } from './passkeys.queries.ts';
import { endSessions } from './sessions.queries.ts';
import { replaceRecoveryCodes } from './two-step.queries.ts';
import { type NewUser, type User, updateUser } from './users.queries.ts';

interface Recovery {
  /** The address whose mailbox has been proven. */
  email: string;
  /** Null: no login until a new password is set. */
  passwordHash: string | null;
  /** Nobody had proven the mailbox before: whoever made the account need not be the one who has it now. */
  unconfirmed: boolean;
  /** What was set up for logging in from then on goes as well, and all recovery codes, whose age nobody knows. */
  since?: Date;
  /** The link by which it was proven; those that later mailboxes got are worth nothing any more. */
  linkId?: number;
}

/**
 * Gives an account to whoever has its mailbox and ends what is older: sessions, mailed links, a change of e-mail that
 * waits, the password. Of an unconfirmed account also what its maker set up. Links by which an earlier mailbox takes the
 * account back stay: a thief who has changed the e-mail must not end them by a reset. Decision 81 has the reasons.
 */
export async function recoverAccount(ctx: Context, tx: Db, user: User, recovery: Recovery): Promise<void> {
  const { email, passwordHash, unconfirmed, since, linkId } = recovery;
  const now = ctx.now();
  const keepsConfirmation = !unconfirmed && email === user.email;
  const dropsApp = unconfirmed || (since !== undefined && user.totpSince !== null && user.totpSince >= since);
  const change: Partial<NewUser> = {
    email,
    passwordHash,
    emailConfirmedAt: (keepsConfirmation && user.emailConfirmedAt) || now,
    pendingEmail: null,
    totpPending: null,
    ...(passwordHash !== null && { passwordResetAt: now }),
    ...(dropsApp && { totpSecret: null, totpSince: null }),
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
