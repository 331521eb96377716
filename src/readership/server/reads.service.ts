// Counts reads in memory, and adds them to the stored counts twice a second: decision 161.
import { createHmac, randomBytes } from 'node:crypto';
import type { Services } from '#src/platform/context.ts';
import { fromIndianClock, hourMs, toIndianClock } from '#src/rules/calendar.rules.ts';
import { type ReadSource, reached } from '../readership.rules.ts';
import { addReads, type ReadCount } from './reads.queries.ts';

export interface Read {
  storyId: number;
  /** Of the page. */
  language: string;
  source: ReadSource;
  /** How far the reader came, in percent of the text. */
  depth: number;
}

export interface ReadCounter {
  /** Counts a read from an address, unless this address has read the story too often in this hour. */
  count(read: Read, address: string): void;
  /** Stores what was counted. Throws if that fails; it is stored with the next then. */
  flush(): Promise<void>;
  /** Stores the last counts. */
  close(): Promise<void>;
}

interface Limits {
  /** Milliseconds between two writes: what a node that is killed loses. */
  everyMs: number;
  /** Different counts that wait to be stored; further ones are dropped. */
  waiting: number;
  /**
   * Reads of one story by one address within an hour. Many readers share the address of a mobile network, and a script
   * should not choose what is most read.
   */
  perAddress: number;
  /** Pairs of address and story that are remembered within an hour, each as a keyed hash; further ones are counted. */
  remembered: number;
}

const usual: Limits = { everyMs: 500, waiting: 50_000, perAddress: 300, remembered: 200_000 };

/** Starts counting. `onError` is called when counts could not be stored. */
export function openReadCounter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  onError: (error: Error) => void,
  limits: Partial<Limits> = {},
): ReadCounter {
  const { everyMs, waiting, perAddress, remembered } = { ...usual, ...limits };
  let counts = new Map<string, ReadCount>();
  let ofHour = { hour: 0, key: Buffer.alloc(0), reads: new Map<string, number>() };
  let flushing: Promise<void> | undefined;

  const isTooMany = (storyId: number, address: string, hour: number) => {
    // Nobody can tell afterwards which addresses these hashes are of: the key is never stored.
    if (ofHour.hour !== hour) ofHour = { hour, key: randomBytes(32), reads: new Map() };
    const pair = createHmac('sha256', ofHour.key).update(`${storyId} ${address}`).digest('base64');
    const before = ofHour.reads.get(pair);
    if (before === undefined && ofHour.reads.size >= remembered) return false;
    ofHour.reads.set(pair, (before ?? 0) + 1);
    return (before ?? 0) >= perAddress;
  };

  const merge = (key: string, { reads, half, whole, ...read }: ReadCount) => {
    const known = counts.get(key);
    if (known) {
      known.reads += reads;
      known.half += half;
      known.whole += whole;
    } else if (counts.size < waiting) counts.set(key, { ...read, reads, half, whole });
  };

  const store = async () => {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    try {
      await addReads(db, [...taken.values()]);
    } catch (error) {
      for (const [key, count] of taken) merge(key, count);
      throw error;
    }
  };
  const flush = async () => {
    while (flushing) await Promise.allSettled([flushing]); // its own caller gets the error
    flushing = store().finally(() => {
      flushing = undefined;
    });
    await flushing;
  };
  const timer = setInterval(() => {
    if (!flushing) void flush().catch(onError);
  }, everyMs);

  return {
    count({ storyId, language, source, depth }, address) {
      const clock = toIndianClock(now()).getTime();
      const hour = fromIndianClock(new Date(clock - (clock % hourMs))).getTime(); // India's hours are half of an hour off
      if (isTooMany(storyId, address, hour)) return;
      merge(`${storyId} ${language} ${source} ${hour}`, {
        storyId,
        hour: new Date(hour),
        language,
        source,
        reads: 1,
        half: Number(depth >= reached.half),
        whole: Number(depth >= reached.whole),
      });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
