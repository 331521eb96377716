import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf } from '../cache/compressed-bodies.ts';
import type { CacheResult } from '../cache/page-cache.ts';
import type { Context } from '../context.ts';

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

/** A document that is the same for all clients: from the cache of pages, or written now. `headers` are its own. */
export async function cachedDocument(
  { pageCache }: Context,
  key: string,
  write: () => Promise<{ body: string; headers?: [name: string, value: string][] }>,
): Promise<{ body: string; headers: Record<string, string> }> {
  const render = async () => {
    const { body, headers = [] } = await write();
    return { status: 200, headers, body: Buffer.from(body) };
  };
  const { headers, body } = pageCache ? toRendered(await pageCache.get(key, render, 'lists')) : await render();
  return { body: body.toString(), headers: Object.fromEntries(headers) };
}

const toRendered = ({ page }: CacheResult) => ({ headers: page.headers, body: page.bodies.identity });

/**
 * Whether the client's If-None-Match holds `etag`, so that 304 is the answer. Weak and strong tags count as equal. A tag of ours
 * has no comma.
 */
export const notModified = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => ['*', opaque(etag)].includes(opaque(tag.trim())));

const opaque = (etag: string) => etag.replace(/^W\//, '');
