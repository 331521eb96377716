// The days of the newsroom's calendar, in India.
import { isDay } from '#src/epaper/pages/editions.rules.ts';
import { addDays, utcDate } from '#src/rules/calendar.rules.ts';

export const calendarViews = ['month', 'week'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The longest range that is asked for at once: six weeks of a month. */
const maxDays = 42;

/** The day of an address as far as it is one that can be shown, with the days around it; otherwise today. */
export const shownDay = (asked: string | null, today: string): string =>
  asked && isDay(asked) && asked < '9999-12' ? asked : today;

const utcDay = (day: string) => new Date(`${day}T00:00:00Z`);

/** The calendar day that is some days later. */
const dayAfter = (day: string, days: number): string => utcDate(addDays(utcDay(day), days));

/** Monday to Sunday. */
function weekOf(day: string): { from: string; to: string } {
  const from = dayAfter(day, -((utcDay(day).getUTCDay() + 6) % 7));
  return { from, to: dayAfter(from, 6) };
}

/** The days that a view of this day shows: a week, or the whole weeks of a month. */
export function visibleRange(view: CalendarView, day: string): { from: string; to: string } {
  if (view === 'week') return weekOf(day);
  const first = `${day.slice(0, 8)}01`;
  const last = dayAfter(step('month', first, 1), -1);
  return { from: weekOf(first).from, to: weekOf(last).to };
}

/** The first day of the next or the previous month, or the same day of the week. */
export function step(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === 'week') return dayAfter(day, 7 * by);
  const [year = 0, month = 0] = day.split('-').map(Number);
  return utcDate(new Date(Date.UTC(year, month - 1 + by, 1)));
}

/** All days of a range. */
export function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < maxDays; day = dayAfter(day, 1)) days.push(day);
  return days;
}

/** Whether a range has its days in order, and not too many. */
export const isRange = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && to <= dayAfter(from, maxDays - 1);
