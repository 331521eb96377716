import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { findLiveSession } from './sessions.queries.ts';
import { findUser, lockUser, type User } from './users.queries.ts';

/** The account of the session. Throws `unauthenticated` if it does not exist. */
export async function getCurrentUser(ctx: Pick<Context, 'actor' | 'db'>): Promise<User> {
  const user = await findUser(ctx.db, requireUser(ctx).userId);
  if (!user) throw new AppError('unauthenticated', 'errors.sessionExpired');
  return user;
}

/**
 * The account of the session, locked until the transaction ends. Throws `unauthenticated` if the session has ended
 * since the call began. Code that ends all sessions locks the account too, so no concurrent call can undo a reset, a
 * recovery or a deletion.
 */
export async function lockCurrentUser(ctx: Pick<Context, 'actor' | 'now'>, tx: Db): Promise<User> {
  const { userId, sessionId } = requireUser(ctx);
  const user = await lockUser(tx, userId);
  if (!user || !(await findLiveSession(tx, sessionId, ctx.now())))
    throw new AppError('unauthenticated', 'errors.sessionExpired');
  return user;
}
