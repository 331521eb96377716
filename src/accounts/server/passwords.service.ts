import { type Language, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import { passwordMinLength } from '../accounts.settings.ts';
import type { PasswordPolicy } from '../passwords.rules.ts';
import { getCurrentUser, lockCurrentUser } from './current-user.service.ts';
import { isRefusal } from './email.service.ts';
import { findOpenLink, withdrawLinks } from './links.queries.ts';
import { hashToken, makeLink, spendLink } from './mailed-links.ts';
import { requirePassword, requireRecentPassword } from './owner.service.ts';
import { hashPassword, newPasswordFault, passwordPolicy } from './passwords.ts';
import { hasSecondStep } from './person.ts';
import { recoverAccount } from './recovery.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { endSessions } from './sessions.queries.ts';
import { findUser, findUserByEmail, lockUser, type User, updateUser } from './users.queries.ts';

const mailsPerAccount: Limit = { name: 'forgot-account', attempts: 5, perSeconds: 3600 };

/** Fewest characters of a new password, for the forms that ask for one. */
export const getPasswordMinLength = ({ settings }: Pick<Context, 'settings'>): number =>
  settings.get(passwordMinLength);

/** What a new password must be, for the form that knows whose it is. */
export const getPasswordPolicy = (ctx: Pick<Context, 'settings'>): PasswordPolicy => passwordPolicy(ctx);

/**
 * Changes one's own password; ends one's other sessions and what was mailed to set another. Where two-step login is on,
 * the password alone does not suffice: then the session needs a recent proof too.
 */
export async function changePassword(ctx: Context, current: string, next: string): Promise<void> {
  const { userId, sessionId } = signedIn(ctx);
  const user = await getCurrentUser(ctx);
  if (hasSecondStep(user)) await requireRecentPassword(ctx);
  await requirePassword(ctx, current, 'current_password');
  const fault = newPasswordFault(ctx, next, user);
  if (fault) throw invalid({ new_password: fault });
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

/** Has a link mailed to whoever has this address. Whether somebody has is looked up after the answer. */
export async function forgotPassword(ctx: Context, email: string): Promise<void> {
  await ctx.jobs.send(mailResetLink, { email, language: ctx.language });
}

/** Mails the link to set a new password, if there is such an account. */
export const mailResetLink: Job<{ email: string; language: Language }> = {
  name: 'accounts.mail-reset-link',
  async run(ctx, { email, language }) {
    const user = await findUserByEmail(ctx.db, email);
    if (!user || user.disabledAt) return;
    const counted = ctx.limits.count(mailsPerAccount, String(user.id));
    if (await counted.then(() => false, isRefusal)) return;
    const text = translator(language);
    await ctx.db.transaction(async (tx) => {
      // Whoever takes his e-mail back at this moment waits for this link, or it is not made.
      if ((await lockUser(tx, user.id))?.email !== user.email) return;
      const link = await makeLink({ ...ctx, language }, tx, user.id, 'reset_password');
      await sendMail(ctx, tx, {
        to: user.email,
        subject: text('mails.resetSubject'),
        body: text('mails.reset', { name: user.name, link }),
      });
    });
  },
};

/**
 * Sets a new password by a mailed link. That proves the mailbox, so all that is older ends: sessions, links, a change of
 * e-mail that waits, and of an unconfirmed account what its maker set up. Throws `gone` for a link that was used or has
 * run out.
 */
export async function resetPassword(ctx: Context, token: string, password: string): Promise<void> {
  const found = await findOpenLink(ctx.db, 'reset_password', hashToken(token), ctx.now());
  const owner = found && (await findUser(ctx.db, found.userId));
  // Hashing is work, which nobody gets for a token that he made up.
  if (!owner) throw new AppError('gone', 'accounts.linkGone');
  const fault = newPasswordFault(ctx, password, owner);
  if (fault) throw invalid({ password: fault });
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const link = await spendLink(ctx, tx, 'reset_password', token);
    const user = (await lockUser(tx, link.userId)) ?? owner;
    await recoverAccount(ctx, tx, user, { email: user.email, passwordHash, unconfirmed: !user.emailConfirmedAt });
    await mailPasswordChanged(ctx, tx, user);
    await recordSecurityEvent(ctx, tx, { kind: 'password_reset', userId: user.id });
  });
}
