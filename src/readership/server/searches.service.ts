// Counts searches without results in memory, as reads are: decision 167.
import type { Services, ZeroResultSearches } from '#src/platform/context.ts';
import { networkKey } from '#src/platform/http/address.ts';
import { isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { countedWords } from '../searches.rules.ts';
import { openBatchedCounts } from './batched-counts.service.ts';
import { openRepeats, type Quota } from './repeats.service.ts';
import { addSearches, type SearchCount } from './searches.queries.ts';

interface Limits {
  everyMs: number;
  /** Searches that are counted on a day; further ones are not, so that a flood of invented words adds no more rows. */
  perDay: number;
  /** Of these, searches of one network, so that no network uses up the limit of all. */
  perNetwork: number;
}

const usual: Limits = { everyMs: 500, perDay: 10_000, perNetwork: 100 };

/** Starts counting. `onError` is called when counts could not be stored. */
export function openSearchCounter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  onError: (error: Error) => void,
  limits: Partial<Limits> = {},
): ZeroResultSearches & { close(): Promise<void> } {
  const { everyMs, perDay, perNetwork } = { ...usual, ...limits };
  const isWithinQuota = openRepeats();
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
      const network = networkKey(address);
      const quotas: Quota[] = [
        [`${key} ${network}`, 1],
        [`network ${network}`, perNetwork],
        ['all', perDay],
      ];
      if (!isWithinQuota(startOfDayInIndia(day).getTime(), quotas)) return;
      counts.count(key, { day, language, words, searches: 1 });
    },
    flush: counts.flush,
    close: counts.close,
  };
}
