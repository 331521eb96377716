import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from './config.ts';

/** Bytes of a file, first and last included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  sizeBytes: number;
  stream(range?: ByteRange): Promise<Readable>;
}

/**
 * The one door to stored files. Keys that begin with `open/` are served to anyone; the rest only through a call
 * that has asked who wants it. A key is never made from what a visitor sent.
 */
export interface Files {
  /** Moves a file of the local disk in, without holding it in memory. */
  add(key: string, path: string, contentType: string): Promise<void>;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  bytes(key: string): Promise<Uint8Array>;
  /** The file, or undefined when there is none. */
  find(key: string): Promise<StoredFile | undefined>;
  move(from: string, to: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes every file whose key begins with `prefix`, which ends with a slash. */
  removeAll(prefix: string): Promise<void>;
  /** Throws when nothing can be written. */
  check(): Promise<void>;
}

/** Files under `DATA_DIR`/files, or in a bucket when one is configured. */
export async function openFiles(config: Config): Promise<Files> {
  const { disk, streamPart } = config.s3 ? bucket(config.s3) : await folder(config.dataDir);
  return {
    add: (key, path, contentType) => disk.moveFromFs(path, key, { contentType }),
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    bytes: (key) => disk.getBytes(key),
    find: async (key) => {
      if (!(await disk.exists(key))) return undefined;
      const { contentLength } = await disk.getMetaData(key);
      return { sizeBytes: contentLength, stream: (range) => (range ? streamPart(key, range) : disk.getStream(key)) };
    },
    move: (from, to) => disk.move(from, to),
    remove: (key) => disk.delete(key),
    removeAll: (prefix) => disk.deleteAll(prefix),
    check: async () => {
      await disk.put('check', 'ok');
      await disk.delete('check');
    },
  };
}

interface Place {
  disk: Disk;
  /** What the library does not do: a part of a file. */
  streamPart(key: string, range: ByteRange): Promise<Readable>;
}

async function folder(dataDir: string): Promise<Place> {
  const location = join(dataDir, 'files');
  await mkdir(location, { recursive: true, mode: 0o700 });
  return {
    disk: new Disk(new FSDriver({ location, visibility: 'private' })),
    streamPart: async (key, { start, end }) => createReadStream(join(location, key), { start, end }),
  };
}

function bucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>): Place {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  return {
    disk: new Disk(new S3Driver({ client, bucket, supportsACL: false, visibility: 'private' })),
    streamPart: async (key, { start, end }) => {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` }),
      );
      return Body as Readable; // in Node the body is a Readable
    },
  };
}
