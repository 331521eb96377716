import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { recentProofMs } from '../sessions.rules.ts';
import { checkPassword } from './passwords.ts';
import { checkSecondStep, type SecondStep, secondStepMethods } from './second-step.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { confirmSession, findLiveSession } from './sessions.queries.ts';
import { openSessionLimits, tryGuess } from './throttling.ts';
import { findUser, type User } from './users.queries.ts';

/**
 * Marks the session as held by the owner, for a quarter of an hour. Throws `forbidden` for a wrong password, and
 * `two_step` until the second step fits too, where there is one.
 */
export async function confirmOwner(ctx: Context, password: string, given: SecondStep): Promise<void> {
  const { userId, sessionId } = signedIn(ctx);
  const user = await requirePassword(ctx, password);
  await checkSecondStep(ctx, user, given, openSessionLimits('code', sessionId));
  await recordSecurityEvent(ctx, ctx.db, { kind: 'password_confirmed', userId });
  await confirmSession(ctx.db, sessionId, ctx.now());
}

/** Throws `confirm_password`, with the ways of the second step, when the owner showed himself too long ago for a dangerous act. */
export async function requireRecentPassword(ctx: Context): Promise<void> {
  const { userId, sessionId } = signedIn(ctx);
  const session = await findLiveSession(ctx.db, sessionId, ctx.now());
  const age = ctx.now().getTime() - (session?.confirmedAt.getTime() ?? 0);
  if (age <= recentProofMs) return;
  const user = await findUser(ctx.db, userId);
  const extra = { methods: user ? secondStepMethods(user) : [] };
  throw new AppError('confirm_password', 'accounts.confirmPassword', { extra });
}

/**
 * Throws `forbidden` unless this is the password of whoever is signed in. Tries count by session: they shut nobody out of
 * another, and strangers at the login do not shut this one out.
 */
export async function requirePassword(ctx: Context, password: string, field = 'password'): Promise<User> {
  const { userId, sessionId } = signedIn(ctx);
  const user = await findUser(ctx.db, userId);
  const right = await tryGuess(ctx, openSessionLimits('password', sessionId), async () =>
    (await checkPassword(user?.passwordHash, password)) ? user : undefined,
  );
  if (right) return right;
  await recordSecurityEvent(ctx, ctx.db, { kind: 'password_check_failed', userId });
  throw new AppError('forbidden', 'accounts.passwordWrong', {
    fields: { [field]: { key: 'accounts.passwordWrong' } },
  });
}
