// Finds corrected stories in the reader's history, on his device: it compares the history with the list of corrected stories,
// which is the same for everybody.
import { isoDate } from '#src/rules/calendar.rules.ts';

interface Read {
  /** When the story was read, in milliseconds since 1970. */
  at: number;
  /** How many corrections its page had. */
  corrections: number;
  /** When the reader dismissed the note of a later correction. */
  toldAt?: number;
}

/**
 * Whether a story has a correction that its reader has not seen: more than its page had, or one of a later day, since
 * corrections may also be removed. `date` is the day of its newest correction, in India.
 */
export const isCorrectedSince = (
  { at, corrections, toldAt = 0 }: Read,
  corrected: { date: string; corrections: number },
): boolean => corrected.corrections > corrections || corrected.date > isoDate(new Date(Math.max(at, toldAt)));
