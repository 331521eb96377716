import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { pageContext } from '#src/page-context.ts';
import { openPageCache, type Rendered } from '../cache/page-cache.ts';
import { pageKey } from '../cache/page-key.rules.ts';
import type { Parts } from '../context.ts';
import { sendKept } from './kept-pages.ts';
import { languageOfPath } from './language.ts';

export interface PagesOptions {
  /** The pages as built, or as the dev server has them at the moment. */
  build(): Promise<ServerBuild>;
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
  if (cache) changes.listen(cache.drop);

  const render = async (request: Request, log: FastifyBaseLogger): Promise<Rendered> => {
    const language = languageOfPath(new URL(request.url).pathname);
    const context = new RouterContextProvider();
    context.set(pageContext, { ...parts, log, actor: { role: 'visitor' }, language, text: translator(language) });
    return renderedFrom(await handle(request, context), config.siteUrl);
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const personal = request.headers.authorization !== undefined;
      const address = personal ? undefined : pageKey(request.url, siteLanguages);
      if (!cache || address === undefined) {
        const page = await render(pageRequest(request, config.siteUrl), request.log);
        const keeping = personal ? 'private, no-store' : 'no-cache';
        return reply
          .code(page.status)
          .headers({ 'cache-control': keeping, ...Object.fromEntries(page.headers), 'x-cache': 'bypass' })
          .send(page.body);
      }
      // A page shows the day; nothing else of the request may reach one that others get too.
      const found = await cache.get(`${dayOf(now())} ${address}`, () =>
        render(new Request(new URL(address, config.siteUrl)), request.log),
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

async function renderedFrom(answer: Response, siteUrl: string): Promise<Rendered> {
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = [...answer.headers];
  if (answer.headers.get('content-type')?.startsWith('text/html'))
    headers.push(['content-security-policy', pagePolicy(body.toString(), siteUrl)]);
  return { status: answer.status, headers, body };
}

const indiasDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
const dayOf = (at: Date) => indiasDay.format(at);

const inlineScript = /<script(?:\s[^>]*)?>([\s\S]*?)<\/script>/g; // such as <script>window.x = 1</script>

/**
 * The policy of a page: only our own scripts, and of the inline ones only those that stand in it now, by their hash.
 * Pages are shared between readers, so a nonce would be no secret.
 */
export function pagePolicy(html: string, siteUrl: string): string {
  const hashes = new Set<string>();
  for (const [, code] of html.matchAll(inlineScript))
    if (code) hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'", // style attributes carry the size and colour of pictures
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
