import { type Context, requireUser } from '#src/platform/context.ts';
import type { CurrentUserView } from '../sessions.contract.ts';
import { getCurrentUser } from './current-user.service.ts';
import { currentUserView } from './user-view.service.ts';

/** The current user. */
export async function getMyUser(ctx: Context): Promise<CurrentUserView> {
  return currentUserView(ctx, await getCurrentUser(ctx), requireUser(ctx).role);
}
