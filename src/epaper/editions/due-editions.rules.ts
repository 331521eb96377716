// Readers are promised the weekly newspaper for a day of the week. Each day that it comes later lengthens the plans that
// ran at the end of the promised day: decision 173.

import { type DraftDay, draftDays, type PromisedDay } from '#src/epaper/pages/schedule.rules.ts';
import { dayMs, utcDate } from '#src/rules/calendar.rules.ts';

/** After this number of days the next newspaper is due, and one that has not come is missing. */
export const missingAfterDays = 7;

/** The weekday of the promise. */
export const weekdayOf = (promised: PromisedDay, draft: DraftDay): DraftDay =>
  promised === 'draft' ? draft : promised;

/** A day such as "2026-11-22", some days later. */
export const dayAfter = (day: string, days: number): string => utcDate(new Date(Date.parse(day) + days * dayMs));

/**
 * Today, if a newspaper is promised for it; undefined within a week of another promise, so that after a change of the
 * setting no week has two, and no past day has one.
 */
export function newDueDay(today: string, weekday: DraftDay, isKnown: (day: string) => boolean): string | undefined {
  if (weekday === 'never' || new Date(today).getUTCDay() !== draftDays.indexOf(weekday) - 1) return undefined;
  const week = Array.from({ length: missingAfterDays }, (_, back) => dayAfter(today, -back));
  return week.some(isKnown) ? undefined : today;
}

/** Days by which a newspaper is late; undefined while it is awaited. `came` is the day on which it was published. */
export function daysLate(promised: string, came: string | undefined, today: string): number | undefined {
  const since = (day: string) => Math.round((Date.parse(day) - Date.parse(promised)) / dayMs);
  if (came !== undefined) return Math.min(Math.max(since(came), 0), missingAfterDays);
  return since(today) >= missingAfterDays ? missingAfterDays : undefined;
}
