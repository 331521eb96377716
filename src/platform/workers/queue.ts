// Decides which task runs next. p-queue (10.0) has priorities and aborts, but no shares and no slots of a priority's own, and
// its queue class cannot add them: it must hand out a task whenever it holds one.
import { AppError } from '../errors.ts';

/**
 * For whom a task runs, the most urgent first: somebody who reads, somebody in the newsroom, somebody who hands something
 * in, and jobs.
 */
export type Priority = 'reader' | 'editor' | 'author' | 'preparation';

export interface Place {
  priority: Priority;
  /** Whose tasks are counted together: an account, an address, a kind of job. */
  share: string;
}

interface Rule {
  /** Priorities of one group have a slot that no other group can take; without a group there is none. */
  group?: 'reading' | 'receiving';
  /** How many run at once: of this priority, and of one share. */
  running: number;
  runningOfShare: number;
  /** How many wait: of this priority, and of one share. */
  waiting: number;
  waitingOfShare: number;
  /** A task fails when it has waited this long. */
  waitMs: number;
}

// One for readers, one for what is received, one for any: a long preparation stops neither.
const slots = 3;

const rules: Record<Priority, Rule> = {
  reader: { group: 'reading', running: 2, runningOfShare: 1, waiting: 40, waitingOfShare: 8, waitMs: 20_000 },
  // An editor looks at a preview while an upload of his is inspected. Many pictures of one may come at once: from a tool of
  // his own, or thirty people who share an account. What waits lies on the disk.
  editor: { group: 'receiving', running: 2, runningOfShare: 2, waiting: 300, waitingOfShare: 200, waitMs: 60_000 },
  author: { group: 'receiving', running: 1, runningOfShare: 1, waiting: 40, waitingOfShare: 12, waitMs: 30_000 },
  // Jobs of one kind follow one another, so few wait; a task that fails is tried again with its job.
  preparation: { running: 1, runningOfShare: 1, waiting: 100, waitingOfShare: 20, waitMs: 10 * 60_000 },
};
const urgency = Object.keys(rules) as Priority[]; // the keys of the table above
const groups = ['reading', 'receiving'] as const;

interface Waiting extends Place {
  begin(): void;
  fail(error: Error): void;
}

export interface Queue {
  /**
   * Resolves when the task may run, with a function that must be called at its end. Throws `too_many_requests` when the
   * share has its part of the queue already, `unavailable` when the wait was too long or the queue is full: then the newest
   * task of the share that has the most waiting, so that a few shares cannot fill it.
   */
  enter(place: Place): Promise<() => void>;
  /** Fails the tasks that wait, and those that come later. */
  close(error: Error): void;
}

export function openQueue(): Queue {
  const running: Place[] = [];
  const waiting: Waiting[] = [];
  // When the latest task of each share began, as a number that grows: of two shares the one that has waited longer is next.
  // Only shares that have a task are in it.
  const served = new Map<string, number>();
  let begun = 0;
  let closed: Error | undefined;

  const startNext = () => {
    const [next] = waiting
      .filter((task) => fits(task, running))
      .sort(
        (a, b) =>
          urgency.indexOf(a.priority) - urgency.indexOf(b.priority) ||
          (served.get(a.share) ?? 0) - (served.get(b.share) ?? 0),
      );
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next);
    begun += 1;
    served.set(next.share, begun);
    next.begin();
    startNext();
  };

  const makeRoomFor = ({ priority, share }: Place) => {
    const shares = Map.groupBy(ofPriority(waiting, priority), (task) => task.share);
    const longest = [...shares.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= (shares.get(share)?.length ?? 0) + 1) throw busy();
    longest.at(-1)?.fail(busy());
  };

  const leave = (task: Waiting) => {
    running.splice(running.indexOf(task), 1);
    if (!ofShare([...running, ...waiting], task.share).length) served.delete(task.share);
    startNext();
  };

  return {
    enter: (place) =>
      new Promise((resolve, reject) => {
        const { waitMs, ...most } = rules[place.priority];
        if (closed) throw closed;
        if (ofShare(waiting, place.share).length >= most.waitingOfShare) throw shareIsFull();
        if (ofPriority(waiting, place.priority).length >= most.waiting) makeRoomFor(place);
        const timer = setTimeout(() => task.fail(busy()), waitMs);
        const task: Waiting = {
          ...place,
          begin() {
            clearTimeout(timer);
            resolve(() => leave(task));
          },
          fail(error) {
            clearTimeout(timer);
            waiting.splice(waiting.indexOf(task), 1);
            reject(error);
          },
        };
        waiting.push(task);
        startNext();
      }),
    close(error) {
      closed = error;
      for (const task of [...waiting]) task.fail(error);
    },
  };
}

function fits({ priority, share }: Place, running: Place[]): boolean {
  const rule = rules[priority];
  if (ofPriority(running, priority).length >= rule.running) return false;
  if (ofShare(running, share).length >= rule.runningOfShare) return false;
  const kept = groups.filter(
    (group) => group !== rule.group && !running.some((task) => rules[task.priority].group === group),
  );
  return running.length + kept.length < slots;
}

const ofPriority = <T extends Place>(tasks: T[], priority: Priority) => tasks.filter((it) => it.priority === priority);
const ofShare = <T extends Place>(tasks: T[], share: string) => tasks.filter((it) => it.share === share);

// Most tasks take a second or two: whoever comes back after this long finds a shorter queue.
const headers = { 'retry-after': '10' };
const busy = () => new AppError('unavailable', 'errors.busy', { headers });
const shareIsFull = () => new AppError('too_many_requests', 'errors.tooMany', { headers });
