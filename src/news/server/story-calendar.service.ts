import { type Context, requireUser } from '#src/platform/context.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { listForCalendar } from './story-calendar.queries.ts';

/** The stories of a calendar between two instants; of those that are not public a reporter sees his own. */
export function getStoriesForCalendar(ctx: Context, between: { from: Date; before: Date }, limit: number) {
  const { role, userId } = requireUser(ctx);
  return listForCalendar(ctx.db, { ...between, ownBy: isAllowed(role, 'desk') ? undefined : userId }, limit);
}
