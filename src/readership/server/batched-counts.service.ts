// Counts in memory that are stored together: those of reads and of searches.

interface Batches<Count> {
  /** Milliseconds between two writes: what a node that is killed loses at most. */
  everyMs: number;
  /** Counts after which they are written sooner, so that a node that is killed at a peak loses not many more. */
  atOnce?: number;
  /** Different counts that wait to be stored; further ones are dropped. */
  waiting: number;
  /** Adds a count to another one with the same key. */
  add(to: Count, count: Count): void;
  store(counts: Count[]): Promise<void>;
  /** Called when counts could not be stored. */
  onError(error: Error): void;
}

export interface BatchedCounts<Count> {
  count(key: string, count: Count): void;
  /** Stores what was counted. Throws if that fails; the counts stay for the next flush. */
  flush(): Promise<void>;
  /** Stores the last counts. */
  close(): Promise<void>;
}

export function openBatchedCounts<Count>({
  everyMs,
  atOnce = Number.POSITIVE_INFINITY,
  waiting,
  add,
  store,
  onError,
}: Batches<Count>): BatchedCounts<Count> {
  let counts = new Map<string, Count>();
  let flushing: Promise<void> | undefined;
  let unsaved = 0;

  const put = (key: string, one: Count) => {
    const known = counts.get(key);
    if (known) add(known, one);
    else if (counts.size < waiting) counts.set(key, one);
  };
  const storeAll = async () => {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    unsaved = 0;
    try {
      await store([...taken.values()]);
    } catch (error) {
      for (const [key, one] of taken) put(key, one);
      unsaved = Number.NEGATIVE_INFINITY; // the timer makes the next attempt
      throw error;
    }
  };
  const flush = async () => {
    while (flushing) await Promise.allSettled([flushing]); // its own caller gets the error
    flushing = storeAll().finally(() => {
      flushing = undefined;
    });
    await flushing;
  };
  const write = () => {
    if (!flushing) void flush().catch(onError);
  };
  const timer = setInterval(write, everyMs);
  const count = (key: string, one: Count) => {
    put(key, one);
    unsaved += 1;
    if (unsaved >= atOnce) write();
  };

  return {
    count,
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
