import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { findUser, type User } from './users.queries.ts';

/** The account of the session. Throws `unauthenticated` when it has gone. */
export async function getCurrentUser(ctx: Pick<Context, 'actor' | 'db'>): Promise<User> {
  const user = await findUser(ctx.db, signedIn(ctx).userId);
  if (!user) throw new AppError('unauthenticated', 'errors.sessionExpired');
  return user;
}
