import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

const limitMs = 200;
const lookEveryMs = 1000;
const resolutionMs = 20;

/** Warns in the log when something has kept the process from answering for longer than 200 ms, with what was being answered. */
export function watchEventLoop(app: FastifyInstance): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const underWay = new Map<string, string>(); // request id to route
  let seen = new Set<string>(); // routes since the last look
  app.addHook('onRequest', async ({ id, method, routeOptions }) => {
    const route = `${method} ${routeOptions.url ?? 'no route'}`;
    underWay.set(id, route);
    seen.add(route);
  });
  app.addHook('onResponse', async ({ id }) => void underWay.delete(id));
  app.addHook('onRequestAbort', async ({ id }) => void underWay.delete(id));
  const timer = setInterval(() => {
    const blockedMs = Math.round(delay.max / 1e6);
    if (blockedMs > limitMs) app.log.warn({ blockedMs, routes: [...seen] }, 'the event loop was blocked');
    delay.reset();
    seen = new Set(underWay.values());
  }, lookEveryMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}
