import type { FastifyInstance } from 'fastify';
import { requireUser } from '#src/platform/context.ts';
import { serve } from '#src/platform/http/serve.ts';
import { waitingCalls } from '../waiting.contract.ts';
import { getWaiting } from './waiting.service.ts';

export function deskRoutes(app: FastifyInstance): void {
  serve(app, waitingCalls.waiting, async ({ ctx }) => ({ waiting: await getWaiting(ctx, requireUser(ctx)) }));
}
