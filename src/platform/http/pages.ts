import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { pageContext } from '#src/page-context.ts';
import { openPageCache, type Rendered } from '../cache/page-cache.ts';
import { pageKey } from '../cache/page-key.rules.ts';
import type { Parts } from '../context.ts';
import { repeatKept, sendKept } from './kept-pages.ts';
import { languageOfPath } from './language.ts';

export interface PagesOptions {
  /** The pages as built, or as the dev server has them at the moment: asked for, and taken apart, at each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
}

/** Answers every address that no other route has taken: pages from the cache, or rendered now. */
export function pageRoutes(app: FastifyInstance, parts: Parts, { build, mode }: PagesOptions): void {
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
  // A page shows the day; nothing else of the request may reach one that others get too.
  const keyOf = (url: string) => {
    const address = pageKey(url, siteLanguages);
    return address === undefined ? undefined : { address, key: `${dayOf(now())} ${address}` };
  };
  if (cache) {
    changes.listen(cache.drop);
    repeatKept(app.server, (url) => cache.hit(keyOf(url)?.key ?? ''));
  }

  const render = async (request: Request, log: FastifyBaseLogger): Promise<Rendered> => {
    const language = languageOfPath(new URL(request.url).pathname);
    const context = new RouterContextProvider();
    context.set(pageContext, { ...parts, log, actor: { role: 'visitor' }, language, text: translator(language) });
    return renderedFrom(await handle(request, context));
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const personal = request.headers.authorization !== undefined;
      const page = personal ? undefined : keyOf(request.url);
      if (!cache || page === undefined) {
        const rendered = await render(pageRequest(request, config.siteUrl), request.log);
        const keeping = personal ? 'private, no-store' : 'no-cache';
        return reply
          .code(rendered.status)
          .headers({ 'cache-control': keeping, ...Object.fromEntries(rendered.headers), 'x-cache': 'bypass' })
          .send(rendered.body);
      }
      const found = await cache.get(page.key, () =>
        render(new Request(new URL(page.address, config.siteUrl)), request.log),
      );
      return sendKept(request, reply, found);
    },
  });
}

// React Router reads the address, and the headers only for what a page asks of them.
function pageRequest({ url, method, headers }: FastifyRequest, siteUrl: string) {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new Request(new URL(url, siteUrl), { method, headers: given.filter(([name]) => !name.startsWith(':')) });
}

async function renderedFrom(answer: Response): Promise<Rendered> {
  return { status: answer.status, headers: [...answer.headers], body: Buffer.from(await answer.arrayBuffer()) };
}

const dayMs = 86_400_000;
const indiaAheadMs = 19_800_000; // 5:30 the whole year
/** A number for each day in India. */
const dayOf = (at: Date) => Math.floor((at.getTime() + indiaAheadMs) / dayMs);
