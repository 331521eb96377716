import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { uploadsCalls } from '#src/calls/uploads.contract.ts';
import { AppError } from '../errors.ts';
import { notModified } from './fresh.ts';
import { serve } from './serve.ts';

const contentTypes: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
};

/** Serves the stored files whose keys begin with `open/`. A file never changes, so it is cached for a year. */
export function uploadRoutes(app: FastifyInstance): void {
  serve(app, uploadsCalls.get, async ({ ctx, params: { file }, request, reply }) => {
    const storedFile = await ctx.files.find(`open/${file}`);
    if (!storedFile) throw new AppError('not_found', 'errors.notFound');
    const etag = `"${file}"`;
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
    if (notModified(request, etag)) return reply.code(304).send();
    reply
      .type(contentTypes[extname(file)] ?? 'application/octet-stream')
      .header('content-length', storedFile.sizeBytes)
      .header('content-security-policy', "default-src 'none'; sandbox");
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await storedFile.stream());
  });
}
