import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { historyCalls } from '../history.contract.ts';
import { getRevision, getRevisions, getStoryEvents, restoreRevision } from './history.service.ts';

export function historyRoutes(app: FastifyInstance): void {
  serve(app, historyCalls.revisions, ({ ctx, params, query }) => getRevisions(ctx, params.id, query.before));
  serve(app, historyCalls.revision, ({ ctx, params }) => getRevision(ctx, params.id, params.version));
  serve(app, historyCalls.restore, ({ ctx, params, body }) =>
    restoreRevision(ctx, params.id, params.version, body.version),
  );
  serve(app, historyCalls.events, ({ ctx, params, query }) => getStoryEvents(ctx, params.id, query.before));
}
