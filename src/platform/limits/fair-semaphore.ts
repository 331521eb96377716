import { AppError } from '../errors.ts';

/** A semaphore with a queue per key; the queues are served in turn (round-robin). */
export interface FairSemaphore {
  /**
   * Runs `task` when it is the turn of `key`, such as an address: a key with many queued tasks delays only itself.
   * Throws `too_many_requests` if the key's queue is full, and `unavailable` if the wait takes too long or too many
   * tasks are queued in all. In the latter case the newest task of the longest queue fails, so that a few keys cannot
   * block others.
   */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export interface FairSemaphoreOptions {
  concurrency: number;
  /** Maximum number of queued tasks, in all and per key. */
  maxQueued: number;
  maxQueuedPerKey: number;
  /** Maximum waiting time, in ms. */
  waitMs: number;
}

interface QueuedTask {
  start(): void;
  refuse(): void;
}

/** Not a library's queue, since none that we know is fair between keys and bounds both queue length and wait. */
export function openFairSemaphore({
  concurrency,
  maxQueued,
  maxQueuedPerKey,
  waitMs,
}: FairSemaphoreOptions): FairSemaphore {
  let [running, queued] = [0, 0];
  const queues = new Map<string, QueuedTask[]>(); // in round-robin order; none is empty

  const makeRoomFor = (ownCount: number) => {
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= ownCount + 1) throw busy();
    longest.at(-1)?.refuse();
  };
  const waitForTurn = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const ownCount = queues.get(key)?.length ?? 0;
      if (ownCount >= maxQueuedPerKey) throw new AppError('too_many_requests', 'errors.tooMany', { headers });
      if (queued >= maxQueued) makeRoomFor(ownCount);
      const dequeue = () => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(task), 1);
        queued -= 1;
        if (queue.length === 0) queues.delete(key);
      };
      const task: QueuedTask = {
        start() {
          dequeue();
          resolve();
        },
        refuse() {
          dequeue();
          reject(busy());
        },
      };
      const timer = setTimeout(task.refuse, waitMs);
      const queue = queues.get(key) ?? [];
      queue.push(task);
      queued += 1;
      queues.set(key, queue);
    });
  const startNext = () => {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [key, queue] = next;
    queues.delete(key); // moves the key to the end of the order if it has more tasks
    if (queue.length > 1) queues.set(key, queue);
    queue[0]?.start();
  };
  return {
    async run(key, task) {
      if (running < concurrency) running += 1;
      else await waitForTurn(key); // a finished task passes its slot on, so `running` does not change
      try {
        return await task();
      } finally {
        startNext();
      }
    },
  };
}

/** A separate semaphore for each key, so that keys never wait for one another. */
export function openSemaphorePerKey(options: Omit<FairSemaphoreOptions, 'maxQueuedPerKey'>): FairSemaphore {
  const entries = new Map<string, { semaphore: FairSemaphore; users: number }>();
  return {
    async run(key, task) {
      const entry = entries.get(key) ?? {
        semaphore: openFairSemaphore({ ...options, maxQueuedPerKey: options.maxQueued }),
        users: 0,
      };
      entries.set(key, entry);
      entry.users += 1;
      try {
        return await entry.semaphore.run(key, task);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) entries.delete(key);
      }
    },
  };
}

const headers = { 'retry-after': '5' };
export const busy = (): AppError => new AppError('unavailable', 'errors.busy', { headers });
