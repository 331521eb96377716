import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FromProcess, ProgressOf, TaskName, Tasks, ToProcess } from './tasks.ts';

/** The task took too much time or memory and was ended. */
export class TooHeavy extends Error {}

/** The site stops: the task was broken off, or not begun. */
export class WorkshopClosed extends Error {}

export interface TaskLimits<N extends TaskName> {
  /** Ended after this long, in ms. Default 60,000. */
  timeoutMs?: number;
  /** Ended when its process holds more memory than this. Default 1.5 GB. */
  maxBytes?: number;
  onProgress?(value: ProgressOf<N>): Promise<void> | void;
}

/** Does heavy or risky work in processes of its own, a few at a time. */
export interface Workshop {
  /** Throws TooHeavy at the limits, WorkshopClosed at the end, and an Error when the task fails for another reason. */
  run<N extends TaskName>(task: N, input: Tasks[N]['input'], limits?: TaskLimits<N>): Promise<Tasks[N]['output']>;
  close(): Promise<void>;
}

const gigabyte = 1024 ** 3;
const watchEveryMs = 200;
// Each process may use one core and its share of memory; requests keep the rest.
const atOnce = 2;

/** `root` is the folder that holds `src/`: the processes run from the sources. */
export function openWorkshop(root: string): Workshop {
  const running = new Set<Promise<unknown>>();
  const children = new Set<ReturnType<typeof fork>>();
  let closed = false;

  const run = async <N extends TaskName>(
    task: N,
    input: Tasks[N]['input'],
    limits: TaskLimits<N> = {},
  ): Promise<Tasks[N]['output']> => {
    while (running.size >= atOnce) await Promise.race(running).catch(() => undefined); // its own caller hears of a failure
    if (closed) throw new WorkshopClosed(task);
    const work = inProcess(task, input, limits);
    running.add(work);
    return work.finally(() => running.delete(work));
  };

  const inProcess = <N extends TaskName>(task: N, input: Tasks[N]['input'], limits: TaskLimits<N>) => {
    const { timeoutMs = 60_000, maxBytes = 1.5 * gigabyte, onProgress } = limits;
    const child = fork(join(root, 'src/platform/workshop/process.ts'), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.add(child);
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
          // Whoever listens has failed: nobody waits for the rest.
          progress.catch((error) => {
            child.kill('SIGKILL');
            reject(error);
          });
        } else if (message.kind === 'done')
          progress.then(() => resolve(message.output as Tasks[N]['output']), reject); // sent by the same task
        else reject(Object.assign(new Error(message.message), { stack: message.stack }));
      });
      child.on('error', reject);
      child.on('exit', (code) => {
        clearTimeout(timer);
        clearInterval(watch);
        children.delete(child);
        if (!answered) reject(closed ? new WorkshopClosed(task) : new Error(`${task}: its process ended (${code})`));
      });
      const order: ToProcess = { task, input } as ToProcess; // the pair belongs together by the signature
      child.send(order);
    });
  };

  return {
    run,
    async close() {
      closed = true;
      for (const child of children) child.kill('SIGKILL');
      await Promise.allSettled(running);
    },
  };
}

// Linux tells; elsewhere only the time is limited.
async function residentBytes(pid: number | undefined) {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').then(
    (text) => Number(text.split(' ')[1]),
    () => 0,
  );
  return pages * 4096;
}
