import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { hashOf } from '../cache/compressed-bodies.ts';

export interface Fresh {
  body: string;
  type: string;
  /** How long it may be cached without revalidation. */
  maxAgeSeconds: number;
}

/** Answers with a document that clients poll, such as a feed; with 304 if the client has the current version. */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, maxAgeSeconds }: Fresh,
): FastifyReply {
  // Weak, because compression changes the bytes and not the content. No Last-Modified: the latest time of the listed
  // items goes back when one is unpublished, and clients would keep showing it.
  const etag = `W/"${hashOf(body)}"`;
  reply.header('etag', etag).header('cache-control', `public, max-age=${maxAgeSeconds}`);
  if (notModified(request, etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}

/**
 * Whether the client's If-None-Match holds `etag`, so that 304 is the answer. Weak and strong tags count as equal.
 * Cache-Control is not passed on: fetch() adds `no-cache` to every request that has an If-None-Match of its own.
 */
export const notModified = ({ headers }: FastifyRequest, etag: string): boolean =>
  fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
