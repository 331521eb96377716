// What editors put forward on the front of a language, in addition to the order of its sections.
import type { PlaceKind } from '#src/news/schema/columns.rules.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';

/** Hours that the newsroom offers for each kind; 0 is "until it is replaced or removed". */
export const placeHours: Record<PlaceKind, readonly number[]> = {
  lead: [0, 6, 12, 24],
  pinned: [0, 6, 24, 72, 168],
  breaking: [1, 2, 6, 12],
};

/** News of the day before is not breaking. */
const longestBreakingHours = 24;
const longestHours = 30 * 24;

/** Stories in the breaking bar of a language; each further one replaces the oldest. */
export const breakingLimit = 3;

/** Whether a place may end at this time: not in the past, and breaking news within a day. */
export function mayEndAt(kind: PlaceKind, until: Date | null, now: Date): boolean {
  if (until === null) return kind !== 'breaking';
  const hours = (until.getTime() - now.getTime()) / hourMs;
  return hours > 0 && hours <= (kind === 'breaking' ? longestBreakingHours : longestHours);
}
