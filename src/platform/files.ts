import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from './config.ts';

/**
 * The one door to stored files. Keys that begin with `open/` may be served to anyone; the rest only through a call
 * that has asked who wants it. A key is never made from what a visitor sent.
 */
export interface Files {
  /** Moves a file of the local disk in. */
  add(key: string, path: string, contentType: string): Promise<void>;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  bytes(key: string): Promise<Uint8Array>;
  /** Size and stream, or undefined when there is no such file. */
  find(key: string): Promise<{ sizeBytes: number; stream(): Promise<Readable> } | undefined>;
  remove(key: string): Promise<void>;
  /** Throws when nothing can be written. */
  check(): Promise<void>;
}

/** Files under `DATA_DIR`/files, or in a bucket when one is configured. */
export async function openFiles({ dataDir, s3 }: Config): Promise<Files> {
  const location = join(dataDir, 'files');
  if (!s3) await mkdir(location, { recursive: true, mode: 0o700 });
  const disk = new Disk(
    s3
      ? new S3Driver({
          endpoint: s3.endpoint,
          region: s3.region,
          bucket: s3.bucket,
          credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
          forcePathStyle: true,
          supportsACL: false,
          visibility: 'private',
        })
      : new FSDriver({ location, visibility: 'private' }),
  );
  return {
    add: (key, path, contentType) => disk.moveFromFs(path, key, { contentType }),
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    bytes: (key) => disk.getBytes(key),
    find: async (key) => {
      if (!(await disk.exists(key))) return undefined;
      const { contentLength } = await disk.getMetaData(key);
      return { sizeBytes: contentLength, stream: () => disk.getStream(key) };
    },
    remove: (key) => disk.delete(key),
    check: async () => {
      await disk.put('check', 'ok');
      await disk.delete('check');
    },
  };
}
