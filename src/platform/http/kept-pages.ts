import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from '../cache/bodies.ts';
import type { Found } from '../cache/page-cache.ts';
import { notModified } from './fresh.ts';

/** Answers with a kept page in the encoding that the reader takes, or with 304 when he has it. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { page, state }: Found): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = `"${page.bodies.hash}-${encoding}"`;
  const tags = [...page.tables].sort();
  reply
    .headers({
      // Asked for again each time, which costs a 304: a page is never older than its newest change.
      'cache-control': 'public, max-age=0, must-revalidate',
      ...Object.fromEntries(page.headers),
      vary: 'accept-encoding',
      'x-cache': state,
      'surrogate-key': tags.join(' '),
      'cache-tag': tags.join(','),
    })
    .code(page.status);
  if (page.status === 200) {
    reply.header('etag', etag);
    if (notModified(request, etag)) return reply.code(304).removeHeader('content-type').send();
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page.bodies[encoding]);
}
