import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { translator } from '#src/messages/server-catalogue.ts';
import { pageContext } from '#src/page-context.ts';
import type { Parts } from '../context.ts';
import { languageOfPath } from './language.ts';

export interface PagesOptions {
  /** The pages as built, or as the dev server has them at the moment. */
  build(): Promise<ServerBuild>;
  mode: 'production' | 'development';
}

/** Renders every address that no other route has taken. */
export function pageRoutes(app: FastifyInstance, parts: Parts, { build, mode }: PagesOptions): void {
  const render = createRequestHandler(build, mode);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const context = new RouterContextProvider();
      const path = request.url.split('?', 1)[0] ?? '/';
      const language = languageOfPath(path);
      context.set(pageContext, {
        ...parts,
        log: request.log,
        actor: { role: 'visitor' },
        language,
        text: translator(language),
      });
      const answer = await render(pageRequest(request, parts.config.siteUrl), context);
      return send(reply, answer, parts.config.siteUrl);
    },
  });
}

// React Router reads the address, and the headers only for what a page asks of them.
function pageRequest({ url, method, headers }: FastifyRequest, siteUrl: string) {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new Request(new URL(url, siteUrl), { method, headers: given.filter(([name]) => !name.startsWith(':')) });
}

async function send(reply: FastifyReply, answer: Response, siteUrl: string) {
  const body = Buffer.from(await answer.arrayBuffer());
  reply.code(answer.status);
  for (const [name, value] of answer.headers) reply.header(name, value);
  if (answer.headers.get('content-type')?.startsWith('text/html'))
    reply.header('content-security-policy', pagePolicy(body.toString(), siteUrl));
  return reply.send(body);
}

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
