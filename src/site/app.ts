import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import { identify } from '#src/accounts/login/server/sessions.service.ts';
import type { Call } from '#src/calls/call.ts';
import type { Services } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { healthRoutes } from '#src/platform/http/health.ts';
import { metricsRoute } from '#src/platform/http/metrics.ts';
import type { Observers } from '#src/platform/http/observe-requests.ts';
import { type PagesOptions, pageRoutes } from '#src/platform/http/pages.ts';
import { createServer, requireContracts } from '#src/platform/http/server.ts';
import { uploadRoutes } from '#src/platform/http/uploads.ts';
import { limitBytes } from '#src/upload-limits.ts';
import { allSettings, pageRules, personalData, routes } from './slices.ts';

export interface AppOptions {
  services: Services;
  log: FastifyBaseLogger;
  observers: Observers;
  /** Absent in API tests. */
  pages?: PagesOptions;
  /** Folder of the client build; absent in development, where Vite serves the files. */
  assets?: string;
  serverFactory?: FastifyServerOptions['serverFactory'];
}

/**
 * Builds the server with the routes of the platform, each slice and the pages, and returns it with all its calls. A
 * process that only runs jobs answers only health checks and `/metrics`.
 */
export async function buildApp({
  services,
  log,
  observers,
  pages,
  assets,
  serverFactory,
}: AppOptions): Promise<{ app: FastifyInstance; calls: Call[] }> {
  const app = await createServer({
    services,
    log,
    observers,
    identify: ({ headers }) => identify(services, headers.authorization),
    limitBytes: (limit) => limitBytes(services, limit),
    ...(serverFactory && { serverFactory }),
  });
  const calls = requireContracts(app);
  healthRoutes(app, services);
  const { metricsToken, process } = services.config;
  if (observers.metrics && metricsToken) metricsRoute(app, observers.metrics, metricsToken);
  if (process === 'worker') return { app, calls };
  uploadRoutes(app);
  for (const add of routes) add(app, { services, observers, settings: allSettings, personalData });
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new AppError('not_found', 'errors.notFound');
  });
  if (assets) await serveAssets(app, assets);
  if (pages) pageRoutes(app, services, pages, pageRules, observers);
  return { app, calls };
}

// Built files have a content hash in their name; the few others, such as the favicon, are revalidated after an hour.
const cacheControlOf = (path: string) => {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('/service-worker.js') ? 'no-cache' : 'public, max-age=3600';
};

async function serveAssets(app: FastifyInstance, root: string) {
  // A route for each file, but for the hundreds in assets: theirs took half a second of a start. The library's own route for all
  // files of a folder lists the folder for each request.
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['assets/**'],
    preCompressed: true,
    schemaHide: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path));
    },
  });
  const names = new Set(await readdir(join(root, 'assets')));
  app.get<{ Params: { name: string } }>('/assets/:name', { schema: { hide: true } }, async ({ params }, reply) => {
    if (!names.has(params.name)) throw new AppError('not_found', 'errors.notFound');
    return reply.sendFile(`assets/${params.name}`);
  });
}
