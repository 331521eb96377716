import { requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { recordSecurityEvent } from '#src/accounts/security-events/server/security-events.service.ts';
import { isSameEmail } from '#src/accounts/users/email.rules.ts';
import { lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { isReservedForOtherUser, setTakeBackEnd, withdrawLinks } from '#src/accounts/users/server/links.queries.ts';
import { mayMailUser } from '#src/accounts/users/server/mailboxes.service.ts';
import {
  mailLink,
  makeLink,
  makeToken,
  redeemLink,
  takeBackMs,
} from '#src/accounts/users/server/mailed-links.service.ts';
import { currentUserView, isUnclaimed } from '#src/accounts/users/server/user-view.service.ts';
import {
  findUser,
  findUserByEmail,
  lockUser,
  type User,
  updateUser,
} from '#src/accounts/users/server/users.queries.ts';
import type { CurrentUserView } from '#src/accounts/users/sessions.contract.ts';
import { defineLimit } from '#src/calls/call.ts';
import { pathIn } from '#src/messages/languages.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';
import { releaseAddress } from './erasure.service.ts';
import { recoverAccount } from './recovery.service.ts';

const changesPerAccount = defineLimit({ name: 'email-changes', attempts: 5, perSeconds: daySeconds, per: 'account' });

/** The e-mail of an account, and whether its owner has confirmed it. Undefined if the account is deleted. */
export async function getMailbox(db: Db, userId: number): Promise<{ email: string; confirmed: boolean } | undefined> {
  const user = await findUser(db, userId);
  return user && !user.deletedAt ? { email: user.email, confirmed: user.emailConfirmedAt !== null } : undefined;
}

/** Welcomes a new account by mail: the link that confirms its address, and what the account can do. */
export async function mailWelcome(ctx: Context, tx: Db, user: User): Promise<void> {
  const pageUrl = (path: string) => ctx.config.siteUrl + pathIn(ctx.language, path);
  await mailLink(ctx, tx, { user, purpose: 'confirm_email', to: user.email }, (link) => ({
    subject: ctx.text('mails.confirmEmailSubject'),
    body: ctx.text('mails.welcome', {
      link,
      publication: pageUrl('/publication'),
      payment: pageUrl('/payment'),
      profile: pageUrl('/profile/edit'),
    }),
  }));
}

/** Sends the link again: to the pending address, else to the unconfirmed one. Throws `conflict` if there is neither. */
export async function resendConfirmation(ctx: Context): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    if (user.pendingEmail) await mailConfirmation(ctx, tx, user, user.pendingEmail, 'confirmNewEmail');
    else if (!user.emailConfirmedAt) await mailConfirmation(ctx, tx, user, user.email, 'confirmEmail');
    else throw new AppError('conflict', 'accounts.emailConfirmedAlready');
  });
}

// Contains nothing that a user has typed, because the mailbox may be someone else's.
const mailConfirmation = (ctx: Context, tx: Db, user: User, to: string, text: 'confirmEmail' | 'confirmNewEmail') =>
  mailLink(ctx, tx, { user, purpose: 'confirm_email', to }, (link) => ({
    subject: ctx.text(`mails.${text}Subject`),
    body: ctx.text(`mails.${text}`, { link }),
  }));

/**
 * Checks that a change of e-mail may be requested: a recent password, a free address, and the rate limit. Throws
 * `confirm_password`, `conflict` or `too_many_requests`.
 */
export async function checkEmailChangeAllowed(ctx: Context, user: User, address: string): Promise<void> {
  await requireRecentPassword(ctx);
  await requireUnclaimed(ctx.db, address);
  await ctx.limits.count(changesPerAccount, String(user.id));
}

// An address that its account has not confirmed counts as free: the owner of the mailbox gets it by the link.
async function requireUnclaimed(db: Db, address: string) {
  const holder = await findUserByEmail(db, address);
  if (holder && !isUnclaimed(holder)) throw emailTaken();
}

/**
 * Requests a change of e-mail for an account that is locked (`lockCurrentUser`). It takes effect when the link mailed
 * to the new address is followed. The current mailbox gets a link that cancels the change, or undoes it later.
 */
export async function requestEmailChange(ctx: Context, tx: Db, user: User, address: string): Promise<User> {
  await requireUnclaimed(tx, address);
  await requireFreeEmail(ctx, tx, { id: user.id, email: address });
  const changed = await updateUser(tx, user.id, { pendingEmail: address }, ctx.now());
  await mailConfirmation(ctx, tx, user, address, 'confirmNewEmail');
  await warnMailbox(ctx, tx, user, 'emailChangeAsked');
  await recordSecurityEvent(ctx, tx, { kind: 'email_change_asked', userId: user.id });
  return changed ?? user;
}

// Omits the new address: an unconfirmed account could use it to send text to a stranger.
async function warnMailbox(ctx: Context, tx: Db, user: User, text: 'emailChangeAsked' | 'emailChanged') {
  if (!(await mayMailUser(ctx, tx, user, 'confirm'))) return;
  const data = { email: user.email, ...(!user.emailConfirmedAt && { unconfirmed: 'yes' }) };
  const link = await makeLink(ctx, tx, user.id, 'take_email_back', data);
  await sendMail(ctx, tx, {
    to: user.email,
    subject: ctx.text(`mails.${text}Subject`),
    body: ctx.text(`mails.${text}`, { link }),
  });
}

/** Cancels the pending change of e-mail. */
export async function cancelEmailChange(ctx: Context): Promise<CurrentUserView> {
  const { userId, role } = requireUser(ctx);
  const user = await ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    if (!user.pendingEmail) return user;
    await withdrawLinks(tx, userId, 'confirm_email', ctx.now());
    await recordSecurityEvent(ctx, tx, { kind: 'email_change_cancelled', userId });
    return (await updateUser(tx, userId, { pendingEmail: null }, ctx.now())) ?? user;
  });
  return currentUserView(ctx, user, role);
}

/**
 * Confirms the address that the link was mailed to, or applies the pending change to it. Requires a session of the same
 * account: a click by someone else must not confirm an account that is not his (decision 80). Throws `gone`,
 * `forbidden` for another account's link, and `conflict` if the address has been taken meanwhile.
 */
export async function confirmEmail(
  ctx: Context,
  token: string,
  slices: readonly PersonalData[],
): Promise<CurrentUserView> {
  const { userId, role } = requireUser(ctx);
  const confirm = ctx.db.transaction(async (tx) => {
    const link = await redeemLink(ctx, tx, 'confirm_email', token);
    if (link.userId !== userId) throw new AppError('forbidden', 'accounts.otherAccountsLink');
    const user = await lockUser(tx, userId);
    const address = link.data.email as string; // every link of this purpose has one
    if (user && isSameEmail(address, user.email)) {
      await recordSecurityEvent(ctx, tx, { kind: 'email_confirmed', userId });
      return updateUser(tx, userId, { emailConfirmedAt: user.emailConfirmedAt ?? ctx.now() }, ctx.now());
    }
    if (!user?.pendingEmail || !isSameEmail(address, user.pendingEmail))
      throw new AppError('gone', 'accounts.linkGone');
    await releaseAddress(ctx, tx, address, user.id, slices);
    return applyEmailChange(ctx, tx, user, address);
  });
  const user = await confirm.catch((error) => {
    throw mapEmailConflict(error);
  });
  if (!user) throw new AppError('gone', 'accounts.linkGone');
  return currentUserView(ctx, user, role);
}

async function applyEmailChange(ctx: Context, tx: Db, user: User, address: string) {
  const now = ctx.now();
  const values = { email: address, emailConfirmedAt: now, pendingEmail: null };
  const changed = await updateUser(tx, user.id, values, now);
  await requireFreeEmail(ctx, tx, { id: user.id, email: address });
  await withdrawLinks(tx, user.id, 'reset_password', now);
  await warnMailbox(ctx, tx, user, 'emailChanged');
  await setTakeBackEnd(tx, user.id, user.email, new Date(now.getTime() + takeBackMs));
  await recordSecurityEvent(ctx, tx, { kind: 'email_changed', userId: user.id });
  return changed;
}

/**
 * Cancels a pending change of e-mail, or undoes one that took effect: the account belongs to the owner of the old
 * mailbox. Revokes everything that someone else could log in with, including the password, and returns a token to set a
 * new one. Throws `gone` for a used or expired link.
 */
export async function takeEmailBack(ctx: Context, token: string, slices: readonly PersonalData[]): Promise<string> {
  const recover = ctx.db.transaction(async (tx) => {
    const link = await redeemLink(ctx, tx, 'take_email_back', token);
    const user = await lockUser(tx, link.userId);
    if (!user) throw new AppError('gone', 'accounts.linkGone');
    const email = link.data.email as string; // every link of this purpose has one
    await releaseAddress(ctx, tx, email, user.id, slices);
    await recoverAccount(ctx, tx, user, slices, {
      email,
      passwordHash: null,
      unconfirmed: link.data.unconfirmed === 'yes',
      since: link.createdAt,
      linkId: link.id,
    });
    await recordSecurityEvent(ctx, tx, { kind: 'email_taken_back', userId: user.id });
    return makeToken(ctx, tx, user.id, 'reset_password');
  });
  return recover.catch((error) => {
    throw mapEmailConflict(error);
  });
}

/**
 * Throws `conflict` for an address that the owner of another account can still take back. Call it after writing the
 * address: a concurrent writer waits at the unique index until the link that reserves the address is visible.
 */
export async function requireFreeEmail(ctx: Context, tx: Db, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  if (await isReservedForOtherUser(tx, email, id, ctx.now())) throw emailTaken();
}

/** The error for an address that has an account. */
export const emailTaken = (
  text: 'accounts.emailTaken' | 'accounts.emailRegistered' = 'accounts.emailTaken',
): AppError => new AppError('conflict', text, { fields: { email: { key: text } } });

export const mapEmailConflict = (error: unknown, ...text: Parameters<typeof emailTaken>) =>
  violatedConstraint(error) === 'users_email_key' ? emailTaken(...text) : error;
