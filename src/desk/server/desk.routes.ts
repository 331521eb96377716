import type { FastifyInstance } from 'fastify';
import { requireUser } from '#src/platform/context.ts';
import { serve } from '#src/platform/http/serve.ts';
import { backgroundWorkCalls } from '../background-work.contract.ts';
import { waitingCalls } from '../waiting.contract.ts';
import { getBackgroundWork, retryFailedJob, retryFailedJobs } from './background-work.service.ts';
import { getWaiting } from './waiting.service.ts';

export function deskRoutes(app: FastifyInstance): void {
  serve(app, waitingCalls.waiting, async ({ ctx }) => ({ waiting: await getWaiting(ctx, requireUser(ctx)) }));
  serve(app, backgroundWorkCalls.list, ({ ctx }) => getBackgroundWork(ctx));
  serve(app, backgroundWorkCalls.retryOne, async ({ ctx, params }) => ({
    message: ctx.text('background.triedAgain', { count: await retryFailedJob(ctx, params.job) }),
  }));
  serve(app, backgroundWorkCalls.retryAll, async ({ ctx, body }) => ({
    message: ctx.text('background.triedAgain', { count: await retryFailedJobs(ctx, body.kind) }),
  }));
}
