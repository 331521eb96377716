import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const limitMs = 200;
const checkEveryMs = 1000;
const resolutionMs = 20;

/** Logs a warning with the active routes when the event loop was blocked for longer than 200 ms. */
export function watchEventLoop(app: FastifyInstance): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const activeRequests = new Map<FastifyRequest, string>(); // to its route
  let recentRoutes = new Set<string>(); // routes since the last check
  app.addHook('onRequest', async (request, reply) => {
    const route = `${request.method} ${request.routeOptions.url ?? 'no route'}`;
    activeRequests.set(request, route);
    recentRoutes.add(route);
    // Fastify has no hook for a client that disconnects after its body has arrived.
    reply.raw.once('close', () => activeRequests.delete(request));
  });
  const timer = setInterval(() => {
    const blockedMs = Math.round(delay.max / 1e6);
    if (blockedMs > limitMs) app.log.warn({ blockedMs, routes: [...recentRoutes] }, 'the event loop was blocked');
    delay.reset();
    recentRoutes = new Set(activeRequests.values());
  }, checkEveryMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}
