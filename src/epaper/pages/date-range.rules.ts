import { addDays, endOfDayInIndia, startOfDayInIndia, utcDate } from '#src/rules/calendar.rules.ts';
import type { Period } from './editions.rules.ts';

/** First and last day, such as "2026-11-16". */
export interface DateRange {
  from: string;
  to: string;
}

/** The period that contains this day: Monday to Sunday, a month or a year. */
export function periodRange(period: Period, day: string): DateRange {
  const date = new Date(`${day}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (period === 'yearly') return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (period === 'monthly')
    return { from: utcDate(new Date(Date.UTC(year, month, 1))), to: utcDate(new Date(Date.UTC(year, month + 1, 0))) };
  const monday = addDays(date, -((date.getUTCDay() + 6) % 7));
  return { from: utcDate(monday), to: utcDate(addDays(monday, 6)) };
}

/** The publication interval of these days, in Indian time. */
export const rangeInstants = ({ from, to }: DateRange): { from: Date; before: Date } => ({
  from: startOfDayInIndia(from),
  before: endOfDayInIndia(to),
});
