import { Interrupted } from '../errors.ts';
import type { Observers } from '../http/observe-requests.ts';
import { fieldsOf } from '../log/log.ts';
import { scopes } from '../log/scope.ts';
import type { JobResult } from '../metrics/metrics.ts';
import { endSpan } from '../tracing/tracing.ts';
import type { Job } from './jobs.ts';

/** The same jobs, with each run measured and traced. */
export function observeJobs(jobs: Job<never>[], { metrics, tracing }: Observers): Job<never>[] {
  if (!metrics && !tracing) return jobs;
  return jobs.map((job) => ({
    ...job,
    async run(ctx, data) {
      const start = performance.now();
      const attributes = { 'messaging.system': 'pg-boss', 'messaging.destination.name': job.name };
      const span = tracing?.startSpan(`job ${job.name}`, { kind: 'consumer', attributes });
      const end = (result: JobResult) => {
        metrics?.jobRan(job.name, result, (performance.now() - start) / 1000);
        if (span) endSpan(span, result === 'failed' ? 'failed' : undefined);
      };
      const fields = fieldsOf(ctx.log) ?? {};
      if (span) fields.trace_id = span.spanContext().traceId;
      try {
        await scopes.run({ fields, span }, () => job.run(ctx, data));
        end('completed');
      } catch (error) {
        // An aborted run may fail in any way.
        const reason = ctx.job?.signal.aborted ? ctx.job.signal.reason : error;
        end(reason instanceof Interrupted ? 'interrupted' : 'failed');
        throw error;
      }
    },
  }));
}
