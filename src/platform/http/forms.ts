import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ReceivedFile, UploadLimit } from '#src/calls/call.ts';
import { AppError } from '../errors.ts';

/** Where files wait until the answer to their request is sent. */
export const receivingFolder = (dataDir: string) => join(dataDir, 'receiving');

/** The parts of a form by name: the longest that a text may be, in UTF-16 units, and the largest that a file may be, in bytes. */
export interface FormParts {
  texts: Record<string, number>;
  files: Record<string, number>;
}

/** The names of a form's files, with the setting that limits each. */
export type FormFiles = Record<string, UploadLimit>;

// What is read and thrown away after a refusal, so that a browser that is still sending gets to read why.
const drainBytes = 64 * 1024 * 1024;
const utf8Bytes = 3; // a UTF-16 unit is at most three bytes of UTF-8: a pair of them makes four
const partBytes = 1024; // boundary and headers of a part
const strangers = 8; // parts of no name of ours, as browser extensions and older pages send; they are read and left out

/** The largest body in bytes that a form can have. */
export const formBytes = ({ texts, files }: FormParts): number =>
  Object.values(texts).reduce((sum, length) => sum + length * utf8Bytes + partBytes, partBytes) +
  Object.values(files).reduce((sum, bytes) => sum + bytes + partBytes, strangers * partBytes);

/**
 * Reads a multipart body: texts become strings, files are written to a temporary place while they stream in. Throws
 * `too_large` as soon as a file or the number of parts passes its limit, and `bad_request` for what is no such body; the
 * files written so far are removed with the request's. A text that is too long comes cut, and is still too long.
 */
export async function receiveForm(
  request: FastifyRequest,
  parts: FormParts,
  folder: string,
): Promise<Record<string, string | ReceivedFile>> {
  refuseByLength(request, parts);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await readParts(request, parts, folder);
  } catch (error) {
    drain(request);
    throw asRefusal(error);
  }
}

async function readParts(request: FastifyRequest, { texts, files }: FormParts, folder: string) {
  const body: Record<string, string | ReceivedFile> = {};
  const [textCount, fileCount] = [Object.keys(texts).length, Object.keys(files).length];
  const limits = {
    fields: textCount + strangers,
    files: fileCount,
    parts: textCount + fileCount + strangers,
    fieldNameSize: 100,
    fieldSize: Math.max(0, ...Object.values(texts)) * utf8Bytes + utf8Bytes,
    fileSize: Number.POSITIVE_INFINITY, // each by its own, below
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
  // A form sends an empty file for a field that was left alone.
  return sizeBytes ? { path, filename: part.filename, sizeBytes } : undefined;
}

// The sender says how much will come: when that cannot fit, nothing needs to be read at all.
function refuseByLength(request: FastifyRequest, parts: FormParts) {
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

// The parser's own errors for a body that is cut off or no multipart have no status; those of the disk are ours.
function asRefusal(error: unknown) {
  if (!(error instanceof Error) || error instanceof AppError || 'statusCode' in error || 'syscall' in error)
    return error;
  return new AppError('bad_request', 'errors.badRequest', { cause: error });
}

const tooLarge = (field: string, maxBytes: number) => {
  const text = { key: 'errors.fileTooLarge', params: { megabytes: Math.floor(maxBytes / 1024 / 1024) } } as const;
  return new AppError('too_large', text, { fields: { [field]: text } });
};

/** Removes what a request left behind in the temporary place; files that a service has moved away are gone already. */
export const removeReceived = (paths: string[]) => Promise.all(paths.map((path) => rm(path, { force: true })));
