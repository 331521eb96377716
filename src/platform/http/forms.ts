import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ReceivedFile, UploadLimit } from '#src/calls/call.ts';
import { scanForViruses } from '../documents/virus-check.ts';
import { AppError } from '../errors.ts';

/** Temporary folder of uploaded files until their request is answered. */
export const uploadTempFolder = (dataDir: string) => join(dataDir, 'receiving');

/** Limits of a form's parts by name: the length of a text in UTF-16 units, the size of a file in bytes. */
export interface FormParts {
  texts: Record<string, number>;
  files: Record<string, number>;
}

/** The names of a form's files, with the setting that limits each. */
export type FormFiles = Record<string, UploadLimit>;

// Bytes read and discarded after a rejection, so that a browser that is still sending can read the error.
const drainBytes = 64 * 1024 * 1024;
const utf8Bytes = 3; // a UTF-16 unit takes at most three bytes in UTF-8; a surrogate pair takes four
const partBytes = 1024; // boundary and headers of a part
const maxUnknownParts = 8; // browser extensions and older pages send them; they are read and ignored

/** The largest body in bytes that a form can have. */
export const formBytes = ({ texts, files }: FormParts): number =>
  Object.values(texts).reduce((sum, length) => sum + length * utf8Bytes + partBytes, partBytes) +
  Object.values(files).reduce((sum, bytes) => sum + bytes + partBytes, maxUnknownParts * partBytes);

/**
 * Reads a multipart body: texts become strings, files are streamed to a temporary folder and scanned for viruses. Throws `too_large` as soon as
 * a file or the number of parts exceeds its limit, and `bad_request` for a malformed body; the files written so far are
 * removed at the end of the request. A text that is too long is truncated to a length that still fails validation.
 */
export async function receiveForm(
  request: FastifyRequest,
  parts: FormParts,
  folder: string,
): Promise<Record<string, string | ReceivedFile>> {
  rejectByLength(request, parts);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const body = await readParts(request, parts, folder).catch((error) => {
    drain(request);
    throw mapParserError(error);
  });
  for (const [field, value] of Object.entries(body))
    if (typeof value !== 'string') await scanForViruses(request.ctx, value.path, field);
  return body;
}

async function readParts(request: FastifyRequest, { texts, files }: FormParts, folder: string) {
  const body: Record<string, string | ReceivedFile> = {};
  const [textCount, fileCount] = [Object.keys(texts).length, Object.keys(files).length];
  const limits = {
    fields: textCount + maxUnknownParts,
    files: fileCount,
    parts: textCount + fileCount + maxUnknownParts,
    fieldNameSize: 100,
    fieldSize: Math.max(0, ...Object.values(texts)) * utf8Bytes + utf8Bytes,
    fileSize: Number.POSITIVE_INFINITY, // each file has its own limit, below
    headerPairs: 20,
  };
  for await (const part of request.parts({ limits })) {
    const { fieldname: name } = part;
    if (part.type === 'field') {
      if (Object.hasOwn(texts, name)) body[name] = String(part.value);
      continue;
    }
    const maxBytes = Object.hasOwn(files, name) ? files[name] : undefined;
    if (maxBytes === undefined || Object.hasOwn(body, name)) throw new AppError('bad_request', 'errors.badRequest');
    const received = await receiveFile(request, part, folder, maxBytes);
    if (received) body[name] = received;
  }
  return body;
}

async function receiveFile(request: FastifyRequest, part: MultipartFile, folder: string, maxBytes: number) {
  const path = join(folder, randomUUID());
  request.receivedFiles.push(path);
  let sizeBytes = 0;
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw tooLarge(part.fieldname, maxBytes);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  // Browsers send an empty file for a file input without a selection.
  return sizeBytes ? { path, filename: part.filename, sizeBytes } : undefined;
}

// If Content-Length exceeds the limit, nothing needs to be read.
function rejectByLength(request: FastifyRequest, parts: FormParts) {
  if (Number(request.headers['content-length'] ?? 0) <= formBytes(parts)) return;
  drain(request);
  const [file] = Object.entries(parts.files);
  throw file ? tooLarge(...file) : new AppError('too_large', 'errors.formTooLarge');
}

function drain(request: FastifyRequest) {
  let bytes = 0;
  request.raw.unpipe();
  request.raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainBytes) request.raw.destroy();
  });
  request.raw.resume();
}

// The parser's errors for truncated or malformed bodies have no status. Disk errors are our own failures.
function mapParserError(error: unknown) {
  if (!(error instanceof Error) || error instanceof AppError || 'statusCode' in error || 'syscall' in error)
    return error;
  return new AppError('bad_request', 'errors.badRequest', { cause: error });
}

const tooLarge = (field: string, maxBytes: number) => {
  const text = { key: 'errors.fileTooLarge', params: { megabytes: Math.floor(maxBytes / 1024 / 1024) } } as const;
  return new AppError('too_large', text, { fields: { [field]: text } });
};

/** Removes a request's remaining temporary files; a service may have moved some of them already. */
export const removeTemporaryFiles = (paths: string[]) => Promise.all(paths.map((path) => rm(path, { force: true })));
