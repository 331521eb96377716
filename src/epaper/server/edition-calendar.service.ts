import type { Context } from '#src/platform/context.ts';
import type { DateRange } from '../compose.rules.ts';
import type { Period } from '../editions.rules.ts';
import { draftDay, draftTime } from '../epaper.settings.ts';
import { draftsDue } from '../schedule.rules.ts';
import { listOrdersByDate } from './compose.queries.ts';
import { getPlansByDate } from './edition-plans.service.ts';
import { listEditionsByDate } from './editions.queries.ts';

/** An edition of a calendar. Of `schedule`, the day on which a draft will be composed, the period is weekly. */
export interface CalendarEdition {
  kind: 'edition' | 'composing' | 'draft' | 'plan' | 'schedule';
  /** Of the edition, the draft or the plan; 0 for the schedule. */
  id: number;
  title: string;
  period: Period;
  day: string;
  /** Time in India; null except of the schedule. */
  time: string | null;
}

const limit = 200;

/** Editions, drafts and plans by their issue dates, and when drafts will be composed. */
export async function getEditionsForCalendar(ctx: Context, days: DateRange): Promise<CalendarEdition[]> {
  const [editions, orders, plans] = await Promise.all([
    listEditionsByDate(ctx.db, days, limit),
    listOrdersByDate(ctx.db, days, limit),
    getPlansByDate(ctx, days),
  ]);
  const time = ctx.settings.get(draftTime);
  return [
    ...editions.map((edition) => ({ ...edition, kind: 'edition', time: null }) as const),
    ...orders.flatMap(({ id, title, period, issueDate, state, drafted }): CalendarEdition[] => {
      const kind = state === 'waiting' || state === 'typesetting' ? 'composing' : 'draft';
      return kind === 'draft' && !drafted ? [] : [{ kind, id, title, period, day: issueDate, time: null }];
    }),
    ...plans.map(
      ({ id, title, category, issue_date }) =>
        ({ kind: 'plan', id, title, period: category, day: issue_date, time: null }) as const,
    ),
    ...draftsDue(ctx.now(), ctx.settings.get(draftDay), time, days).map(
      (day) => ({ kind: 'schedule', id: 0, title: '', period: 'weekly', day, time }) as const,
    ),
  ];
}
