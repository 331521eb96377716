import { pathIn } from '#src/messages/languages.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { sendMail } from '#src/platform/mail.ts';
import { passwordMinLength } from '../accounts.settings.ts';
import { isOpen, withdrawLinks } from './links.queries.ts';
import { hashToken, makeLink, spendLink } from './mailed-links.ts';
import { requirePassword } from './owner.service.ts';
import { hashPassword, newPasswordFault } from './passwords.ts';
import { endSessions } from './sessions.queries.ts';
import { findUserByEmail, lockUser, updateUser } from './users.queries.ts';

const requestsPerAddress: Limit = { name: 'forgot-address', attempts: 60, perSeconds: 3600 };
const resetsPerAddress: Limit = { name: 'reset-address', attempts: 60, perSeconds: 3600 };
const mailsPerAccount: Limit = { name: 'forgot-account', attempts: 5, perSeconds: 3600 };

/** Fewest characters of a new password, for the forms that ask for one. */
export const getPasswordMinLength = ({ settings }: Pick<Context, 'settings'>): number =>
  settings.get(passwordMinLength);

/** Changes one's own password; ends one's other sessions and what was mailed to set another. */
export async function changePassword(ctx: Context, current: string, next: string): Promise<void> {
  const { userId, sessionId } = signedIn(ctx);
  await requirePassword(ctx, current, 'current_password');
  const fault = newPasswordFault(ctx, next);
  if (fault) throw invalid({ new_password: fault });
  const passwordHash = await hashPassword(next);
  await ctx.db.transaction(async (tx) => {
    const user = await updateUser(tx, userId, { passwordHash }, ctx.now());
    await endSessions(tx, userId, ctx.now(), sessionId);
    await withdrawLinks(tx, userId, 'reset_password', ctx.now());
    if (user)
      await sendMail(ctx, tx, {
        to: user.email,
        subject: ctx.text('mails.passwordChangedSubject'),
        body: ctx.text('mails.passwordChanged', {
          name: user.name,
          link: ctx.config.siteUrl + pathIn(ctx.language, '/forgot-password'),
        }),
      });
  });
}

/** Mails a link to whoever has this address; says nothing about whether somebody has. */
export async function forgotPassword(ctx: Context, email: string, address: string): Promise<void> {
  await ctx.limits.count(requestsPerAddress, address);
  const user = await findUserByEmail(ctx.db, email);
  if (!user || user.disabledAt) return;
  // A flood of mails is stopped silently: the answer must not tell that the account exists.
  const tooMany = await ctx.limits.count(mailsPerAccount, String(user.id)).then(() => false, isRefusal);
  if (tooMany) return;
  await ctx.db.transaction(async (tx) => {
    // Whoever takes his e-mail back at this moment waits for this link, or it is not made.
    if ((await lockUser(tx, user.id))?.email !== user.email) return;
    const link = await makeLink(ctx, tx, user.id, 'reset_password');
    await sendMail(ctx, tx, {
      to: user.email,
      subject: ctx.text('mails.resetSubject'),
      body: ctx.text('mails.reset', { name: user.name, link }),
    });
  });
}

/** Sets a new password by a mailed link and ends every session. Throws `gone` for a link that was used or has run out. */
export async function resetPassword(ctx: Context, token: string, password: string, address: string): Promise<void> {
  await ctx.limits.count(resetsPerAddress, address);
  const fault = newPasswordFault(ctx, password);
  if (fault) throw invalid({ password: fault });
  // Hashing is work, which nobody gets for a token that he made up.
  if (!(await isOpen(ctx.db, 'reset_password', hashToken(token), ctx.now())))
    throw new AppError('gone', 'accounts.linkGone');
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const link = await spendLink(ctx, tx, 'reset_password', token);
    await updateUser(tx, link.userId, { passwordHash }, ctx.now());
    await endSessions(tx, link.userId, ctx.now());
  });
}

const isRefusal = (error: unknown) => {
  if (error instanceof AppError) return true;
  throw error;
};
