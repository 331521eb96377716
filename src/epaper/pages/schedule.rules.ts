// Schedule of the weekly newspaper: on a weekday, at a time in India, a draft is composed from the seven full days
// before that day, so that each story is in one draft. Readers see it only after an editor has published it.

import { addDays, toIndianClock, utcDate } from '#src/rules/calendar.rules.ts';
import type { DateRange } from './date-range.rules.ts';

/** Values of the setting; the days in the order of `Date.getUTCDay`. */
export const draftDays = [
  'never',
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type DraftDay = (typeof draftDays)[number];

/** Values of the setting for the day on which readers are promised the weekly newspaper; `draft` is the day of the draft. */
export const promisedDays = ['draft', ...draftDays] as const;
export type PromisedDay = (typeof promisedDays)[number];

/** A time of the day such as "18:30". */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/**
 * The days of the draft that is due at this instant; undefined when none is due. A draft is due for 24 hours, so that a
 * site that was down catches up, and a changed schedule does not compose old drafts.
 */
export function dueDraft(now: Date, on: DraftDay, at: string): DateRange | undefined {
  if (on === 'never') return undefined;
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  // Before the set time, it counts as the day before.
  const day = toIndianClock(new Date(now.getTime() - (hours * 60 + minutes) * 60_000));
  if (day.getUTCDay() !== draftDays.indexOf(on) - 1) return undefined;
  return { from: utcDate(addDays(day, -7)), to: utcDate(addDays(day, -1)) };
}

/** The days of a range, after this instant, on which a draft will be composed. */
export function draftsDue(now: Date, on: DraftDay, at: string, { from, to }: DateRange): string[] {
  if (on === 'never') return [];
  const days: string[] = [];
  for (let day = new Date(`${from}T00:00:00Z`); utcDate(day) <= to; day = addDays(day, 1))
    if (day.getUTCDay() === draftDays.indexOf(on) - 1) days.push(utcDate(day));
  const clock = toIndianClock(now).toISOString(); // such as 2026-11-24T18:30
  return days.filter((day) => `${day}T${at}` > clock);
}
