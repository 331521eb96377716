import type { JobResult } from 'pg-boss';
import type { Context } from '../context.ts';
import type { Db } from '../database/db.ts';
import { Interrupted, JobExpired } from '../errors.ts';
import { failureReason } from '../log/failure-reason.ts';
import type { RunningJob } from './job-queue.ts';

/** An attempt at a job. A later attempt has a higher `retryCount`, by which this one loses all rights to the job. */
export interface Attempt {
  name: string;
  id: string;
  retryCount: number;
  data: object;
  /** Aborted when another process has taken over the job. */
  signal: AbortSignal;
}

/** What an attempt changes in the queue. Each does nothing once it has lost the job. */
export interface AttemptStore {
  saveProgress(attempt: Attempt, progress: { done: number; total: number }): Promise<void>;
  /** Returns whether the attempt still had the job. */
  complete(attempt: Attempt, tx: Db): Promise<boolean>;
  /** Returns an unfinished job to the queue; this attempt does not count as a try. */
  returnToQueue(attempt: Attempt): Promise<void>;
}

export interface RunOptions {
  run(ctx: Context, data: object): Promise<void>;
  expireSeconds: number;
  contextFor(name: string, job: RunningJob): Context;
  /** How long a job may take to end after its signal was aborted, in ms. */
  settleMs: number;
}

/** Runs the jobs of this process. */
export function openJobRuns(store: AttemptStore) {
  const running = new Set<AbortController>();
  const stopping = () => new Interrupted('The site is stopping');
  let isStopping = false;
  return {
    /** Interrupts all jobs, also those that begin later. They return to the queue. */
    interrupt() {
      isStopping = true;
      for (const run of running) run.abort(stopping());
    },
    /** Runs a job until it has ended, expired or been interrupted. */
    async run(attempt: Attempt, { run, expireSeconds, contextFor, settleMs }: RunOptions): Promise<JobResult> {
      const { id, name, data, signal } = attempt;
      const stop = new AbortController();
      running.add(stop);
      const expire = () => stop.abort(new JobExpired(`It took longer than ${expireSeconds} s`));
      const expiry = setTimeout(expire, expireSeconds * 1000);
      const lose = () => stop.abort(new Interrupted('Another process has taken over the job'));
      signal.addEventListener('abort', lose);
      if (signal.aborted) lose();
      else if (isStopping) stop.abort(stopping());
      const progress = progressOf(attempt, store);
      const ctx = contextFor(name, {
        signal: stop.signal,
        reportProgress: progress.report,
        async completeWithin(tx) {
          if (!(await store.complete(attempt, tx))) throw new Interrupted('Another process has taken over the job');
        },
      });
      try {
        stop.signal.throwIfAborted();
        await settled(run(ctx, data), stop.signal, settleMs);
        return { id, status: 'completed' };
      } catch (thrown) {
        const error = stop.signal.aborted ? stop.signal.reason : thrown;
        if (error instanceof Interrupted) {
          ctx.log.info({ reason: error.message }, 'job interrupted');
          await progress.saved();
          await store.returnToQueue(attempt);
        } else ctx.log.error({ err: error }, 'job failed');
        return { id, status: 'failed', output: failureReason(error, ctx.text) };
      } finally {
        clearTimeout(expiry);
        signal.removeEventListener('abort', lose);
        running.delete(stop);
        await progress.saved();
      }
    },
  };
}

/** The result of `work`. After `signal` was aborted, `work` has `settleMs` to end; then it is left alone. */
const settled = (work: Promise<void>, signal: AbortSignal, settleMs: number) =>
  new Promise<void>((resolve, reject) => {
    work.then(resolve, reject);
    signal.addEventListener('abort', () => setTimeout(reject, settleMs, signal.reason).unref(), { once: true });
  });

// No page refreshes it more often.
const progressEveryMs = 2_000;

function progressOf(attempt: Attempt, store: AttemptStore) {
  let savedAt = 0;
  let saving = Promise.resolve();
  return {
    report(done: number, total: number) {
      if (Date.now() < savedAt + progressEveryMs) return;
      savedAt = Date.now();
      saving = saving.then(() => store.saveProgress(attempt, { done, total }));
    },
    saved: () => saving,
  };
}

/** Works on the items of a list one by one. Reports the progress; ends between two items when the job is to end. */
export async function processEach<T>(
  { job }: Pick<Context, 'job'>,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    job?.signal.throwIfAborted();
    await work(item);
    job?.reportProgress(index + 1, items.length);
  }
}
