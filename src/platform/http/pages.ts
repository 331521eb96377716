import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Rendered } from '../cache/page-cache.ts';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { openFairSemaphore } from '../limits/fair-semaphore.ts';
import { networkKey } from './address.ts';
import { arrivalsAt } from './arrivals.ts';
import { sendCached, serveCached, unavailableHeaders } from './cached-pages.ts';
import { withCharset } from './headers.ts';
import { HtmlResponse } from './html-response.ts';
import { languageOfPath } from './language.ts';
import { type Observers, observeCached } from './observe-requests.ts';
import { openPageAddresses, type PageAddress, type PageRule, unknownPage } from './page-address.ts';
import { pageContext } from './page-loader.ts';
import { requestIdOf, trustedProxies } from './request-id.ts';

export interface PagesOptions {
  /** The built pages, or a function that the dev server provides, which is called for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors are answered with an HTML page. */
    isPage?: boolean;
  }
}

// Rendering a page takes about 10 ms of CPU time. Addresses take turns, so that a client that requests many uncached
// pages delays mainly itself; thousands of readers may share the address of a mobile network (CGNAT).
export const renderLimits = { concurrency: 4, maxQueued: 300, maxQueuedPerKey: 150, waitMs: 10_000 };

/** Answers every URL that no other route matches with a page, cached or rendered now. */
export function pageRoutes(
  app: FastifyInstance,
  services: Services,
  { build, mode }: PagesOptions,
  rules: readonly PageRule[],
  observers: Observers,
): void {
  const handle = createRequestHandler(build, mode);
  const { config, pageCache: cache } = services;
  const isTrusted = trustedProxies(config.trustProxy);
  const parseUrl = typeof build === 'function' ? uncachedAddress : openPageAddresses(routesOf(build), rules);
  if (cache)
    serveCached(app.server, {
      find(url) {
        const parsed = parseUrl(url);
        if (!parsed || !('address' in parsed) || parsed.caching === 'fresh') return undefined;
        const found = cache.hit(parsed.address);
        return found && { ...found, pattern: parsed.pattern };
      },
      requestIdOf: (request) => requestIdOf(request, isTrusted),
      observe: observeCached(app.log, observers),
    });

  const semaphore = openFairSemaphore(renderLimits);
  const arrivals = arrivalsAt(app.server);
  const render = (incoming: FastifyRequest, request: Request): Promise<Rendered> =>
    new Promise((resolve, reject) => {
      const turn = async () => {
        const start = performance.now();
        const rendered = await toRendered(await handle(request, contextFor(incoming, request)));
        observers.metrics?.pageRendered((performance.now() - start) / 1000);
        resolve(rendered);
        await arrivals(); // before the next rendering begins
      };
      semaphore.run(networkKey(incoming.ctx.address), turn).catch(reject);
    });
  const contextFor = ({ id, log, ctx: { address } }: FastifyRequest, request: Request) => {
    const language = languageOfPath(new URL(request.url).pathname);
    const context = new RouterContextProvider();
    const visitor = { actor: { role: 'visitor' }, address, language, text: translator(language) } as const;
    context.set(pageContext, { ...services, ...visitor, log, requestId: id });
    return context;
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { isPage: true },
    handler: async (request, reply) => {
      const found = parseUrl(request.url);
      if (!found) throw new AppError('not_found', 'errors.notFound');
      if ('pattern' in found) request.pagePattern = found.pattern;
      if ('redirectTo' in found) return reply.redirect(found.redirectTo, 301);
      const personal = request.headers.authorization !== undefined;
      if (!cache || personal || found.caching === 'fresh') {
        const rendered = await render(request, pageRequest(request, config.siteUrl + found.address));
        const cacheControl = personal ? 'private, no-store' : 'no-cache';
        return reply
          .code(rendered.status)
          .headers({ 'cache-control': cacheControl, ...Object.fromEntries(rendered.headers), 'x-cache': 'bypass' })
          .headers(rendered.status === 503 ? unavailableHeaders : {})
          .send(rendered.body);
      }
      // Nothing else of the request may affect a shared page.
      const page = await cache.get(
        found.address,
        () => render(request, new Request(config.siteUrl + found.address)),
        found.caching === 'filtered' ? 'lists' : 'pages',
      );
      return sendCached(request, reply, page, languageOfPath(found.address));
    },
  });
}

// The dev server's routes change while it runs.
const uncachedAddress = (url: string): PageAddress | undefined =>
  url.startsWith('/') && !url.startsWith('//') ? { address: url, caching: 'fresh', pattern: unknownPage } : undefined;

const routesOf = ({ routes }: ServerBuild) => Object.values(routes).filter((route) => route !== undefined);

// React Router itself reads only the URL; the headers are for the pages' loaders.
function pageRequest({ method, headers }: FastifyRequest, url: string) {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new Request(url, { method, headers: given.filter(([name]) => !name.startsWith(':')) });
}

async function toRendered(answer: Response): Promise<Rendered> {
  const body = answer instanceof HtmlResponse ? Buffer.from(answer.html) : Buffer.from(await answer.arrayBuffer());
  const headers = [...answer.headers].map(([name, value]): [string, string] => [
    name,
    name === 'content-type' ? withCharset(value) : value,
  ]);
  return { status: answer.status, headers, body };
}
