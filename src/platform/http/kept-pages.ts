import type { OutgoingHttpHeaders, RequestListener, Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingFor } from '../cache/bodies.ts';
import type { Found, Page } from '../cache/page-cache.ts';
import { notModified } from './fresh.ts';

/** Answers with a kept page in the encoding that the reader takes, or with 304 when he has it. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { page, state }: Found): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = `"${page.bodies.hash}-${encoding}"`;
  reply
    .headers({
      // Asked for again each time, which costs a 304: a page is never older than its newest change.
      'cache-control': 'public, max-age=0, must-revalidate',
      ...Object.fromEntries(page.headers),
      vary: 'accept-encoding',
      'x-cache': state,
    })
    .code(page.status);
  if (page.status === 200) {
    reply.header('etag', etag);
    if (notModified(request, etag)) return reply.code(304).removeHeader('content-type').send();
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (state === 'hit') remember(page, encoding, reply.getHeaders() as OutgoingHttpHeaders); // Fastify's type allows numbers everywhere
  return reply.send(page.bodies[encoding]);
}

interface Sent {
  body: Buffer;
  /** With what the server adds to every answer, so that a repetition cannot lack it; as Node writes them fastest. */
  headers: string[];
}
const sent = new WeakMap<Page, Map<Encoding, Sent>>();

function remember(page: Page, encoding: Encoding, headers: OutgoingHttpHeaders) {
  const body = page.bodies[encoding];
  const all = Object.entries({ ...headers, 'content-length': body.length });
  const known = sent.get(page) ?? new Map<Encoding, Sent>();
  sent.set(page, known.set(encoding, { body, headers: all.flatMap(([name, value]) => [name, String(value)]) }));
}

/**
 * Repeats what has been sent of a kept page before, ahead of everything that a request passes otherwise: no token comes
 * with it, nothing is asked of it, and the answer is the same. `find` gives the page that is kept for an address.
 */
export function repeatKept(server: Server, find: (url: string) => Page | undefined): void {
  const [handle] = server.listeners('request') as RequestListener[]; // the one of the framework
  if (!handle) throw new Error('The server answers nothing yet');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { method, url = '', headers } = request;
    const plain = method === 'GET' && headers.authorization === undefined && headers['if-none-match'] === undefined;
    const page = plain ? find(url) : undefined;
    const encoding = encodingFor(headers['accept-encoding'] as string | undefined); // node joins several
    const known = page && sent.get(page)?.get(encoding);
    // Its body may have been made smaller since.
    if (!page || known?.body !== page.bodies[encoding]) return handle(request, response);
    response.writeHead(page.status, known.headers).end(known.body);
  });
}
