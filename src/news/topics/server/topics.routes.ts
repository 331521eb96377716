import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { seriesCalls, topicsCalls } from '../topics.contract.ts';
import { addSeries, changeSeries, getAllSeries, removeSeries } from './series.service.ts';
import { changeTopic, getTopics, mergeTopic, removeTopic, suggestTopics } from './topics.service.ts';

export function topicsRoutes(app: FastifyInstance): void {
  serve(app, topicsCalls.suggest, ({ ctx, query }) => suggestTopics(ctx, query.q));
  serve(app, topicsCalls.list, ({ ctx, query }) => getTopics(ctx, query.q));
  serve(app, topicsCalls.update, ({ ctx, params, body }) => changeTopic(ctx, params.id, body));
  serve(app, topicsCalls.merge, async ({ ctx, params, body }) => {
    await mergeTopic(ctx, params.id, body);
    return { message: ctx.text('tagging.merged') };
  });
  serve(app, topicsCalls.remove, async ({ ctx, params, query }) => {
    await removeTopic(ctx, params.id, query.version);
    return { message: ctx.text('tagging.deleted') };
  });
  serve(app, seriesCalls.list, ({ ctx }) => getAllSeries(ctx));
  serve(app, seriesCalls.create, ({ ctx, body }) => addSeries(ctx, body));
  serve(app, seriesCalls.update, ({ ctx, params, body }) => changeSeries(ctx, params.id, body));
  serve(app, seriesCalls.remove, async ({ ctx, params, query }) => {
    await removeSeries(ctx, params.id, query.version);
    return { message: ctx.text('tagging.seriesDeleted') };
  });
}
