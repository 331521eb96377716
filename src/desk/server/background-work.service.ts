import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { FailedJobs } from '#src/platform/jobs/job-queue.ts';
import { readFailureReason } from '#src/platform/log/failure-reason.ts';
import type { BackgroundWork } from '../background-work.contract.ts';
import {
  countWaiting,
  deleteRepeatedFailures,
  findFailedKind,
  listFailed,
  listRunning,
} from './background-work.queries.ts';

const maxRunning = 50;
const maxFailedOfEach = 10;

const instant = (ms: number) => new Date(ms).toISOString();

/** What the site does in the background: jobs that run, wait, or have failed permanently. */
export async function getBackgroundWork({ db, jobs, text }: Context): Promise<BackgroundWork> {
  const kinds = [...jobs.titles.keys()];
  const titled = (kind: string) => {
    const title = jobs.titles.get(kind);
    return { kind, title: title ? text(title) : kind };
  };
  const [running, waiting, failed] = await Promise.all([
    listRunning(db, kinds, maxRunning),
    countWaiting(db, kinds),
    listFailed(db, kinds, maxFailedOfEach),
  ]);
  return {
    running: running.map(({ id, kind, started_ms, tries, progress }) => ({
      id,
      ...titled(kind),
      started_at: instant(started_ms),
      tries,
      progress,
    })),
    waiting: waiting.map(({ kind, oldest_ms, ...counts }) => ({
      ...titled(kind),
      ...counts,
      oldest_at: oldest_ms === null ? null : instant(oldest_ms),
    })),
    failed: [...Map.groupBy(failed, ({ kind }) => kind)].map(([kind, rows]) => ({
      ...titled(kind),
      count: rows[0]?.count ?? 0,
      jobs: rows.map(({ id, failed_ms, tries, reason }) => ({
        id,
        failed_at: instant(failed_ms),
        tries,
        reason: readFailureReason(reason),
      })),
    })),
  };
}

/** Tries a failed job again. Throws `not_found` when it is no longer in the list. */
export const retryFailedJob = (ctx: Context, id: string): Promise<number> =>
  retry(ctx, { id }, (tx) => findFailedKind(tx, id));

/** Tries all failed jobs of a kind again, and those with the same data once. Throws `not_found` when there are none. */
export const retryFailedJobs = (ctx: Context, kind: string): Promise<number> =>
  retry(ctx, { kind }, async (tx) => {
    await deleteRepeatedFailures(tx, kind);
    return kind;
  });

/** Returns the number of jobs. */
async function retry(ctx: Context, failed: FailedJobs, kindOf: (tx: Db) => Promise<string | undefined>) {
  const { count, kind } = await ctx.db.transaction(async (tx) => {
    const kind = await kindOf(tx);
    const count = kind !== undefined && ctx.jobs.titles.has(kind) ? await ctx.jobs.retryFailed(failed, tx) : 0;
    if (kind === undefined || count === 0) throw new AppError('not_found', 'background.gone');
    await recordAuditEvent(ctx, tx, { action: 'job.retried', subject: `job ${kind}`, details: { count } });
    return { count, kind };
  });
  ctx.jobs.wake(kind);
  return count;
}
