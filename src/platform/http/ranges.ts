import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { ByteRange, StoredFile } from '../files.ts';

/**
 * The part of a file that a Range header asks for: one range of bytes. Undefined for none, for several and for other
 * units, which are answered with the whole file (RFC 9110, 14.2). Throws `range_not_satisfiable` beyond the end.
 */
export function wantedRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []; // "bytes=0-499", "bytes=500-", "bytes=-200"
  if (!from && !to) return undefined;
  const start = from ? Number(from) : Math.max(0, sizeBytes - Number(to));
  const end = from && to ? Math.min(Number(to), sizeBytes - 1) : sizeBytes - 1;
  if (start > end || (!from && Number(to) === 0)) {
    const headers = { 'content-range': `bytes */${sizeBytes}` };
    throw new AppError('range_not_satisfiable', 'errors.range', { headers });
  }
  return { start, end };
}

/** Answers with a stored file, or with the part that was asked for. `etag` changes whenever its bytes do. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  etag: string,
): Promise<FastifyReply> {
  const { range: header, 'if-range': condition } = request.headers;
  // A part of another version would not fit what the browser has already.
  const range = condition === undefined || condition === etag ? wantedRange(header, file.sizeBytes) : undefined;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  reply.header('content-length', range ? range.end - range.start + 1 : file.sizeBytes);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  // An empty stream keeps the length that was set; Fastify would make it 0 for nothing at all.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await file.stream(range));
}

/** A Content-Disposition that carries any name: plain letters for old programs, UTF-8 for the rest (RFC 6266). */
export function asAttachment(filename: string): string {
  const plain = filename.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
