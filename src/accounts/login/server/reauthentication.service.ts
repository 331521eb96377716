import {
  checkSecondStep,
  type SecondStep,
  secondStepMethods,
} from '#src/accounts/second-step/server/second-step.service.ts';
import { limitAttempts, openSessionLimits } from '#src/accounts/second-step/server/throttling.service.ts';
import { recordSecurityEvent } from '#src/accounts/security-events/server/security-events.service.ts';
import { checkPassword } from '#src/accounts/users/server/password-hashing.service.ts';
import { confirmSession, findLiveSession } from '#src/accounts/users/server/sessions.queries.ts';
import { findUser, type User } from '#src/accounts/users/server/users.queries.ts';
import { reauthenticationMs } from '#src/accounts/users/sessions.rules.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';

/**
 * Marks the session as re-authenticated for `reauthenticationMs`. Throws `forbidden` for a wrong password, and
 * `two_step` unless the second step is valid too, where there is one.
 */
export async function reauthenticate(ctx: Context, password: string, given: SecondStep): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  const user = await requirePassword(ctx, password);
  await checkSecondStep(ctx, user, given, openSessionLimits('code', sessionId));
  await recordSecurityEvent(ctx, ctx.db, { kind: 'password_confirmed', userId });
  await confirmSession(ctx.db, sessionId, ctx.now());
}

/** Throws `confirm_password`, with the methods of the second step, if the last re-authentication is too old. */
export async function requireRecentPassword(ctx: Context): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  const session = await findLiveSession(ctx.db, sessionId, ctx.now());
  const age = ctx.now().getTime() - (session?.confirmedAt.getTime() ?? 0);
  if (age <= reauthenticationMs) return;
  const user = await findUser(ctx.db, userId);
  const extra = { methods: user ? secondStepMethods(user) : [] };
  throw new AppError('confirm_password', 'accounts.confirmPassword', { extra });
}

/**
 * Throws `forbidden` unless this is the current user's password. Attempts count by session: they do not block other
 * sessions, and failed logins of others do not block this one.
 */
export async function requirePassword(ctx: Context, password: string, field = 'password'): Promise<User> {
  const { userId, sessionId } = requireUser(ctx);
  const user = await findUser(ctx.db, userId);
  const verified = await limitAttempts(ctx, openSessionLimits('password', sessionId), async () =>
    (await checkPassword(user?.passwordHash, password)) ? user : undefined,
  );
  if (verified) return verified;
  await recordSecurityEvent(ctx, ctx.db, { kind: 'password_check_failed', userId });
  throw new AppError('forbidden', 'accounts.passwordWrong', {
    fields: { [field]: { key: 'accounts.passwordWrong' } },
  });
}
