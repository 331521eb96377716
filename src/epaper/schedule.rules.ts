// The weekly newspaper that composes itself: on a day of the week, at a time in India, a draft is laid out of the seven
// whole days before that day, so that each story is in one draft. It goes to the readers only when an editor has released it.

import { type Days, dayMs, dayText } from './compose.rules.ts';

/** As they are set; the days in the order of `Date.getUTCDay`. */
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

/** A time of the day such as "18:30". */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const indiaMs = 5.5 * 3_600_000;

/**
 * The days of the draft that is due at this instant; undefined when none is. It is due for a day from its time on, so that
 * a site that was down catches up, and one whose schedule was just changed does not compose what lies long behind.
 */
export function dueDraft(now: Date, on: DraftDay, at: string): Days | undefined {
  if (on === 'never') return undefined;
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const since = now.getTime() + indiaMs - (hours * 60 + minutes) * 60_000;
  const day = Math.floor(since / dayMs) * dayMs;
  if (new Date(day).getUTCDay() !== draftDays.indexOf(on) - 1) return undefined;
  return { from: dayText(new Date(day - 7 * dayMs)), to: dayText(new Date(day - dayMs)) };
}
