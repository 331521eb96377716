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

// What is read and thrown away after a refusal, so that a browser that is still sending gets to read why.
const drainBytes = 64 * 1024 * 1024;

/** The names of a form's files, with the setting that limits each. */
export type FormFiles = Record<string, UploadLimit>;

/**
 * Reads a multipart body: texts become strings, files are written to a temporary place while they stream in.
 * Throws `too_large` as soon as a file passes its limit; the files written so far are removed with the request's.
 */
export async function receiveForm(
  request: FastifyRequest,
  files: FormFiles,
  folder: string,
  limitBytes: (limit: UploadLimit) => number,
): Promise<Record<string, string | ReceivedFile>> {
  const body: Record<string, string | ReceivedFile> = {};
  refuseByLength(request, files, limitBytes);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated) throw new AppError('too_large', 'errors.formTooLarge');
      if (!Object.hasOwn(files, part.fieldname)) body[part.fieldname] = String(part.value);
      continue;
    }
    const limit = files[part.fieldname];
    if (!limit || !part.filename) {
      part.file.resume();
      continue;
    }
    const received = await receiveFile(request, part, folder, limitBytes(limit));
    if (received) body[part.fieldname] = received;
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
  ).catch((error) => {
    drain(request);
    throw error;
  });
  // A form sends an empty file for a field that was left alone.
  return sizeBytes ? { path, filename: part.filename, sizeBytes } : undefined;
}

// The sender says how much will come: when that cannot fit, nothing needs to be read at all.
function refuseByLength(request: FastifyRequest, files: FormFiles, limitBytes: (limit: UploadLimit) => number) {
  const names = Object.keys(files);
  const most = names.reduce((sum, name) => sum + limitBytes(files[name] as UploadLimit), 4 * 1024 * 1024); // own key
  if (Number(request.headers['content-length'] ?? 0) <= most) return;
  drain(request);
  const [name = ''] = names;
  throw tooLarge(name, limitBytes(files[name] as UploadLimit)); // own key
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

const tooLarge = (field: string, maxBytes: number) => {
  const text = { key: 'errors.fileTooLarge', params: { megabytes: Math.floor(maxBytes / 1024 / 1024) } } as const;
  return new AppError('too_large', text, { fields: { [field]: text } });
};

/** Removes what a request left behind in the temporary place; files that a service has moved away are gone already. */
export const removeReceived = (paths: string[]) => Promise.all(paths.map((path) => rm(path, { force: true })));
