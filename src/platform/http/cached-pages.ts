import type { OutgoingHttpHeaders, RequestListener, Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { bodyIn, type Encoding, encodingFor, etagOf, etagsFor } from '../cache/compressed-bodies.ts';
import type { CacheResult, Page } from '../cache/page-cache.ts';
import { escapeXml } from '../xml.ts';
import { notModified } from './fresh.ts';

/** Headers of a page that cannot be rendered while the database is away. */
export const unavailableHeaders = { 'cache-control': 'no-store', 'retry-after': '10' };

/** Answers with a cached page in the client's encoding, or with 304 if the client has it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, state }: CacheResult,
  language: Language,
): Promise<FastifyReply> {
  if (state === 'offline') return sendStored(request, reply, page, language);
  const encoding = encodingFor(page.bodies, request.headers['accept-encoding']);
  reply
    .headers({
      // Clients revalidate each time, usually with a 304, so that a page is never older than its newest change.
      'cache-control': 'public, max-age=0, must-revalidate',
      ...Object.fromEntries(page.headers),
      vary: 'accept-encoding',
      'x-cache': state,
    })
    .code(page.status);
  if (page.status === 200) {
    // The client may have got another encoding of the same body.
    const known = etagsFor(page.bodies, request.headers['accept-encoding']).find((etag) => notModified(request, etag));
    reply.header('etag', known ?? etagOf(page.bodies, encoding));
    if (known) return reply.code(304).removeHeader('content-type').send();
  }
  if (page.status === 503) reply.headers(unavailableHeaders);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const body = await bodyIn(page.bodies, encoding);
  // Fastify's type allows numbers everywhere.
  if (state === 'hit') saveResponse(page, encoding, body, reply.getHeaders() as OutgoingHttpHeaders);
  return reply.send(body);
}

// Without a validator, since the page is the same as before but for its note, and the framework compresses it: an outage
// is no time to fill the cache.
function sendStored(request: FastifyRequest, reply: FastifyReply, page: Page, language: Language): FastifyReply {
  const note = escapeXml(translator(language)('shell.storedCopy'));
  const body = page.bodies.identity.toString().replace('<html ', () => `<html data-stored-copy="${note}" `); // shell.css
  request.log.debug({ url: request.url }, 'stored page sent');
  return reply
    .headers({ 'cache-control': 'no-store', ...Object.fromEntries(page.headers), 'x-cache': 'offline' })
    .code(page.status)
    .send(body);
}

interface SavedResponse {
  body: Buffer;
  /** All headers, with those that the server adds to every answer; a flat list, which Node writes fastest. */
  headers: string[];
}
const savedResponses = new WeakMap<Page, Map<Encoding, SavedResponse>>();

function saveResponse(page: Page, encoding: Encoding, body: Buffer, headers: OutgoingHttpHeaders) {
  const allHeaders = Object.entries({ ...headers, 'content-length': body.length });
  const saved = savedResponses.get(page) ?? new Map<Encoding, SavedResponse>();
  const flatHeaders = allHeaders.flatMap(([name, value]) => [name, String(value)]);
  savedResponses.set(page, saved.set(encoding, { body, headers: flatHeaders }));
}

/**
 * Answers cache hits ahead of the framework, with the headers and body that were sent before. Only for GET requests
 * without a token or a condition, whose answer is always the same. `find` returns the cached page of a URL.
 */
export function serveCached(server: Server, find: (url: string) => Page | undefined): void {
  const [handle] = server.listeners('request') as RequestListener[]; // the framework's listener
  if (!handle) throw new Error('The server has no request listener yet');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { method, url = '', headers } = request;
    const isCacheable =
      method === 'GET' && headers.authorization === undefined && headers['if-none-match'] === undefined;
    const page = isCacheable ? find(url) : undefined;
    if (!page) return handle(request, response);
    const encoding = encodingFor(page.bodies, headers['accept-encoding'] as string | undefined); // Node joins repeated headers
    const saved = savedResponses.get(page)?.get(encoding);
    // The body may have been replaced by a better compressed one since.
    if (saved?.body === undefined || saved.body !== page.bodies[encoding]) return handle(request, response);
    response.writeHead(page.status, saved.headers).end(saved.body);
  });
}
