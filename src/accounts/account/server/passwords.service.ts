import { requirePassword, requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { recordSecurityEvent } from '#src/accounts/security-events/server/security-events.service.ts';
import { getCurrentUser, lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { findValidLink, withdrawLinks } from '#src/accounts/users/server/links.queries.ts';
import { mayMailUser } from '#src/accounts/users/server/mailboxes.service.ts';
import { hashToken, invitedAs, redeemLink } from '#src/accounts/users/server/mailed-links.service.ts';
import { hashPassword, newPasswordError, passwordPolicy } from '#src/accounts/users/server/password-hashing.service.ts';
import { endSessions } from '#src/accounts/users/server/sessions.queries.ts';
import { hasSecondStep, isUnproven } from '#src/accounts/users/server/user-view.service.ts';
import { findUser, lockUser, type User, updateUser } from '#src/accounts/users/server/users.queries.ts';
import { checkRegistration, mobileText, parseMobile } from '#src/accounts/users/users.rules.ts';
import { pathIn } from '#src/messages/languages.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, invalid, requireValid } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { mailResetLink, resetRequest } from './passwords.jobs.ts';
import { type Profile, recoverAccount } from './recovery.service.ts';

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

async function mailPasswordChanged(ctx: Context, tx: Db, user: User) {
  if (!(await mayMailUser(ctx, tx, user))) return;
  await sendMail(ctx, tx, {
    to: user.email,
    subject: ctx.text('mails.passwordChangedSubject'),
    body: ctx.text('mails.passwordChanged', {
      name: user.name,
      link: ctx.config.siteUrl + pathIn(ctx.language, '/forgot-password'),
    }),
  });
}

/** Queues the mail with a reset link. The account is looked up after the response, whose time reveals nothing. */
export async function forgotPassword(ctx: Context, email: string): Promise<void> {
  await ctx.jobs.send(mailResetLink, resetRequest(ctx, email));
}

export interface NewPassword {
  token: string;
  password: string;
  /** Required if the account was never confirmed, see `Profile`. */
  name?: string | undefined;
  dob?: string | undefined;
  mobile?: string | undefined;
  consent?: string | undefined;
}

/**
 * Sets a new password by a mailed link. The link proves the mailbox, so everything older is revoked. If the account was
 * never confirmed, what its creator has typed and sent is erased, and the owner starts with the fields of `sent`.
 * Throws `gone` for a used or expired link.
 */
export async function resetPassword(ctx: Context, sent: NewPassword, slices: readonly PersonalData[]): Promise<void> {
  const found = await findValidLink(ctx.db, 'reset_password', hashToken(sent.token), ctx.now());
  const owner = found && (await findUser(ctx.db, found.userId));
  // Checked first, because hashing is expensive and must not run for an invented token.
  if (!owner) throw new AppError('gone', 'accounts.linkGone');
  const profile = isUnproven(owner) ? newProfile(ctx, sent, owner.email) : undefined;
  const error = newPasswordError(ctx, sent.password, { ...owner, ...profile });
  if (error) throw invalid({ password: error });
  const passwordHash = await hashPassword(sent.password);
  await ctx.db.transaction(async (tx) => {
    const link = await redeemLink(ctx, tx, 'reset_password', sent.token);
    const user = (await lockUser(tx, link.userId)) ?? owner;
    const changed = await recoverAccount(ctx, tx, user, slices, {
      email: user.email,
      passwordHash,
      unconfirmed: isUnproven(user),
      profile: { ...invitedAs(link), ...profile },
    });
    await mailPasswordChanged(ctx, tx, changed);
    await recordSecurityEvent(ctx, tx, { kind: 'password_reset', userId: user.id });
  });
}

// The fields of a registration: all of them, or none. Throws `invalid`.
function newProfile(ctx: Context, sent: NewPassword, email: string): Profile {
  const { password, name = '', dob = '', mobile = '', consent } = sent;
  if (!name && !dob && !mobile) return {};
  requireValid(
    checkRegistration(
      { name, dob, mobile, email, password, confirm_password: '' },
      passwordPolicy(ctx).minLength,
      ctx.now(),
    ),
  );
  const parsed = parseMobile(mobile);
  return { name: name.trim(), dob, mobile: parsed ? mobileText(parsed) : null, consentVersion: consent ?? null };
}
