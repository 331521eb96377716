import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { translator } from '#src/messages/server-catalogue.ts';
import { pageContext } from '#src/page-context.ts';
import { openPageCache, type Rendered } from '../cache/page-cache.ts';
import type { Parts } from '../context.ts';
import { AppError } from '../errors.ts';
import { openGate } from '../gate.ts';
import { repeatKept, sendKept } from './kept-pages.ts';
import { languageOfPath } from './language.ts';
import { openPageAddresses, type PageAddress, type PageRule } from './page-address.ts';

export interface PagesOptions {
  /** The pages as built, or as the dev server has them at the moment: asked for, and taken apart, at each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Failures are answered with a page. */
    isPage?: boolean;
  }
}

// A rendering takes a core some 10 ms. Addresses take turns, so that whoever asks for pages that are not kept waits for
// himself; thousands of readers may share the address of a telephone company.
const renderings = { atOnce: 4, waiting: 300, waitingOfOne: 150, waitMs: 10_000 };

/** Answers every address that no other route has taken: pages from the cache, or rendered now. */
export function pageRoutes(
  app: FastifyInstance,
  parts: Parts,
  { build, mode }: PagesOptions,
  rules: readonly PageRule[],
): void {
  const handle = createRequestHandler(build, mode);
  const { config, changes, now } = parts;
  const cache =
    mode === 'production' && config.pageCacheBytes > 0
      ? openPageCache({
          maxBytes: config.pageCacheBytes,
          tables: changes.tables,
          now,
          hearing: changes.hearing,
          onError: (error) => app.log.error({ err: error }, 'page was not rendered again'),
        })
      : undefined;
  const read = typeof build === 'function' ? asItIs : openPageAddresses(routesOf(build), rules);
  // A page shows the day; nothing else of the request may reach one that others get too.
  const keyOf = (address: string) => `${dayOf(now())} ${address}`;
  if (cache) {
    changes.listen(cache.drop);
    repeatKept(app.server, (url) => {
      const found = read(url);
      return found && 'address' in found && found.keep !== 'fresh' ? cache.hit(keyOf(found.address)) : undefined;
    });
  }

  const gate = openGate(renderings);
  const render = ({ ctx, log }: FastifyRequest, request: Request): Promise<Rendered> =>
    gate.pass(ctx.address, async () => {
      const rendered = await renderedFrom(await handle(request, contextFor(request, ctx.address, log)));
      await nextTurn(); // what has come meanwhile is read before the next rendering begins
      return rendered;
    });
  const contextFor = (request: Request, address: string, log: FastifyBaseLogger) => {
    const language = languageOfPath(new URL(request.url).pathname);
    const context = new RouterContextProvider();
    const actor = { role: 'visitor' } as const;
    context.set(pageContext, { ...parts, log, actor, address, language, text: translator(language) });
    return context;
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { isPage: true },
    handler: async (request, reply) => {
      const found = read(request.url);
      if (!found) throw new AppError('not_found', 'errors.notFound');
      if ('to' in found) return reply.redirect(found.to, 301);
      const personal = request.headers.authorization !== undefined;
      if (!cache || personal || found.keep === 'fresh') {
        const rendered = await render(request, pageRequest(request, config.siteUrl + found.address));
        const keeping = personal ? 'private, no-store' : 'no-cache';
        return reply
          .code(rendered.status)
          .headers({ 'cache-control': keeping, ...Object.fromEntries(rendered.headers), 'x-cache': 'bypass' })
          .send(rendered.body);
      }
      const page = await cache.get(
        keyOf(found.address),
        () => render(request, new Request(config.siteUrl + found.address)),
        found.keep === 'filtered' ? 'lists' : 'pages',
      );
      return sendKept(request, reply, page);
    },
  });
}

// The dev server's routes change while it runs.
const asItIs = (url: string): PageAddress | undefined =>
  url.startsWith('/') && !url.startsWith('//') ? { address: url, keep: 'fresh' } : undefined;

const routesOf = ({ routes }: ServerBuild) => Object.values(routes).filter((route) => route !== undefined);

// React Router reads the address, and the headers only for what a page asks of them.
function pageRequest({ method, headers }: FastifyRequest, url: string) {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new Request(url, { method, headers: given.filter(([name]) => !name.startsWith(':')) });
}

async function renderedFrom(answer: Response): Promise<Rendered> {
  return { status: answer.status, headers: [...answer.headers], body: Buffer.from(await answer.arrayBuffer()) };
}

const dayMs = 86_400_000;
const indiaAheadMs = 19_800_000; // 5:30 the whole year
/** A number for each day in India. */
const dayOf = (at: Date) => Math.floor((at.getTime() + indiaAheadMs) / dayMs);
