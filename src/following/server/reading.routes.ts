import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { readingCalls } from '../reading.contract.ts';
import { getForYou } from './for-you.service.ts';
import { getLists, mergeLists, syncHistory } from './reading.service.ts';

export function readingRoutes(app: FastifyInstance): void {
  serve(app, readingCalls.forYou, async ({ ctx, query }) => ({ stories: await getForYou(ctx, query) }));
  serve(app, readingCalls.get, ({ ctx }) => getLists(ctx));
  serve(app, readingCalls.merge, ({ ctx, body }) => mergeLists(ctx, body));
  serve(app, readingCalls.syncHistory, ({ ctx, body }) => syncHistory(ctx, body.synced));
}
