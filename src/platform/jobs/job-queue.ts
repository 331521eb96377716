import type { TextKey } from '#src/messages/catalogue.ts';
import type { Db } from '../database/db.ts';

/**
 * What the queue needs to send a job: its name and the type of its data. The full type is in `jobs.ts`, which imports
 * the context; the queue is part of that context, so this file must not import it.
 */
interface QueuedJob<T extends object> {
  name: string;
  /** Absent where the sender has only the name: the job is of a later slice. */
  run?(ctx: never, data: T): Promise<void>;
}

export interface SendOptions {
  /** The transaction to send in: the job exists only if it commits. */
  within?: Db;
  /** The job does not start before this instant. */
  after?: Date;
  /** The job does not start before this number of seconds has passed, by the clock of the database. */
  delaySeconds?: number;
}

/** Failed jobs to try again: one by its id in the list of failed jobs, or all of a kind. */
export type FailedJobs = { id: string } | { kind: string };

/** Sends jobs, which this process or another node runs. */
export interface JobQueue {
  /** The kinds of jobs by name, with their titles. */
  titles: ReadonlyMap<string, TextKey>;
  send<T extends object>(job: QueuedJob<T>, data: T, options?: SendOptions): Promise<void>;
  /** Sends several jobs in one statement. */
  sendAll<T extends object>(job: QueuedJob<T>, data: T[], within: Db, after?: Date): Promise<void>;
  /** Moves failed jobs back to their queues, at most 1,000 of a kind, the oldest first. Returns their number. */
  retryFailed(failed: FailedJobs, within: Db): Promise<number>;
  /** Starts the waiting jobs of a kind in this process now, instead of when it next looks for them. */
  wake(kind: string): void;
  /** Throws when the queue cannot be reached. */
  check(): Promise<void>;
}

/** The run of a job, for the job itself. */
export interface RunningJob {
  /**
   * Aborted when the job has expired, and with `Interrupted` when the site is stopping or another process has taken over
   * the job. Its tasks in the worker pool are killed then; a job without any must look at this between its steps.
   */
  signal: AbortSignal;
  /** Records how far it has come, for the page of background work. */
  reportProgress(done: number, total: number): void;
  /**
   * Completes the job in the transaction of its effect, for an effect that must not be repeated, such as a mail: a crash
   * leaves both or none. Throws `Interrupted` if another process has taken over the job.
   */
  completeWithin(tx: Db): Promise<void>;
}

/** Queue of the jobs that have failed permanently. */
export const deadLetters = 'platform.dead-letters';

/** How long a job that has failed permanently can be tried again. */
export const deadLetterDays = 30;
