import { pathIn } from '#src/messages/languages.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail.ts';
import { getCurrentUser, lockCurrentUser } from './current-user.service.ts';
import { findValidLink, withdrawLinks } from './links.queries.ts';
import { hashToken, redeemLink } from './mailed-links.service.ts';
import { hashPassword, newPasswordError } from './password-hashing.service.ts';
import { mailResetLink, resetRequest } from './passwords.jobs.ts';
import { requirePassword, requireRecentPassword } from './reauthentication.service.ts';
import { recoverAccount } from './recovery.service.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { endSessions } from './sessions.queries.ts';
import { hasSecondStep } from './user-view.service.ts';
import { findUser, lockUser, type User, updateUser } from './users.queries.ts';

/**
 * Changes the current user's password; ends his other sessions and invalidates mailed reset links. Where two-step login
 * is on, the password alone does not suffice: the session must also have been re-authenticated recently.
 */
export async function changePassword(ctx: Context, current: string, next: string): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  const user = await getCurrentUser(ctx);
  if (hasSecondStep(user)) await requireRecentPassword(ctx);
  await requirePassword(ctx, current, 'current_password');
  const error = newPasswordError(ctx, next, user);
  if (error) throw invalid({ new_password: error });
  const passwordHash = await hashPassword(next);
  await ctx.db.transaction(async (tx) => {
    await lockCurrentUser(ctx, tx);
    const changed = await updateUser(tx, userId, { passwordHash }, ctx.now());
    await endSessions(tx, userId, ctx.now(), sessionId);
    await withdrawLinks(tx, userId, 'reset_password', ctx.now());
    if (changed) await mailPasswordChanged(ctx, tx, changed);
    await recordSecurityEvent(ctx, tx, { kind: 'password_changed', userId });
  });
}

const mailPasswordChanged = (ctx: Context, tx: Db, { name, email }: User) =>
  sendMail(ctx, tx, {
    to: email,
    subject: ctx.text('mails.passwordChangedSubject'),
    body: ctx.text('mails.passwordChanged', {
      name,
      link: ctx.config.siteUrl + pathIn(ctx.language, '/forgot-password'),
    }),
  });

/** Queues the mail with a reset link. The account is looked up after the response, whose time reveals nothing. */
export async function forgotPassword(ctx: Context, email: string): Promise<void> {
  await ctx.jobs.send(mailResetLink, resetRequest(ctx, email));
}

/**
 * Sets a new password by a mailed link. The link proves the mailbox, so everything older is revoked: sessions, links, a
 * pending change of e-mail, and the second steps and guardian of an unconfirmed account. Throws `gone` for a used or
 * expired link.
 */
export async function resetPassword(ctx: Context, token: string, password: string): Promise<void> {
  const found = await findValidLink(ctx.db, 'reset_password', hashToken(token), ctx.now());
  const owner = found && (await findUser(ctx.db, found.userId));
  // Checked first, because hashing is expensive and must not run for an invented token.
  if (!owner) throw new AppError('gone', 'accounts.linkGone');
  const error = newPasswordError(ctx, password, owner);
  if (error) throw invalid({ password: error });
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const link = await redeemLink(ctx, tx, 'reset_password', token);
    const user = (await lockUser(tx, link.userId)) ?? owner;
    await recoverAccount(ctx, tx, user, { email: user.email, passwordHash, unconfirmed: !user.emailConfirmedAt });
    await mailPasswordChanged(ctx, tx, user);
    await recordSecurityEvent(ctx, tx, { kind: 'password_reset', userId: user.id });
  });
}
