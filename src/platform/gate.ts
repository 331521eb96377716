import { AppError } from './errors.ts';

/** Lets some pass at a time; the others wait, and take turns by who they are. */
export interface Gate {
  /**
   * Runs `act` when it is the turn of `who`, such as an address: one who has many waiting delays himself, not the others.
   * Throws `too_many_requests` when too many of his wait already, `unavailable` when the wait takes too long or too many
   * wait in all: then the newest of the one who has the most of them waiting, so that a few cannot shut the gate to others.
   */
  pass<T>(who: string, act: () => Promise<T>): Promise<T>;
}

export interface GateOptions {
  atOnce: number;
  /** How many may wait in all, and of one. */
  waiting: number;
  waitingOfOne: number;
  /** How long one may wait, in ms. */
  waitMs: number;
}

interface Waiting {
  begin(): void;
  refuse(): void;
}

/** Not a library's queue, since none that we know takes turns and bounds both the number that waits and the time. */
export function openGate({ atOnce, waiting, waitingOfOne, waitMs }: GateOptions): Gate {
  let [inside, count] = [0, 0];
  const queues = new Map<string, Waiting[]>(); // in the order of turns; none is empty

  const makeRoomFor = (ownCount: number) => {
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= ownCount + 1) throw busy();
    longest.at(-1)?.refuse();
  };
  const turnOf = (who: string) =>
    new Promise<void>((enter, refuse) => {
      const ownCount = queues.get(who)?.length ?? 0;
      if (ownCount >= waitingOfOne) throw new AppError('too_many_requests', 'errors.tooMany', { headers });
      if (count >= waiting) makeRoomFor(ownCount);
      const leave = () => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(task), 1);
        count -= 1;
        if (queue.length === 0) queues.delete(who);
      };
      const task: Waiting = {
        begin() {
          leave();
          enter();
        },
        refuse() {
          leave();
          refuse(busy());
        },
      };
      const timer = setTimeout(task.refuse, waitMs);
      const queue = queues.get(who) ?? [];
      queue.push(task);
      count += 1;
      queues.set(who, queue);
    });
  const letNextIn = () => {
    const [next] = queues;
    if (!next) {
      inside -= 1;
      return;
    }
    const [who, queue] = next;
    queues.delete(who); // to the end of the turns, if it has more
    if (queue.length > 1) queues.set(who, queue);
    queue[0]?.begin();
  };
  return {
    async pass(who, act) {
      if (inside < atOnce) inside += 1;
      else await turnOf(who); // whoever leaves gives his place on, so `inside` stays as it is
      try {
        return await act();
      } finally {
        letNextIn();
      }
    },
  };
}

/** A gate for each: nobody waits for another. */
export function openGates(options: Omit<GateOptions, 'waitingOfOne'>): Gate {
  const gates = new Map<string, { gate: Gate; users: number }>();
  return {
    async pass(who, act) {
      const own = gates.get(who) ?? { gate: openGate({ ...options, waitingOfOne: options.waiting }), users: 0 };
      gates.set(who, own);
      own.users += 1;
      try {
        return await own.gate.pass(who, act);
      } finally {
        own.users -= 1;
        if (own.users === 0) gates.delete(who);
      }
    },
  };
}

const headers = { 'retry-after': '5' };
export const busy = (): AppError => new AppError('unavailable', 'errors.busy', { headers });
