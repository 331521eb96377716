import type { DateRange } from '#src/epaper/pages/date-range.rules.ts';
import type { CalendarEdition } from '#src/epaper/pages/editions.contract.ts';
import { draftDay, draftTime } from '#src/epaper/pages/epaper.settings.ts';
import { draftsDue } from '#src/epaper/pages/schedule.rules.ts';
import { listEditionsByDate } from '#src/epaper/pages/server/editions.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { listOrdersByDate } from './compose.queries.ts';
import { getPlansByDate } from './edition-plans.service.ts';

const limit = 200;

/** Editions, drafts and plans by their issue dates, and when drafts will be composed; whether there are too many. */
export async function getEditionsForCalendar(
  ctx: Context,
  days: DateRange,
): Promise<{ editions: CalendarEdition[]; more: boolean }> {
  const [editions, orders, plans] = await Promise.all([
    listEditionsByDate(ctx.db, days, limit + 1),
    listOrdersByDate(ctx.db, days, limit + 1),
    getPlansByDate(ctx, days),
  ]);
  const time = ctx.settings.get(draftTime);
  const found: CalendarEdition[] = [
    ...editions.slice(0, limit).map((edition) => ({ ...edition, kind: 'edition', time: null }) as const),
    ...orders.slice(0, limit).map(({ id, title, period, issueDate, state }) => {
      const kind = state === 'waiting' || state === 'typesetting' ? 'composing' : 'draft';
      return { kind, id, title, period, day: issueDate, time: null } as const;
    }),
    ...plans.map(
      ({ id, title, category, issue_date }) =>
        ({ kind: 'plan', id, title, period: category, day: issue_date, time: null }) as const,
    ),
    ...draftsDue(ctx.now(), ctx.settings.get(draftDay), time, days).map(
      (day) => ({ kind: 'schedule', id: 0, title: '', period: 'weekly', day, time }) as const,
    ),
  ];
  return { editions: found, more: [editions, orders].some(({ length }) => length > limit) };
}
