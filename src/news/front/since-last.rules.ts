// What is new on the front since its reader was last here.

import { dayNumber } from '#src/rules/calendar.rules.ts';
import type { Front } from './front.contract.ts';

/** How many stories of the front were published after an instant. One that is shown twice counts once. */
export function countNew(
  { lead, latest, breaking, sections }: Omit<Front, 'order' | 'hasChoice' | 'others'>,
  since: number,
) {
  const shown = [lead ?? [], latest, breaking, sections.map(({ cards }) => cards)].flat(2);
  return new Set(shown.filter(({ publishedAt }) => Date.parse(publishedAt) > since).map(({ id }) => id)).size;
}

/** 0 for today and -1 for yesterday in India, which have words of their own; undefined for days before. */
export function recentDay(instant: number, now: number): 0 | -1 | undefined {
  const days = dayNumber(new Date(instant)) - dayNumber(new Date(now));
  return days === 0 || days === -1 ? days : undefined;
}
