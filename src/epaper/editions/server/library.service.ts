import type { EditionView } from '#src/epaper/pages/editions.contract.ts';
import type { DraftDay } from '#src/epaper/pages/schedule.rules.ts';
import { listEditions, listLibrary, listMonths, type Month } from '#src/epaper/pages/server/editions.queries.ts';
import type { LateNewspaper } from '#src/plans/plans.contract.ts';
import { getRecentLengthening } from '#src/plans/server/lengthenings.service.ts';
import type { Context } from '#src/platform/context.ts';
import { getDueWeekday } from './due-editions.service.ts';
import { editionView } from './editions.service.ts';

const listLimit = 1000;

/** Published editions, newest first. */
export const getEditions = async (ctx: Pick<Context, 'db'>, most = listLimit): Promise<EditionView[]> =>
  (await listEditions(ctx.db, most)).map(editionView);

/** Data of the page /e-paper. */
export interface Library {
  reports: EditionView[];
  /** Months that have editions, newest first. */
  months: (Month & { count: number })[];
  /** The requested month; if null, the newest editions of each period are shown. */
  month: Month | null;
  /** When readers are promised the weekly newspaper. */
  weekday: DraftDay;
  /** A newspaper that came late, and lengthened plans, within the last days. */
  late: LateNewspaper | null;
}

const shownOfPeriod = 24;

/** The library: the newest editions, or those of a month such as "2026-11"; always includes the requested edition. */
export async function getLibrary(
  ctx: Pick<Context, 'db' | 'now' | 'settings'>,
  wanted: { month: string; edition: string },
): Promise<Library> {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(wanted.month) ?? [];
  const requested = year && month ? { year: Number(year), month: Number(month) } : undefined;
  const id = /^\d{1,9}$/.test(wanted.edition) ? Number(wanted.edition) : undefined;
  const [editions, months, late] = await Promise.all([
    listLibrary(ctx.db, { month: requested, most: shownOfPeriod, id }),
    listMonths(ctx.db),
    getRecentLengthening(ctx),
  ]);
  return {
    reports: editions.map(editionView),
    months,
    month: requested ?? null,
    weekday: getDueWeekday(ctx),
    late,
  };
}
