import type { Db } from './db.ts';

/**
 * What the queue needs to send a job: its name and the type of its data. The full type is in `jobs.ts`, which imports
 * the context; the queue is part of that context, so this file must not import it.
 */
interface QueuedJob<T extends object> {
  name: string;
  run(ctx: never, data: T): Promise<void>;
}

export interface SendOptions {
  /** The transaction to send in: the job exists only if it commits. */
  within?: Db;
  /** The job does not start before this instant. */
  after?: Date;
}

/** Sends jobs, which this process or another node runs. */
export interface JobQueue {
  send<T extends object>(job: QueuedJob<T>, data: T, options?: SendOptions): Promise<void>;
  /** Sends several jobs in one statement. */
  sendAll<T extends object>(job: QueuedJob<T>, data: T[], within: Db, after?: Date): Promise<void>;
  /** Throws when the queue cannot be reached. */
  check(): Promise<void>;
}
