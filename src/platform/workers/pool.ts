import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { openQueue, type Place } from './queue.ts';
import type { FromProcess, ProgressOf, TaskName, Tasks, ToProcess } from './tasks.ts';

/** The task took too much time or memory and was ended. */
export class TooHeavy extends Error {}

/** The site stops: the task was broken off, or did not begin. */
export class WorkersClosed extends Error {}

/** Who waits for a task, and what it may take. */
export interface Terms<N extends TaskName> extends Place {
  /** Ended after this long, in ms. Default 60,000. */
  timeoutMs?: number;
  /** Ended when its process holds more memory than this. Default 1.5 GB. */
  maxBytes?: number;
  onProgress?(value: ProgressOf<N>): Promise<void> | void;
}

/** Runs heavy or risky tasks in processes of their own, a few at a time (see queue.ts). */
export interface Workers {
  /**
   * Throws TooHeavy at the limits, WorkersClosed at the end, an AppError when the queue is full, and an Error when the
   * task fails for another reason.
   */
  run<N extends TaskName>(task: N, input: Tasks[N]['input'], terms: Terms<N>): Promise<Tasks[N]['output']>;
  close(): Promise<void>;
}

const gigabyte = 1024 ** 3;
// A process takes about 100 MB in this time, so it passes its limit by no more.
const watchEveryMs = 50;
// Half of what a small task takes is the start of its process. Whoever sends one picture often sends another, so the next
// process is started when a task ends; it holds 45 MB and ends after this long without a task.
const spareMs = 30_000;

/** `root` is the folder that holds `src/`: the processes run from the sources. */
export function openWorkers(root: string): Workers {
  const queue = openQueue();
  const running = new Set<Promise<unknown>>();
  const children = new Set<ChildProcess>();
  let spare: ChildProcess | undefined;
  let spareTimer: NodeJS.Timeout | undefined;
  let closed = false;

  const start = () => {
    const child = fork(join(root, 'src/platform/workers/process.ts'), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {}, // the site's secrets are in its environment, and no task needs any of it
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    // A process that could not start never exits.
    child.on('error', () => {
      children.delete(child);
      if (spare === child) spare = undefined;
    });
    return child;
  };

  const take = () => {
    clearTimeout(spareTimer);
    const taken = spare?.connected ? spare : start();
    spare = undefined;
    return taken;
  };

  const keepSpare = () => {
    if (closed) return;
    spare ??= start();
    const kept = spare;
    clearTimeout(spareTimer);
    spareTimer = setTimeout(() => {
      if (spare === kept) spare = undefined;
      kept.kill('SIGKILL');
    }, spareMs);
    spareTimer.unref();
  };

  const inProcess = <N extends TaskName>(task: N, input: Tasks[N]['input'], terms: Terms<N>) => {
    const { timeoutMs = 60_000, maxBytes = 1.5 * gigabyte, onProgress, priority } = terms;
    const child = take();
    if (priority === 'preparation') yieldTo(child);
    return new Promise<Tasks[N]['output']>((resolve, reject) => {
      const end = (why: string) => {
        child.kill('SIGKILL');
        reject(new TooHeavy(`${task}: ${why}`));
      };
      const timer = setTimeout(() => end(`longer than ${timeoutMs} ms`), timeoutMs);
      const watch = setInterval(async () => {
        if ((await residentBytes(child.pid)) > maxBytes) end(`more than ${maxBytes} bytes of memory`);
      }, watchEveryMs);
      // One after the other, and all of them before the end.
      let progress = Promise.resolve();
      let answered = false;
      child.on('message', (message: FromProcess) => {
        answered ||= message.kind !== 'progress';
        if (message.kind === 'progress') {
          progress = progress.then(() => onProgress?.(message.value as ProgressOf<N>)); // sent by the same task
          // The listener has failed, so nobody waits for the rest.
          progress.catch((error) => {
            child.kill('SIGKILL');
            reject(error);
          });
        } else if (message.kind === 'done')
          progress.then(() => resolve(message.output as Tasks[N]['output']), reject); // sent by the same task
        else reject(Object.assign(new Error(message.message), { stack: message.stack }));
      });
      const over = (error: Error) => {
        clearTimeout(timer);
        clearInterval(watch);
        if (!answered) reject(closed ? new WorkersClosed(task) : error);
      };
      child.on('exit', (code) => over(new Error(`${task}: its process ended (${code})`)));
      child.on('error', (cause) => over(new Error(`${task}: its process could not be started or reached`, { cause })));
      const order: ToProcess = { task, input } as ToProcess; // the pair belongs together by the signature
      child.send(order, () => undefined); // a process that has ended already is reported by its exit
    });
  };

  return {
    async run(task, input, terms) {
      const leave = await queue.enter(terms);
      const work = inProcess(task, input, terms);
      running.add(work);
      let done = false;
      try {
        const output = await work;
        done = true;
        return output;
      } finally {
        running.delete(work);
        leave();
        if (done && terms.priority !== 'preparation' && running.size === 0) keepSpare();
      }
    },
    async close() {
      closed = true;
      clearTimeout(spareTimer);
      queue.close(new WorkersClosed());
      for (const child of children) child.kill('SIGKILL');
      await Promise.allSettled(running);
    },
  };
}

// A third of the processor time of the others, while those want it.
const niceness = 5;

function yieldTo({ pid = 0 }: ChildProcess) {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}

// Linux only; elsewhere the time alone is limited.
async function residentBytes(pid: number | undefined) {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').then(
    (text) => Number(text.split(' ')[1]),
    () => 0,
  );
  return pages * 4096;
}
