// The files of a backup are identified by size and SHA-256, which are checked whenever a file is read.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as pipe } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BackupStore } from './store.ts';

/** A file in a store. */
export interface Part {
  name: string;
  sizeBytes: number;
  sha256: string;
}

/** Identifies the content of a file. */
export type Digest = Pick<Part, 'sizeBytes' | 'sha256'>;

/** Thrown when a file of a backup is not what was written. */
export class Damaged extends Error {}

type Source = AsyncIterable<Uint8Array | string>;

// The database's level 3 compresses text to a third at some 300 MB/s.
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Writes a stream to a file of the work folder. */
export async function spool(
  source: Source,
  folder: string,
  { compress, signal }: { compress: boolean; signal?: AbortSignal | undefined },
): Promise<Digest & { path: string }> {
  const path = join(folder, randomUUID());
  const measured = measure();
  const file = createWriteStream(path, { mode: 0o600 });
  const options = signal ? { signal } : {};
  if (compress) await pipe(source, createZstdCompress(compression), measured.through, file, options);
  else await pipe(source, measured.through, file, options);
  return { path, ...measured.result() };
}

export const digestOf = (bytes: Uint8Array): Digest => ({
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

function measure() {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  return {
    async *through(source: Source) {
      for await (const chunk of source) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        hash.update(bytes);
        sizeBytes += bytes.length;
        yield bytes;
      }
    },
    result: (): Digest => ({ sizeBytes, sha256: hash.digest('hex') }),
  };
}

/** Passes on `maxBytes` at most. Throws Damaged if there is more. */
export async function* atMost(
  maxBytes: number,
  source: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const bytes of source) {
    sizeBytes += bytes.length;
    if (sizeBytes > maxBytes) throw new Damaged(`${name} has more than ${maxBytes} bytes.`);
    yield bytes;
  }
}

/** Reads a file. Throws Damaged, at the end at the latest, if it is not what was written. */
export async function* readPart(store: BackupStore, { name, sizeBytes, sha256 }: Part): AsyncGenerator<Uint8Array> {
  const stream = await store.read(name);
  if (!stream) throw new Damaged(`${name} is missing.`);
  const measured = measure();
  yield* measured.through(atMost(sizeBytes, stream, name));
  const found = measured.result();
  if (found.sizeBytes !== sizeBytes) throw new Damaged(`${name} has ${found.sizeBytes} bytes instead of ${sizeBytes}.`);
  if (found.sha256 !== sha256) throw new Damaged(`${name} has changed: its SHA-256 is not that of the manifest.`);
}

/** The same, decompressed. */
export async function* readCompressed(store: BackupStore, part: Part): AsyncGenerator<Uint8Array> {
  const decompressed = createZstdDecompress();
  pipeline(Readable.from(readPart(store, part)), decompressed, () => {}); // the loop gets its errors
  try {
    yield* decompressed;
  } catch (error) {
    const isOfZstd = /^Z(?:STD)?_/.test((error as NodeJS.ErrnoException).code ?? '');
    throw isOfZstd ? new Damaged(`${part.name} cannot be decompressed.`, { cause: error }) : error;
  }
}

/** Reads a small file. */
export async function readWhole(store: BackupStore, part: Part): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(readPart(store, part)));
}

/** Reads a whole file to check it. */
export async function checkPart(store: BackupStore, part: Part): Promise<void> {
  for await (const _ of readPart(store, part));
}
