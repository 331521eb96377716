import { draftDay, promisedDay } from '#src/epaper/pages/epaper.settings.ts';
import type { DraftDay } from '#src/epaper/pages/schedule.rules.ts';
import { lengthenPlans } from '#src/plans/server/lengthenings.service.ts';
import type { Context } from '#src/platform/context.ts';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { dayAfter, daysLate, missingAfterDays, newDueDay, weekdayOf } from '../due-editions.rules.ts';
import {
  createDueEdition,
  deleteOpenDueEditions,
  findDueEdition,
  listDueDays,
  lockOpenDueEditions,
  settleDueEdition,
} from './due-editions.queries.ts';

/** The weekday on which readers are promised the weekly newspaper. */
export const getDueWeekday = ({ settings }: Pick<Context, 'settings'>): DraftDay =>
  weekdayOf(settings.get(promisedDay), settings.get(draftDay));

/**
 * Records the promise of a newspaper that has become due, and settles those whose newspaper has come or is missing: if
 * it is late, running plans are lengthened. If no newspaper is promised any more, open promises are deleted.
 */
export async function settleDueEditions(ctx: Context): Promise<void> {
  const weekday = getDueWeekday(ctx);
  if (weekday === 'never') return deleteOpenDueEditions(ctx.db);
  const today = isoDate(ctx.now());
  const known = await listDueDays(ctx.db, dayAfter(today, 1 - missingAfterDays));
  const due = newDueDay(today, weekday, (day) => known.includes(day));
  if (due) await createDueEdition(ctx.db, due);
  await ctx.db.transaction(async (tx) => {
    // Oldest first: an edition fulfils the oldest promise that it fits.
    for (const day of await lockOpenDueEditions(tx)) {
      const edition = await findDueEdition(tx, day);
      const days = daysLate(day, edition && isoDate(edition.createdAt), today);
      if (days === undefined) continue;
      await settleDueEdition(tx, day, edition?.id ?? null, ctx.now());
      ctx.log.info({ day, edition: edition?.id, days }, 'promise of a newspaper settled');
      if (days > 0) await lengthenPlans(ctx, tx, { day, days, came: edition !== undefined });
    }
  });
}
