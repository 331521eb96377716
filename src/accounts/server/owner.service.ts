import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { checkPassword } from './passwords.ts';
import { confirmSession, findLiveSession } from './sessions.queries.ts';
import { findUser, type User } from './users.queries.ts';

/** How long ago the password may have been given for a dangerous act. */
const confirmedMs = 15 * 60_000;

/** Wrong passwords for one account, from anywhere: at the login, and where they are asked for again. */
export const perAccount: Limit = { name: 'login-account', attempts: 100, perSeconds: 3600 };

/** What `perAccount` counts by, which a change of e-mail does not change; of nobody's account it is what was typed. */
export const accountKey = (user: Pick<User, 'id'> | undefined, email: string): string =>
  user ? `id ${user.id}` : `email ${email}`;

/** Marks the session as held by the owner, for a quarter of an hour. Throws `forbidden` for a wrong password. */
export async function confirmOwner(ctx: Context, password: string): Promise<void> {
  const { userId, sessionId } = signedIn(ctx);
  await requirePassword(ctx, password);
  ctx.log.info({ actor: userId }, 'password confirmed');
  await confirmSession(ctx.db, sessionId, ctx.now());
}

/** Throws `forbidden` with `confirm_password: true` when the password was given too long ago for a dangerous act. */
export async function requireRecentPassword(ctx: Context): Promise<void> {
  const session = await findLiveSession(ctx.db, signedIn(ctx).sessionId, ctx.now());
  const age = ctx.now().getTime() - (session?.confirmedAt.getTime() ?? 0);
  if (age > confirmedMs)
    throw new AppError('forbidden', 'accounts.confirmPassword', { extra: { confirm_password: true } });
}

/** Throws `forbidden` unless this is the password of whoever is signed in; tries are counted with those at the login. */
export async function requirePassword(ctx: Context, password: string, field = 'password'): Promise<User> {
  const user = await findUser(ctx.db, signedIn(ctx).userId);
  const who = accountKey(user, '');
  // Counted before the password is looked at, so that guesses made at once cannot slip in together.
  await ctx.limits.count(perAccount, who);
  if (!user || !(await checkPassword(user.passwordHash, password)))
    throw new AppError('forbidden', 'accounts.passwordWrong', {
      fields: { [field]: { key: 'accounts.passwordWrong' } },
    });
  await ctx.limits.giveBack(perAccount, who);
  return user;
}
