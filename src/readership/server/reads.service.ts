// Counts reads in memory, and adds them to the stored counts twice a second: decision 161.
import type { Services } from '#src/platform/context.ts';
import { networkKey } from '#src/platform/http/address.ts';
import { fromIndianClock, hourMs, isoDate, toIndianClock } from '#src/rules/calendar.rules.ts';
import { type ReadSource, reached } from '../readership.rules.ts';
import { openBatchedCounts } from './batched-counts.service.ts';
import { addEssayReads, type EssayCount } from './essay-reads.queries.ts';
import { addReads, type ReadCount } from './reads.queries.ts';
import { openRepeats, type Quota } from './repeats.service.ts';

export interface Read {
  storyId: number;
  /** Of the page. */
  language: string;
  source: ReadSource;
  /** The newsletter whose link opened the page. */
  newsletter?: number | undefined;
  /** How far the reader came, in percent of the text. */
  depth: number;
}

/** A read of an essay, or that its PDF was opened or saved. */
export type EssayRead = { essayId: number } & ({ depth: number } | { downloaded: true });

export interface ReadCounter {
  /** Counts a read from an address, unless this address or its network has read too much in this hour. */
  count(read: Read, address: string): void;
  /** The same for an essay. */
  countEssay(read: EssayRead, address: string): void;
  /** Stores what was counted. Throws if that fails; the counts stay for the next flush. */
  flush(): Promise<void>;
  /** Stores the last counts. */
  close(): Promise<void>;
}

interface Limits {
  /** Milliseconds between two writes: what a node that is killed loses at most. */
  everyMs: number;
  /** Reads after which they are written sooner, for the same reason. */
  atOnce: number;
  /** Different counts that wait to be stored; further ones are dropped. */
  waiting: number;
  /**
   * Reads of one story by one address within an hour. Many readers share the address of a mobile network, and a script
   * should not choose what is most read.
   */
  perAddress: number;
}

const usual: Limits = { everyMs: 500, atOnce: 500, waiting: 50_000, perAddress: 300 };
// An IPv6 customer may have 65,536 addresses.
const addressesOfNetwork = 10;
// Of all stories together: invented ids use up only the quota of the network that sends them.
const storiesOfNetwork = 100;

/** Starts counting. `onError` is called when counts could not be stored. */
export function openReadCounter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  onError: (error: Error) => void,
  limits: Partial<Limits> = {},
): ReadCounter {
  const { everyMs, atOnce, waiting, perAddress } = { ...usual, ...limits };
  const isWithinQuota = openRepeats();
  const quotasOf = (what: string, address: string): Quota[] => {
    const network = networkKey(address);
    return [
      [`${what} ${address}`, perAddress],
      [`${what} of network ${network}`, perAddress * addressesOfNetwork],
      [`network ${network}`, perAddress * storiesOfNetwork],
    ];
  };
  const counts = openBatchedCounts<ReadCount>({
    everyMs,
    atOnce,
    waiting,
    add(to, { reads, half, whole }) {
      to.reads += reads;
      to.half += half;
      to.whole += whole;
    },
    store: (taken) => addReads(db, taken),
    onError,
  });

  const essays = openBatchedCounts<EssayCount>({
    everyMs,
    atOnce,
    waiting,
    add(to, count) {
      for (const what of ['reads', 'half', 'whole', 'downloads'] as const) to[what] += count[what];
    },
    store: (taken) => addEssayReads(db, taken),
    onError,
  });

  return {
    count({ storyId, language, source, newsletter = 0, depth }, address) {
      const hour = hourInIndia(now());
      if (!isWithinQuota(hour, quotasOf(`story ${storyId}`, address))) return;
      counts.count(`${storyId} ${language} ${source} ${newsletter} ${hour}`, {
        storyId,
        hour: new Date(hour),
        language,
        source,
        newsletter,
        reads: 1,
        half: Number(depth >= reached.half),
        whole: Number(depth >= reached.whole),
      });
    },
    countEssay(read, address) {
      const isDownload = 'downloaded' in read;
      const what = `${isDownload ? 'pdf' : 'essay'} ${read.essayId}`;
      if (!isWithinQuota(hourInIndia(now()), quotasOf(what, address))) return;
      const day = isoDate(now());
      const depth = isDownload ? -1 : read.depth;
      essays.count(`${read.essayId} ${day}`, {
        submissionId: read.essayId,
        day,
        reads: Number(!isDownload),
        half: Number(depth >= reached.half),
        whole: Number(depth >= reached.whole),
        downloads: Number(isDownload),
      });
    },
    flush: async () => void (await Promise.all([counts.flush(), essays.flush()])),
    close: async () => void (await Promise.all([counts.close(), essays.close()])),
  };
}

/** The beginning of an instant's hour in India, which is half an hour off, in ms. */
function hourInIndia(instant: Date): number {
  const clock = toIndianClock(instant).getTime();
  return fromIndianClock(new Date(clock - (clock % hourMs))).getTime();
}
