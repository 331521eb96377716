import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf } from '../cache/bodies.ts';

export interface Fresh {
  body: string;
  type: string;
  /** How long it may be kept without asking again. */
  maxAgeSeconds: number;
}

/** Answers with a document that others ask for again and again; those who have it as it is now get 304 and no body. */
export function sendFresh(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, maxAgeSeconds }: Fresh,
): FastifyReply {
  // Weak, because compression changes the bytes and not what they say. There is no Last-Modified beside it: the latest
  // time of what is listed goes back when something is taken down, and its readers would keep that.
  const etag = `W/"${hashOf(body)}"`;
  reply.header('etag', etag).header('cache-control', `public, max-age=${maxAgeSeconds}`);
  if (notModified(request, etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}

/** Whether a reader has what `etag` stands for. A proxy on the way may have marked his tag as weak. */
export function notModified({ headers }: FastifyRequest, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  return known.some((tag) => tag === '*' || strong(tag) === strong(etag));
}

const strong = (tag: string) => tag.replace(/^W\//, '');
