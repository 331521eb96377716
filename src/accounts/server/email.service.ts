import { type Context, signedIn } from '#src/platform/context.ts';
import { brokenConstraint, type Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import { isSameEmail, mailboxKey } from '../email.rules.ts';
import type { Person } from '../sessions.contract.ts';
import { getCurrentUser, lockCurrentUser } from './current-user.service.ts';
import { isHeldForAnother, setTakeBackEnd, withdrawLinks } from './links.queries.ts';
import { makeLink, makeToken, spendLink, takeBackMs } from './mailed-links.ts';
import { requireRecentPassword } from './owner.service.ts';
import { personOf } from './person.ts';
import { recoverAccount } from './recovery.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { findUser, findUserByEmail, lockUser, type User, updateUser } from './users.queries.ts';

// Whoever gives an address may have named somebody else's mailbox.
const confirmationsPerMailbox: Limit = { name: 'confirm-mailbox', attempts: 3, perSeconds: 86_400 };
const changesPerAccount: Limit = { name: 'email-changes', attempts: 5, perSeconds: 86_400 };

/** Where mails to an account go, and whether the mailbox has been proven to be its owner's. Undefined when he has left. */
export async function getMailbox(db: Db, userId: number): Promise<{ email: string; confirmed: boolean } | undefined> {
  const user = await findUser(db, userId);
  return user && !user.deletedAt ? { email: user.email, confirmed: user.emailConfirmedAt !== null } : undefined;
}

/** Mails a new account the link that confirms its address; silently none where the mailbox has had too many. */
export async function mailWelcome(ctx: Context, user: User): Promise<void> {
  const counted = ctx.limits.count(confirmationsPerMailbox, mailboxKey(user.email));
  if (await counted.then(() => false, isRefusal)) return;
  await ctx.db.transaction((tx) => mailConfirmation(ctx, tx, user.id, user.email, 'confirmEmail'));
}

/** Sends the link again: to the address that was asked for, else to one that is not confirmed. Throws `conflict` when neither is there. */
export async function resendConfirmation(ctx: Context): Promise<void> {
  const user = await getCurrentUser(ctx);
  const address = user.pendingEmail ?? (user.emailConfirmedAt ? undefined : user.email);
  if (!address) throw new AppError('conflict', 'accounts.emailConfirmedAlready');
  await ctx.limits.count(confirmationsPerMailbox, mailboxKey(address));
  await ctx.db.transaction(async (tx) => {
    const locked = await lockCurrentUser(ctx, tx);
    if (![locked.pendingEmail, locked.email].includes(address)) return; // changed meanwhile
    await mailConfirmation(ctx, tx, user.id, address, address === locked.email ? 'confirmEmail' : 'confirmNewEmail');
  });
}

// Nothing that anybody has typed: the mailbox may be another's.
async function mailConfirmation(
  ctx: Context,
  tx: Db,
  userId: number,
  email: string,
  text: 'confirmEmail' | 'confirmNewEmail',
) {
  const link = await makeLink(ctx, tx, userId, 'confirm_email', { email });
  await sendMail(ctx, tx, {
    to: email,
    subject: ctx.text(`mails.${text}Subject`),
    body: ctx.text(`mails.${text}`, { link }),
  });
}

/**
 * What a change of e-mail needs before it is asked for: a recent password, an address that nobody has, and not too many
 * before it. Throws `forbidden`, `conflict` or `too_many_requests`.
 */
export async function allowEmailChange(ctx: Context, user: User, address: string): Promise<void> {
  await requireRecentPassword(ctx);
  if (await findUserByEmail(ctx.db, address)) throw emailTaken();
  await ctx.limits.count(changesPerAccount, String(user.id));
  await ctx.limits.count(confirmationsPerMailbox, mailboxKey(address));
}

/**
 * Asks for another e-mail of an account that is locked (`lockCurrentUser`): it takes effect when the link in its mailbox
 * is followed. The present mailbox gets a link that stops it, and takes it back later.
 */
export async function requestEmailChange(ctx: Context, tx: Db, user: User, address: string): Promise<User> {
  if (await findUserByEmail(tx, address)) throw emailTaken();
  await requireFreeEmail(ctx, tx, { id: user.id, email: address });
  const changed = await updateUser(tx, user.id, { pendingEmail: address }, ctx.now());
  await mailConfirmation(ctx, tx, user.id, address, 'confirmNewEmail');
  await warnMailbox(ctx, tx, user, 'emailChangeAsked');
  await recordSecurityEvent(ctx, tx, { kind: 'email_change_asked', userId: user.id });
  return changed ?? user;
}

// Not the new address: of an unconfirmed account it could be words to somebody who knows nothing of it.
async function warnMailbox(ctx: Context, tx: Db, user: User, text: 'emailChangeAsked' | 'emailChanged') {
  const data = { email: user.email, ...(!user.emailConfirmedAt && { unconfirmed: 'yes' }) };
  const link = await makeLink(ctx, tx, user.id, 'take_email_back', data);
  await sendMail(ctx, tx, {
    to: user.email,
    subject: ctx.text(`mails.${text}Subject`),
    body: ctx.text(`mails.${text}`, { link }),
  });
}

/** Gives up the change of e-mail that waits for its confirmation. */
export async function cancelEmailChange(ctx: Context): Promise<Person> {
  const { userId, role } = signedIn(ctx);
  const user = await ctx.db.transaction(async (tx) => {
    const user = await lockCurrentUser(ctx, tx);
    if (!user.pendingEmail) return user;
    await withdrawLinks(tx, userId, 'confirm_email', ctx.now());
    await recordSecurityEvent(ctx, tx, { kind: 'email_change_cancelled', userId });
    return (await updateUser(tx, userId, { pendingEmail: null }, ctx.now())) ?? user;
  });
  return personOf(ctx, user, role);
}

/**
 * Confirms the address that the link was mailed to, or makes it that of the account when it was asked for. Wants a
 * session of the same account: somebody else's click must not vouch for an account that he does not know (decision 80).
 * Throws `gone`, `forbidden` for another account's link, and `conflict` when the address has been taken meanwhile.
 */
export async function confirmEmail(ctx: Context, token: string): Promise<Person> {
  const { userId, role } = signedIn(ctx);
  const confirm = ctx.db.transaction(async (tx) => {
    const link = await spendLink(ctx, tx, 'confirm_email', token);
    if (link.userId !== userId) throw new AppError('forbidden', 'accounts.otherAccountsLink');
    const user = await lockUser(tx, userId);
    const address = link.data.email as string; // every link of this purpose is made with one
    if (user && isSameEmail(address, user.email)) {
      await recordSecurityEvent(ctx, tx, { kind: 'email_confirmed', userId });
      return updateUser(tx, userId, { emailConfirmedAt: user.emailConfirmedAt ?? ctx.now() }, ctx.now());
    }
    if (!user?.pendingEmail || !isSameEmail(address, user.pendingEmail))
      throw new AppError('gone', 'accounts.linkGone');
    return applyEmailChange(ctx, tx, user, address);
  });
  const user = await confirm.catch((error) => {
    throw orEmailTaken(error);
  });
  if (!user) throw new AppError('gone', 'accounts.linkGone');
  return personOf(ctx, user, role);
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
 * Stops a change of e-mail, or takes back one that took effect: the account is his whose mailbox it was. Ends all that
 * another could come back by, the password included, and returns a token to set a new one. Throws `gone` for a link that
 * was used or has run out.
 */
export async function takeEmailBack(ctx: Context, token: string): Promise<string> {
  const recover = ctx.db.transaction(async (tx) => {
    const link = await spendLink(ctx, tx, 'take_email_back', token);
    const user = await lockUser(tx, link.userId);
    if (!user) throw new AppError('gone', 'accounts.linkGone');
    await recoverAccount(ctx, tx, user, {
      email: link.data.email as string, // every link of this purpose is made with one
      passwordHash: null,
      unconfirmed: link.data.unconfirmed === 'yes',
      since: link.createdAt,
      linkId: link.id,
    });
    await recordSecurityEvent(ctx, tx, { kind: 'email_taken_back', userId: user.id });
    return makeToken(ctx, tx, user.id, 'reset_password');
  });
  return recover.catch((error) => {
    throw orEmailTaken(error);
  });
}

/**
 * An address that its owner can still take back is nobody else's. Asked after the address has been written: who writes
 * it while it is given up waits there until the link that holds it can be seen.
 */
export async function requireFreeEmail(ctx: Context, tx: Db, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  if (await isHeldForAnother(tx, email, id, ctx.now())) throw emailTaken();
}

const emailTaken = () =>
  new AppError('conflict', 'accounts.emailTaken', { fields: { email: { key: 'accounts.emailTaken' } } });

export const orEmailTaken = (error: unknown) => (brokenConstraint(error) === 'users_email_key' ? emailTaken() : error);

/** Whether an attempt was refused by a limit; other errors are thrown. */
export const isRefusal = (error: unknown): boolean => {
  if (error instanceof AppError) return true;
  throw error;
};
