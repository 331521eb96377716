// Decides which task runs next. p-queue (10.0) has priorities and aborts, but neither shares nor slots reserved for a
// priority, and its queue class cannot add them, because it must return a task whenever it has one.
import { AppError } from '../errors.ts';

/**
 * Priorities, the most urgent first: for a reader, for the newsroom, for an author who submits a work, and for jobs.
 */
export type Priority = 'reader' | 'editor' | 'author' | 'preparation';

export interface QueuedTask {
  priority: Priority;
  /** Fairness key: an account, an address or a kind of job. */
  share: string;
  /** Ends the task when it is aborted: removes it from the queue, or kills its process. It fails with the reason. */
  kill?: AbortSignal | undefined;
}

interface Rule {
  /** The priorities of a group have a reserved slot; without a group there is none. */
  group?: 'reading' | 'receiving';
  /** Maximum number of running tasks, of this priority and of one share. */
  running: number;
  runningOfShare: number;
  /** Maximum number of waiting tasks, of this priority and of one share. */
  waiting: number;
  waitingOfShare: number;
  /** Maximum waiting time, in ms. */
  waitMs: number;
}

// One for readers, one for uploads, one for any task: a long preparation blocks neither.
export const slots = 3;

export const rules: Record<Priority, Rule> = {
  reader: { group: 'reading', running: 2, runningOfShare: 1, waiting: 40, waitingOfShare: 8, waitMs: 20_000 },
  // An editor may view a preview while an upload is inspected. One share may send many pictures at once, from a script
  // or from thirty people with one account. Waiting uploads are on the disk, not in memory.
  editor: { group: 'receiving', running: 2, runningOfShare: 2, waiting: 300, waitingOfShare: 200, waitMs: 60_000 },
  author: { group: 'receiving', running: 1, runningOfShare: 1, waiting: 40, waitingOfShare: 12, waitMs: 30_000 },
  // Jobs of one kind run one after another, so few wait; a failed task is retried with its job.
  preparation: { running: 1, runningOfShare: 1, waiting: 100, waitingOfShare: 20, waitMs: 10 * 60_000 },
};
const urgency = Object.keys(rules) as Priority[]; // the keys of the table above
const groups = ['reading', 'receiving'] as const;

interface Waiting extends QueuedTask {
  begin(): void;
  fail(error: Error): void;
}

export interface Queue {
  /**
   * Resolves when the task may run, with a function that must be called when it ends. Throws `too_many_requests` if the
   * share's part of the queue is full, `unavailable` if the wait was too long or the queue is full, and the reason of
   * `kill`. If the queue is full, the newest task of the share with the most waiting tasks fails, so that a few shares
   * cannot fill it.
   */
  enter(entry: QueuedTask): Promise<() => void>;
  /** Fails waiting and later tasks. */
  close(error: Error): void;
}

export function openQueue(): Queue {
  const running: QueuedTask[] = [];
  const waiting: Waiting[] = [];
  // Sequence number of the latest start per share: the share that was served least recently is next. Contains only
  // shares that have a task.
  const served = new Map<string, number>();
  let starts = 0;
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
    starts += 1;
    served.set(next.share, starts);
    next.begin();
    startNext();
  };

  const makeRoomFor = ({ priority, share }: QueuedTask) => {
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
    enter: (entry) =>
      new Promise((resolve, reject) => {
        const { waitMs, ...limits } = rules[entry.priority];
        const { kill } = entry;
        if (closed) throw closed;
        kill?.throwIfAborted();
        if (ofShare(waiting, entry.share).length >= limits.waitingOfShare) throw shareIsFull();
        if (ofPriority(waiting, entry.priority).length >= limits.waiting) makeRoomFor(entry);
        const timer = setTimeout(() => task.fail(busy()), waitMs);
        const onKill = () => task.fail(kill?.reason);
        const stopWaiting = () => {
          clearTimeout(timer);
          kill?.removeEventListener('abort', onKill);
        };
        const task: Waiting = {
          ...entry,
          begin() {
            stopWaiting();
            resolve(() => leave(task));
          },
          fail(error) {
            stopWaiting();
            waiting.splice(waiting.indexOf(task), 1);
            reject(error);
          },
        };
        kill?.addEventListener('abort', onKill);
        waiting.push(task);
        startNext();
      }),
    close(error) {
      closed = error;
      for (const task of [...waiting]) task.fail(error);
    },
  };
}

function fits({ priority, share }: QueuedTask, running: QueuedTask[]): boolean {
  const rule = rules[priority];
  if (ofPriority(running, priority).length >= rule.running) return false;
  if (ofShare(running, share).length >= rule.runningOfShare) return false;
  const reserved = groups.filter(
    (group) => group !== rule.group && !running.some((task) => rules[task.priority].group === group),
  );
  return running.length + reserved.length < slots;
}

const ofPriority = <T extends QueuedTask>(tasks: T[], priority: Priority) =>
  tasks.filter((it) => it.priority === priority);
const ofShare = <T extends QueuedTask>(tasks: T[], share: string) => tasks.filter((it) => it.share === share);

// Most tasks take a second or two, so the queue is shorter after this time.
const headers = { 'retry-after': '10' };
const busy = () => new AppError('unavailable', 'errors.busy', { headers });
const shareIsFull = () => new AppError('too_many_requests', 'errors.tooMany', { headers });
