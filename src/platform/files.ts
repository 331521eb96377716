import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DeleteObjectsCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import { isNoSuchKey, openBucketClient } from './bucket-client.ts';
import type { Config } from './config.ts';
import { listFolder } from './folder-files.ts';

/** A byte range of a file, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  sizeBytes: number;
  stream(range?: ByteRange): Promise<Readable>;
}

export interface ListedFile {
  key: string;
  sizeBytes: number;
  /** Differs after every change of the content; undefined if that cannot be told. */
  version: string | undefined;
}

/**
 * The only access to stored files. Keys that begin with `open/` are served to anyone; the others only through a call
 * that checks access. A key is never built from user input.
 */
export interface Files {
  /**
   * Moves a file from the local disk into the storage, without reading it into memory. The default of the content type
   * is that of the key's extension.
   */
  add(key: string, path: string, contentType?: string): Promise<void>;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  bytes(key: string): Promise<Uint8Array>;
  /** The file, or undefined when there is none. */
  find(key: string): Promise<StoredFile | undefined>;
  move(from: string, to: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes every file whose key begins with `prefix`, which ends with a slash. */
  removeAll(prefix: string): Promise<void>;
  /** Every file, in the order of the keys' bytes. */
  list(): AsyncIterable<ListedFile>;
  /** Health check: throws if the storage is not writable. */
  check(): Promise<void>;
}

export interface FilesOptions {
  /** Timeout of a request to the bucket, including the time to send a file. */
  bucketTimeoutMs?: number;
  /** How many files a bucket lists in one response, 1000 at most. */
  bucketPageSize?: number;
}

/** Folder for jobs that work on copies of stored files. Each job makes a subfolder and removes it when it ends. */
export const workingFolder = (dataDir: string): string => join(dataDir, 'working');

/** Files under `DATA_DIR`/files, or in a bucket when one is configured. */
export async function openFiles(config: Config, options: FilesOptions = {}): Promise<Files> {
  const { disk, sizeOf, streamRange, removeAll, list } = config.s3
    ? bucket(config.s3, options)
    : await folder(config.dataDir);
  return {
    add: (key, path, contentType) => disk.moveFromFs(path, key, contentType ? { contentType } : {}),
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    bytes: (key) => disk.getBytes(key),
    find: async (key) => {
      const sizeBytes = await sizeOf(key);
      if (sizeBytes === undefined) return undefined;
      return { sizeBytes, stream: (range) => (range ? streamRange(key, range) : disk.getStream(key)) };
    },
    move: (from, to) => disk.move(from, to),
    remove: (key) => disk.delete(key),
    removeAll,
    list,
    check: async () => {
      await disk.put('check', 'ok');
      await disk.delete('check');
    },
  };
}

/** A storage backend: flydrive's disk, and the functions that flydrive lacks. */
interface Store {
  disk: Disk;
  /** In bytes; undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  /** flydrive reads whole files only. */
  streamRange(key: string, range: ByteRange): Promise<Readable>;
  removeAll(prefix: string): Promise<void>;
  list(): AsyncIterable<ListedFile>;
}

async function folder(dataDir: string): Promise<Store> {
  const location = join(dataDir, 'files');
  await mkdir(location, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  return {
    disk,
    sizeOf: async (key) => ((await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : undefined),
    streamRange: async (key, { start, end }) => createReadStream(join(location, key), { start, end }),
    removeAll: (prefix) => disk.deleteAll(prefix),
    list: () => listFolder(location),
  };
}

function bucket(
  { bucket, ...access }: NonNullable<Config['s3']>,
  { bucketTimeoutMs = 120_000, bucketPageSize = 1000 }: FilesOptions,
): Store {
  const client = openBucketClient(access, bucketTimeoutMs);
  const disk = new Disk(new S3Driver({ client, bucket, supportsACL: false, visibility: 'private' }));
  return {
    disk,
    // One request instead of two, so a file that is removed in between causes no error.
    sizeOf: (key) =>
      disk.getMetaData(key).then(
        ({ contentLength }) => contentLength,
        (error) => {
          if (isNoSuchKey(error.cause)) return undefined;
          throw error;
        },
      ),
    streamRange: async (key, { start, end }) => {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` }),
      );
      return Body as Readable; // in Node the body is a Readable
    },
    // flydrive's `deleteAll` drops the slash, so "share/1/" would also remove "share/12/", and it ignores the errors
    // that the response lists for single files.
    removeAll: async (prefix) => {
      const listed = paginateListObjectsV2({ client, pageSize: bucketPageSize }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents = [] } of listed) {
        if (Contents.length === 0) continue;
        const Objects = Contents.map(({ Key }) => ({ Key }));
        const { Errors: [error] = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (error) throw new Error(`The bucket did not delete ${error.Key}: ${error.Code} ${error.Message}`);
      }
    },
    async *list() {
      const listed = paginateListObjectsV2({ client, pageSize: bucketPageSize }, { Bucket: bucket });
      for await (const { Contents = [] } of listed)
        for (const { Key = '', Size = 0, ETag } of Contents) yield { key: Key, sizeBytes: Size, version: ETag };
    },
  };
}
