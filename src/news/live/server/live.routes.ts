import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/platform/context.ts';
import { serve } from '#src/platform/http/serve.ts';
import { liveCalls } from '../live.contract.ts';
import { addEntry, changeEntry, getCoverage, getEntryVersions, removeEntry, setLiveState } from './live.service.ts';
import { openLiveEvents } from './live-events.service.ts';
import { getLiveChanges, requireLive } from './live-reading.service.ts';

export function liveRoutes(app: FastifyInstance, services: Services): void {
  serve(app, liveCalls.changes, ({ ctx, params, query }) => getLiveChanges(ctx, params.id, query.after));
  serve(app, liveCalls.coverage, ({ ctx, params, query }) => getCoverage(ctx, params.id, query.before));
  serve(app, liveCalls.state, ({ ctx, params, body }) => setLiveState(ctx, params.id, body.state));
  serve(app, liveCalls.add, ({ ctx, params, body }) => addEntry(ctx, params.id, body));
  serve(app, liveCalls.change, ({ ctx, params, body }) => changeEntry(ctx, params.id, params.entry, body));
  serve(app, liveCalls.remove, async ({ ctx, params }) => {
    await removeEntry(ctx, params.id, params.entry, true);
    return { message: ctx.text('coverage.removed') };
  });
  serve(app, liveCalls.restore, ({ ctx, params }) => removeEntry(ctx, params.id, params.entry, false));
  serve(app, liveCalls.versions, ({ ctx, params }) => getEntryVersions(ctx, params.id, params.entry));
  eventRoutes(app, services);
}

function eventRoutes(app: FastifyInstance, services: Services) {
  const events = openLiveEvents(services, (error) => app.log.error({ err: error }, 'live events failed'));
  services.pageInvalidation.subscribe(events.apply);
  // Otherwise the process would wait for connections that readers leave open.
  app.addHook('preClose', async () => events.close());
  serve(app, liveCalls.events, async ({ ctx, params, query, request, reply }) => {
    const sendHead = () => {
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders), // those that the hooks have set
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform', // for proxies that compress, and would wait for more
        'x-accel-buffering': 'no', // nginx
      });
    };
    if (request.method === 'HEAD') {
      await requireLive(ctx, params.id);
      sendHead();
      reply.raw.end();
      return reply;
    }
    request.endTurn?.(); // an open stream does not count as a running request
    request.staysOpen = true;
    const last = Number(request.headers['last-event-id'] ?? Number.NaN);
    const after = Number.isSafeInteger(last) && last >= 0 ? last : query.after;
    await events.open(params.id, ctx.address, after, reply.raw, sendHead);
    return reply;
  });
}
