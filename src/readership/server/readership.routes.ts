import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/platform/context.ts';
import { serve } from '#src/platform/http/serve.ts';
import { readershipCalls } from '../readership.contract.ts';
import { sourceOf } from '../readership.rules.ts';
import { exportFigures, getFigures } from './figures.service.ts';
import { openReadCounter } from './reads.service.ts';

export function readershipRoutes(app: FastifyInstance, services: Services): void {
  const counter = openReadCounter(services, (error) => app.log.error({ err: error }, 'reads could not be stored'));
  app.addHook('onClose', () => counter.close());
  const { hostname } = new URL(services.config.siteUrl);
  serve(app, readershipCalls.count, async ({ ctx, query, request, reply }) => {
    const { story, language, from, depth } = query;
    counter.count(
      { storyId: story, language, source: sourceOf(from, [hostname, request.hostname]), depth },
      ctx.address,
    );
    return reply.code(204).send();
  });
  serve(app, readershipCalls.figures, async ({ ctx, query }) => {
    await counter.flush(); // with what this node has counted until now
    return getFigures(ctx, query.days);
  });
  serve(app, readershipCalls.csv, async ({ ctx, query: { days, of }, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${of}.csv"`);
    return reply.send(await exportFigures(ctx, days, of));
  });
}
