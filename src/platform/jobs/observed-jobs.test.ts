import { expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { Interrupted } from '../errors.ts';
import { openMetrics } from '../metrics/metrics.ts';
import { observeJobs } from './observed-jobs.ts';

test('a run that was interrupted does not count as a failure, whatever it throws', async () => {
  const metrics = openMetrics({
    pool: { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 20 } as never },
    jobs: ['test.observed'],
    readStored: async () => undefined,
    dataDir: '.',
  });
  const run = async (error: Error, signal = new AbortController().signal) => {
    const fail = async () => {
      throw error;
    };
    const [job] = observeJobs([{ name: 'test.observed', title: 'jobs.deliverMail', run: fail }], {
      metrics,
      tracing: undefined,
    });
    const ctx = { log: {}, job: { signal } } as unknown as Context; // all that is used of it
    await expect(job?.run(ctx, {} as never)).rejects.toBe(error);
  };
  await run(new Error('broken'));
  await run(new Interrupted('The site is stopping'));
  await run(new Error('The worker was killed'), AbortSignal.abort(new Interrupted('The site is stopping')));
  const text = await metrics.text();
  const series = 'newswing_job_duration_seconds_count{queue="test.observed"';
  expect(text).toContain(`${series},result="failed"} 1\n`);
  expect(text).toContain(`${series},result="interrupted"} 2\n`);
});
