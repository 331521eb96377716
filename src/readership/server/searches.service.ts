// Counts searches without results in memory, as reads are: decision 167.
import type { Services, ZeroResultSearches } from '#src/platform/context.ts';
import { isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { countedWords } from '../searches.rules.ts';
import { openBatchedCounts, openRepeats } from './batched-counts.service.ts';
import { addSearches, type SearchCount } from './searches.queries.ts';

interface Limits {
  everyMs: number;
  /**
   * Searches that are counted on a day, each as a keyed hash of words and address; further ones are not. Bounds the
   * memory, and what a flood of invented words adds to the database.
   */
  perDay: number;
}

const usual: Limits = { everyMs: 500, perDay: 10_000 };

/** Starts counting. `onError` is called when counts could not be stored. */
export function openSearchCounter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  onError: (error: Error) => void,
  limits: Partial<Limits> = {},
): ZeroResultSearches & { close(): Promise<void> } {
  const { everyMs, perDay } = { ...usual, ...limits };
  const repeats = openRepeats(perDay);
  const counts = openBatchedCounts<SearchCount>({
    everyMs,
    waiting: perDay,
    add(to, { searches }) {
      to.searches += searches;
    },
    store: (taken) => addSearches(db, taken),
    onError,
  });
  return {
    count(typed, language, address) {
      const words = countedWords(typed);
      if (words === null) return;
      const day = isoDate(now());
      const key = `${day} ${language} ${words}`;
      // Only the first of an address on a day counts: undefined is one too many.
      if (repeats(startOfDayInIndia(day).getTime(), key, address) !== 0) return;
      counts.count(key, { day, language, words, searches: 1 });
    },
    flush: counts.flush,
    close: counts.close,
  };
}
