import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { AppError, Interrupted } from '../errors.ts';
import { openQueue, type QueuedTask } from './queue.ts';
import type { FromProcess, ProgressOf, TaskName, Tasks, ToProcess } from './tasks.ts';

/** The task exceeded its time or memory limit and was killed. */
export class ResourceLimitExceeded extends Error {}

/** Priority and resource limits of a task. */
export interface TaskOptions<N extends TaskName> extends QueuedTask {
  /** Killed after this time, in ms. Default `taskMs`. */
  timeoutMs?: number;
  /** Killed when its process uses more resident memory than this. Default `taskBytes`. */
  maxBytes?: number;
  /** A task that is aborted while it waits is not started. */
  signal?: AbortSignal | undefined;
  onProgress?(value: ProgressOf<N>): Promise<void> | void;
}

/** Runs expensive or risky tasks in separate processes, a few at a time (see queue.ts). */
export interface WorkerPool {
  /**
   * Throws ResourceLimitExceeded, Interrupted after `close`, the reason of `kill`, an AppError when the queue is full or
   * the task was aborted, and an Error when the task fails for another reason.
   */
  run<N extends TaskName>(task: N, input: Tasks[N]['input'], options: TaskOptions<N>): Promise<Tasks[N]['output']>;
  close(): Promise<void>;
}

/** The same pool for tasks that all end when `kill` is aborted. */
export const killedBy = ({ run, close }: WorkerPool, kill: AbortSignal): WorkerPool => ({
  run: (task, input, options) => run(task, input, { ...options, kill }),
  close,
});

export const taskMs = 60_000;
export const taskBytes = 1.5 * 1024 ** 3;
// A process can allocate about 100 MB in this time, so it exceeds its limit by no more.
const memoryCheckMs = 50;
// Starting the process takes half the time of a small task, and one uploaded picture is often followed by another. So a
// spare process is started when a task ends; it takes 45 MB and is killed after this time without a task.
const spareMs = 30_000;

/** `root` is the folder that holds `src/`: the processes run from the sources. */
export function openWorkerPool(root: string): WorkerPool {
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
      // Not the whole environment, which contains secrets. The compile cache, if set, saves a quarter of the CPU time
      // of a start.
      // A process ends before the optimised code of its WebAssembly libraries has paid for itself: without it a page is typeset
      // in half the time, and a long document no slower (decision 179).
      execArgv: ['--liftoff-only'],
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    // A process that could not be started emits no `exit`.
    child.on('error', () => {
      children.delete(child);
      if (spare === child) spare = undefined;
    });
    return child;
  };

  const takeProcess = () => {
    clearTimeout(spareTimer);
    const taken = spare?.connected ? spare : start();
    spare = undefined;
    return taken;
  };

  const startSpare = () => {
    if (closed) return;
    spare ??= start();
    const current = spare;
    clearTimeout(spareTimer);
    spareTimer = setTimeout(() => {
      if (spare === current) spare = undefined;
      current.kill('SIGKILL');
    }, spareMs);
    spareTimer.unref();
  };

  return {
    async run(task, input, options) {
      const leave = await queue.enter(options);
      if (options.signal?.aborted || options.kill?.aborted) {
        leave();
        throw options.kill?.reason ?? new AppError('unavailable', 'errors.busy');
      }
      const work = runInProcess(takeProcess(), task, input, { ...options, isClosed: () => closed });
      running.add(work);
      let done = false;
      try {
        const output = await work;
        done = true;
        return output;
      } finally {
        running.delete(work);
        leave();
        if (done && options.priority !== 'preparation' && running.size === 0) startSpare();
      }
    },
    async close() {
      closed = true;
      clearTimeout(spareTimer);
      queue.close(new Interrupted('The site is stopping'));
      for (const child of children) child.kill('SIGKILL');
      await Promise.allSettled(running);
    },
  };
}

function runInProcess<N extends TaskName>(
  child: ChildProcess,
  task: N,
  input: Tasks[N]['input'],
  options: TaskOptions<N> & { isClosed(): boolean },
): Promise<Tasks[N]['output']> {
  const { timeoutMs = taskMs, maxBytes = taskBytes, onProgress, priority, kill, isClosed } = options;
  if (priority === 'preparation') lowerPriority(child);
  return new Promise((resolve, reject) => {
    const end = (why: string) => {
      child.kill('SIGKILL');
      reject(new ResourceLimitExceeded(`${task}: ${why}`));
    };
    const timer = setTimeout(() => end(`longer than ${timeoutMs} ms`), timeoutMs);
    const watch = setInterval(async () => {
      if ((await residentBytes(child.pid)) > maxBytes) end(`more than ${maxBytes} bytes of memory`);
    }, memoryCheckMs);
    // Progress handlers run one after another, and all of them before the task resolves.
    let progress = Promise.resolve();
    let answered = false;
    const onKill = () => {
      answered = true;
      child.kill('SIGKILL');
      // The handler that runs now ends first, so that it changes nothing after the task has failed.
      progress.catch(() => undefined).finally(() => reject(kill?.reason));
    };
    kill?.addEventListener('abort', onKill, { once: true });
    child.on('message', (message: FromProcess) => {
      answered ||= message.kind !== 'progress';
      if (message.kind === 'progress') {
        progress = progress.then(() => {
          kill?.throwIfAborted();
          return onProgress?.(message.value as ProgressOf<N>); // sent by the same task
        });
        // A failed progress handler fails the task.
        progress.catch((error) => {
          child.kill('SIGKILL');
          reject(error);
        });
      } else if (message.kind === 'done')
        progress.then(() => resolve(message.output as Tasks[N]['output']), reject); // sent by the same task
      else reject(Object.assign(new Error(message.message), { stack: message.stack }));
    });
    const onEnd = (error: Error) => {
      clearTimeout(timer);
      clearInterval(watch);
      kill?.removeEventListener('abort', onKill);
      if (!answered) reject(isClosed() ? new Interrupted(task) : error);
    };
    // Not `exit`, which can come before the answer has been read, if several processes end while this thread is busy.
    child.on('close', (code) => onEnd(new Error(`${task}: its process ended (${code})`)));
    child.on('error', (cause) => onEnd(new Error(`${task}: its process could not be started or reached`, { cause })));
    const message: ToProcess = { task, input } as ToProcess; // task and input match by the signature
    child.send(message, () => undefined); // a process that has ended already is reported by its end
  });
}

// A third of the CPU time of the other processes while they compete for it.
const niceness = 5;

function lowerPriority({ pid = 0 }: ChildProcess) {
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has already ended.
  }
}

// Linux only; on other systems only the time is limited.
async function residentBytes(pid: number | undefined) {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').then(
    (text) => Number(text.split(' ')[1]),
    () => 0,
  );
  return pages * 4096;
}
