import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  type BucketAccess,
  deleteObjects,
  isNoSuchKey,
  listObjects,
  openBucketClient,
} from '../files/bucket-client.ts';
import type { BackupStore } from './store.ts';

interface BucketStore {
  access: BucketAccess;
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  address: string;
  /** Local folder for files that are to be sent. */
  workingFolder: string;
}

// Time to send a file of some gigabytes on a slow line.
const timeoutMs = 3_600_000;
// A backup of hours should survive an error of the network; the SDK cannot send a file's stream twice.
const pausesMs = [1000, 5000, 20_000];
// The protocol's limit.
const deletedAtOnce = 1000;

/** Backups in a bucket, each file as one object (5 GB at most). */
export function openBucketStore({ access, bucket, prefix, address, workingFolder }: BucketStore): BackupStore {
  const client = openBucketClient(access, timeoutMs);
  const keyOf = (name: string) => prefix + name;
  return {
    address,
    losesUnflushed: false,
    async *list(folder) {
      for await (const page of listObjects(client, { bucket, prefix: keyOf(folder) }))
        for (const { Key, Size = 0, LastModified } of page)
          yield { name: Key.slice(prefix.length), sizeBytes: Size, modifiedMs: LastModified?.getTime() ?? 0 };
    },
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
        return Body as Readable; // in Node the body is a Readable
      } catch (error) {
        if (isNoSuchKey(error)) return undefined;
        throw error;
      }
    },
    async makeWorkFolder(id) {
      const path = join(workingFolder, `backup-${id}`);
      await mkdir(path, { recursive: true, mode: 0o700 });
      return path;
    },
    async add(name, path) {
      await repeatedly(() =>
        client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: createReadStream(path) })),
      );
      await rm(path);
    },
    async flush() {}, // a bucket answers when it has the file
    async remove(names) {
      for (let from = 0; from < names.length; from += deletedAtOnce)
        await deleteObjects(client, bucket, names.slice(from, from + deletedAtOnce).map(keyOf));
    },
  };
}

async function repeatedly<T>(send: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs)
    try {
      return await send();
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 500;
      if (status < 500 && status !== 429) throw error; // refused, and would be again
      await sleep(pauseMs);
    }
  return send();
}
