import { z } from 'zod';
import { defineCall, Instant, Message } from '#src/calls/call.ts';

const kind = {
  kind: z.string().describe('Name of the job, such as news.picture-variants'),
  title: z.string().describe('What it does'),
};

const RunningJob = z.object({
  id: z.uuid(),
  ...kind,
  started_at: Instant,
  tries: z.number().int().describe('Including this one'),
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
});

const WaitingJobs = z.object({
  ...kind,
  count: z.number().int().describe('Jobs that are due, or wait for their next try'),
  failed_before: z.number().int().describe('Those of them that wait for their next try'),
  later: z.number().int().describe('Jobs that are not due yet'),
  oldest_at: Instant.nullable().describe('Since when the oldest waits'),
});

const FailedJob = z.object({
  id: z.uuid(),
  failed_at: Instant,
  tries: z.number().int(),
  reason: z.object({
    code: z.enum(['expired', 'crashed', 'error']),
    message: z.string().describe('For an error, in English; without personal data'),
  }),
});

const FailedJobs = z.object({
  ...kind,
  count: z.number().int(),
  jobs: z.array(FailedJob).describe('The newest 10'),
});

const BackgroundWork = z.object({
  running: z.array(RunningJob).describe('The first 50'),
  waiting: z.array(WaitingJobs),
  failed: z.array(FailedJobs),
});
export type BackgroundWork = z.infer<typeof BackgroundWork>;

export const backgroundWorkCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/jobs',
    who: 'admin',
    summary: 'Background jobs that run, wait, or have failed for good in the last 30 days',
    reply: { 200: BackgroundWork },
  }),
  retryOne: defineCall({
    method: 'POST',
    path: '/api/jobs/failed/:job/retry',
    who: 'admin',
    summary: 'Try a failed job again',
    params: z.object({ job: z.uuid() }),
    reply: { 200: Message },
  }),
  retryAll: defineCall({
    method: 'POST',
    path: '/api/jobs/failed/retry',
    who: 'admin',
    summary: 'Try all failed jobs of a kind again, at most 1,000; jobs with the same data once',
    body: z.object({ kind: z.string().max(100) }),
    reply: { 200: Message },
  }),
};
