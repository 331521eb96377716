import type { IncomingMessage, OutgoingHttpHeaders, Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import {
  type Bodies,
  bodyIn,
  createBodies,
  type Encoding,
  encodingFor,
  etagOf,
  etagsFor,
} from '../cache/compressed-bodies.ts';
import type { CacheResult, Page } from '../cache/page-cache.ts';
import { escapeXml } from '../text/xml.ts';
import { answerAhead } from './ahead.ts';
import { notModified } from './fresh.ts';
import { requestIdHeader } from './request-id.ts';

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
  if (state === 'hit' || state === 'stale')
    saveResponse(page, `${state} ${encoding}`, body, reply.getHeaders() as OutgoingHttpHeaders);
  return reply.send(body);
}

const storedCopies = new WeakMap<Page, Bodies>();

/** Adds the note that the page is a stored copy. */
function withNote({ bodies }: Page, language: Language): Bodies {
  const note = escapeXml(translator(language)('shell.storedCopy'));
  return createBodies(
    Buffer.from(bodies.identity.toString().replace('<html ', () => `<html data-stored-copy="${note}" `)), // shell.css
  );
}

// Without a validator: after the outage the client requests the whole page again.
async function sendStored(request: FastifyRequest, reply: FastifyReply, page: Page, language: Language) {
  const bodies = storedCopies.get(page) ?? withNote(page, language);
  storedCopies.set(page, bodies);
  const encoding = encodingFor(bodies, request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .headers({
      ...Object.fromEntries(page.headers),
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      'x-cache': 'offline',
    })
    .code(page.status)
    .send(await bodyIn(bodies, encoding));
}

interface SavedResponse {
  body: Buffer;
  /**
   * All headers, with those that the server adds to every answer; a flat list, which Node writes fastest. The last value
   * is the request's id, which each answer replaces.
   */
  headers: string[];
}
type ResponseKey = `${'hit' | 'stale'} ${Encoding}`;
const savedResponses = new WeakMap<Page, Map<string, SavedResponse>>();

function saveResponse(page: Page, key: ResponseKey, body: Buffer, headers: OutgoingHttpHeaders) {
  const { [requestIdHeader]: _, ...others } = headers;
  const allHeaders = Object.entries({ ...others, 'content-length': body.length, [requestIdHeader]: '' });
  const saved = savedResponses.get(page) ?? new Map<string, SavedResponse>();
  const flatHeaders = allHeaders.flatMap(([name, value]) => [name, String(value)]);
  savedResponses.set(page, saved.set(key, { body, headers: flatHeaders }));
}

/** The cached page of a URL, and the pattern of its path. */
export interface FoundPage extends CacheResult {
  pattern: string;
}

export interface ServeCachedOptions {
  find(url: string): FoundPage | undefined;
  requestIdOf(request: IncomingMessage): string;
  /** Called before an answer is sent; may return a function that is called afterwards. */
  observe(found: FoundPage, request: IncomingMessage, requestId: string): (() => void) | undefined;
}

/**
 * Answers cache hits ahead of the framework, with the headers and body that were sent before. Only for GET requests
 * without a token or a condition, whose answer is always the same but for the request's id.
 */
export function serveCached(server: Server, { find, requestIdOf, observe }: ServeCachedOptions): void {
  answerAhead(server, (request, response) => {
    const { method, url = '', headers } = request;
    const isCacheable =
      method === 'GET' && headers.authorization === undefined && headers['if-none-match'] === undefined;
    const found = isCacheable ? find(url) : undefined;
    if (!found) return false;
    const { page, state } = found;
    const encoding = encodingFor(page.bodies, headers['accept-encoding'] as string | undefined); // Node joins repeated headers
    const saved = savedResponses.get(page)?.get(`${state} ${encoding}`);
    // The body may have been replaced by a better compressed one since.
    if (saved?.body === undefined || saved.body !== page.bodies[encoding]) return false;
    const requestId = requestIdOf(request);
    const sent = observe(found, request, requestId);
    saved.headers[saved.headers.length - 1] = requestId;
    response.writeHead(page.status, saved.headers).end(saved.body);
    sent?.();
    return true;
  });
}
