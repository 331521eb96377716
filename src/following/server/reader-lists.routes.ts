import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { readerListsCalls } from '../reader-lists.contract.ts';
import { getForYou } from './for-you.service.ts';
import { getLists, mergeLists, syncHistory } from './reader-lists.service.ts';

export function readerListsRoutes(app: FastifyInstance): void {
  serve(app, readerListsCalls.forYou, async ({ ctx, query }) => ({ stories: await getForYou(ctx, query) }));
  serve(app, readerListsCalls.get, ({ ctx }) => getLists(ctx));
  serve(app, readerListsCalls.merge, ({ ctx, body }) => mergeLists(ctx, body));
  serve(app, readerListsCalls.syncHistory, ({ ctx, body }) => syncHistory(ctx, body.synced));
}
