import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { checkPassword } from './passwords.ts';
import { confirmSession, findLiveSession } from './sessions.queries.ts';
import { findUser, type User } from './users.queries.ts';

/** How long ago the password may have been given for a dangerous act. */
const confirmedMs = 15 * 60_000;

/** Wrong passwords for one account, from anywhere. */
export const perAccount: Limit = { name: 'login-account', attempts: 100, perSeconds: 3600 };

/** Lets the attempt that uses a limit up be answered as every wrong password is. */
export const onlyNextTime = (error: unknown): void => {
  if (!(error instanceof AppError)) throw error;
};

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

/** Throws `forbidden` unless this is the password of whoever is signed in; tries are counted as at the login. */
export async function requirePassword(ctx: Context, password: string, field = 'password'): Promise<User> {
  const { userId } = signedIn(ctx);
  const user = await findUser(ctx.db, userId);
  await ctx.limits.check(perAccount, String(userId));
  if (user && (await checkPassword(user.passwordHash, password))) return user;
  await ctx.limits.count(perAccount, String(userId)).catch(onlyNextTime);
  throw new AppError('forbidden', 'accounts.passwordWrong', { fields: { [field]: { key: 'accounts.passwordWrong' } } });
}
