import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CopyObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from '../config.ts';
import { deleteObjects, isNoSuchKey, listObjects, openBucketClient } from './bucket-client.ts';
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
  /** Differs after every change of the content; undefined if that is not known. */
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
  const { disk, sizeOf, stream, ...store } = config.s3 ? bucket(config.s3, options) : await folder(config.dataDir);
  return {
    ...store,
    add: (key, path, contentType) => disk.moveFromFs(path, key, contentType ? { contentType } : {}),
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    find: async (key) => {
      const sizeBytes = await sizeOf(key);
      if (sizeBytes === undefined) return undefined;
      return { sizeBytes, stream: (range) => stream(key, range ? range.end - range.start + 1 : sizeBytes, range) };
    },
    remove: (key) => disk.delete(key),
    check: async () => {
      await disk.put('check', 'ok');
      await disk.delete('check');
    },
  };
}

/** A storage backend: flydrive's disk, and the functions that flydrive lacks. */
interface Store extends Pick<Files, 'bytes' | 'move' | 'removeAll' | 'list'> {
  disk: Disk;
  /** In bytes; undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  /** A whole file or a range of it, which has `length` bytes. */
  stream(key: string, length: number, range?: ByteRange): Promise<Readable>;
}

async function folder(dataDir: string): Promise<Store> {
  const location = join(dataDir, 'files');
  await mkdir(location, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  return {
    disk,
    bytes: (key) => disk.getBytes(key),
    sizeOf: async (key) => ((await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : undefined),
    stream: async (key, _, range) => createReadStream(join(location, key), range),
    move: (from, to) => disk.move(from, to),
    removeAll: (prefix) => disk.deleteAll(prefix),
    list: () => listFolder(location),
  };
}

// Of files that are read whole: pictures and documents. Larger ones are streamed.
const maxReadBytes = 256 * 1024 ** 2;

function bucket(
  { bucket, ...access }: NonNullable<Config['s3']>,
  { bucketTimeoutMs = 120_000, bucketPageSize: pageSize = 1000 }: FilesOptions,
): Store {
  const client = openBucketClient(access, bucketTimeoutMs);
  const disk = new Disk(new S3Driver({ client, bucket, supportsACL: false, visibility: 'private' }));
  // The length has been sent to the client, which would read further bytes as part of the next response.
  const open = async (key: string, fits: (length: number) => boolean, range?: ByteRange) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body, ContentLength = Number.NaN } = await client.send(
      new GetObjectCommand({ Bucket: bucket, Key: key, Range }),
    );
    if (fits(ContentLength)) return Body as Readable; // in Node the body is a Readable
    (Body as Readable).destroy();
    throw new Error(`The bucket has answered with ${ContentLength} bytes`);
  };
  return {
    disk,
    bytes: (key) =>
      open(key, (length) => length <= maxReadBytes)
        .then(buffer)
        .catch(failed(`Cannot read ${key}`)),
    // One request instead of two, so a file that is removed in between causes no error.
    sizeOf: (key) =>
      disk.getMetaData(key).then(
        ({ contentLength }) => contentLength,
        (error) => {
          if (isNoSuchKey(error.cause)) return undefined;
          throw error;
        },
      ),
    stream: (key, length, range) => open(key, (sent) => sent === length, range),
    // flydrive's `move` also deletes the file after an answer that reports no copy.
    move: async (from, to) => {
      const copy = new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` });
      const { CopyObjectResult } = await client.send(copy).catch(failed(`Cannot copy ${from}`));
      if (!CopyObjectResult?.ETag) throw new Error(`Cannot copy ${from}`);
      await disk.delete(from);
    },
    // flydrive's `deleteAll` drops the slash, so "share/1/" would also remove "share/12/", and it ignores the errors
    // that the response lists for single files.
    removeAll: async (prefix) => {
      for await (const page of listObjects(client, { bucket, prefix, pageSize }))
        await deleteObjects(
          client,
          bucket,
          page.map(({ Key }) => Key),
        );
    },
    async *list() {
      for await (const page of listObjects(client, { bucket, pageSize }))
        for (const { Key, Size = 0, ETag } of page) yield { key: Key, sizeBytes: Size, version: ETag };
    },
  };
}

// The bucket's own errors name no key.
const failed =
  (what: string) =>
  (cause: unknown): never => {
    throw new Error(what, { cause });
  };
