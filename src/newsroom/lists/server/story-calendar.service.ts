import { type Context, requireUser } from '#src/platform/context.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { listForCalendar, listVisibleIds } from './story-calendar.queries.ts';

/** The stories of a calendar between two instants. Of the unpublished ones a reporter gets only his own. */
export function getStoriesForCalendar(ctx: Context, between: { from: Date; before: Date }, limit: number) {
  return listForCalendar(ctx.db, { ...between, ownBy: ownByFor(ctx) }, limit);
}

/** The ids of the given stories that the actor may see: of the unpublished ones a reporter sees only his own. */
export const visibleAmong = async (ctx: Context, ids: number[]): Promise<Set<number>> =>
  new Set(ids.length ? await listVisibleIds(ctx.db, ids, ownByFor(ctx)) : []);

function ownByFor(ctx: Context): number | undefined {
  const { role, userId } = requireUser(ctx);
  return isAllowed(role, 'desk') ? undefined : userId;
}
