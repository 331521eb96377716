import type { Context } from '#src/platform/context.ts';
import type { Report } from '../editions.contract.ts';
import { listEditions, listMonths, listShelf, type Month } from './editions.queries.ts';
import { report } from './editions.service.ts';

const listLimit = 1000;

/** Editions on the rack, newest first. */
export const getReports = async (ctx: Pick<Context, 'db'>, most = listLimit): Promise<Report[]> =>
  (await listEditions(ctx.db, most)).map(report);

/** What the page /e-paper shows. */
export interface Shelf {
  reports: Report[];
  /** Months that have editions, newest first. */
  months: (Month & { count: number })[];
  /** The month that was asked for; otherwise the newest of each period are shown. */
  month: Month | null;
}

const shownOfPeriod = 24;

/** The rack: the newest editions, or those of a month such as "2026-11"; and the edition with this id among them. */
export async function getShelf(ctx: Pick<Context, 'db'>, wanted: { month: string; edition: string }): Promise<Shelf> {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(wanted.month) ?? [];
  const asked = year && month ? { year: Number(year), month: Number(month) } : undefined;
  const id = /^\d{1,9}$/.test(wanted.edition) ? Number(wanted.edition) : undefined;
  const [editions, months] = await Promise.all([
    listShelf(ctx.db, { month: asked, most: shownOfPeriod, id }),
    listMonths(ctx.db),
  ]);
  return { reports: editions.map(report), months, month: asked ?? null };
}
