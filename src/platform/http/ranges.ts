import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { ByteRange, StoredFile } from '../files/files.ts';

/**
 * Parses a Range header with one byte range. Returns undefined for no range, several ranges and other units, which are
 * answered with the whole file (RFC 9110, 14.2). Throws `range_not_satisfiable` beyond the end. Does not use
 * range-parser: it rejects `bytes=-500` for a file of 100 bytes, which means the whole file (14.1.2), and parses all
 * ranges of a header even though we serve only one.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  // "bytes=0-499", "bytes=500-", "bytes=-200"
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!from && !to) return undefined;
  const start = from ? Number(from) : Math.max(0, sizeBytes - Number(to));
  const end = from && to ? Math.min(Number(to), sizeBytes - 1) : sizeBytes - 1;
  if (start > end || (!from && Number(to) === 0)) {
    const headers = { 'content-range': `bytes */${sizeBytes}` };
    throw new AppError('range_not_satisfiable', 'errors.range', { headers });
  }
  return { start, end };
}

/** Answers with a stored file or the requested range. `etag` changes whenever the bytes do. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  etag: string,
): Promise<FastifyReply> {
  const { range: header, 'if-range': condition } = request.headers;
  // A range of another version would not match the bytes that the client has.
  const range = condition === undefined || condition === etag ? parseRange(header, file.sizeBytes) : undefined;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  reply.header('content-length', range ? range.end - range.start + 1 : file.sizeBytes);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  // An empty stream preserves Content-Length; without a payload Fastify would set it to 0.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await file.stream(range));
}

/**
 * A Content-Disposition header for any filename: ASCII for old programs, UTF-8 for the rest (RFC 6266). It always
 * contains both, the first in quotes, so that the header always has the same form. The package content-disposition
 * omits quotes and `filename*` where a name does not need them, and takes the ASCII form from its caller.
 */
export function contentDisposition(filename: string): string {
  const plain = filename.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
