import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { searchCalls } from '../search.contract.ts';
import { search, suggest } from './search.service.ts';

export function searchRoutes(app: FastifyInstance): void {
  serve(app, searchCalls.search, ({ ctx, query }) => search(ctx, query));
  serve(app, searchCalls.suggest, ({ ctx, query }) => suggest(ctx, query.q));
}
