import type { IncomingMessage } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import { type _Object, DeleteObjectsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

/** Where a bucket is and who may use it. */
export interface BucketAccess {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

// Listings and errors, which the SDK reads into memory. A listing of a thousand long keys takes less.
const maxAnswerBytes = 16 * 1024 ** 2;
// Minimum per minute of a response that has begun, while its reader waits.
const fewestBytes = 64 * 1024;
const paceMs = 60_000;

/** `timeoutMs` ends when the response begins, so it includes the time to send a file. */
export function openBucketClient(
  { endpoint, region, accessKeyId, secretAccessKey }: BucketAccess,
  timeoutMs: number,
): S3Client {
  // Each download holds a connection until its client has received it; the SDK's default of 50 would make others wait.
  const agent = { maxSockets: 1000 };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore }, // the SDK also throws what it would log
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: 5_000,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const response = result.response as { statusCode: number; body: IncomingMessage }; // of Node's handler
        endIfSilent(response.body, Math.min(timeoutMs, paceMs));
        const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
        return isObject ? result : { ...result, response: { ...response, body: limited(response.body) } };
      },
    { step: 'deserialize', priority: 'low', name: 'boundResponse' },
  );
  return client;
}

const ignore = () => {};

// The SDK's own time limits end when a response begins, or also count the time in which its reader does not read.
function endIfSilent(body: IncomingMessage, everyMs: number): void {
  let before = body.socket.bytesRead;
  const timer = setInterval(() => {
    const now = body.socket.bytesRead;
    if (now - before < fewestBytes && body.readableLength === 0) body.destroy(new Error('The bucket is silent'));
    before = now;
  }, everyMs);
  body.once('close', () => clearInterval(timer));
}

function limited(body: IncomingMessage): Transform {
  let size = 0;
  const limit = new Transform({
    transform(chunk, _, done) {
      size += chunk.length;
      if (size > maxAnswerBytes) done(new Error('The bucket has answered with more than can be read'));
      else done(null, chunk);
    },
  });
  return pipeline(body, limit, ignore); // its reader sees its errors
}

interface Listing {
  bucket: string;
  prefix?: string;
  pageSize?: number;
}

/** Pages of objects, in the order of their keys' bytes. Throws if the bucket lists others, or the same again. */
export async function* listObjects(
  client: S3Client,
  { bucket, prefix = '', pageSize = 1000 }: Listing,
): AsyncGenerator<(_Object & { Key: string })[]> {
  let last = Buffer.alloc(0);
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client, pageSize },
    { Bucket: bucket, Prefix: prefix },
  )) {
    const page = Contents.map((object) => ({ ...object, Key: object.Key ?? '' }));
    for (const { Key } of page) {
      const key = Buffer.from(Key);
      if (!Key.startsWith(prefix) || key.compare(last) <= 0)
        throw new Error('The bucket lists what it was not asked for');
      last = key;
    }
    yield page;
  }
}

/** Deletes up to a thousand objects. Throws if one of them remains: the response reports it, with status 200. */
export async function deleteObjects(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const Objects = keys.map((Key) => ({ Key }));
  const { Errors: [error] = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
  );
  if (error) throw new Error(`The bucket did not delete ${error.Key}: ${error.Code} ${error.Message}`);
}

/** Whether a request failed because there is no such object. */
export const isNoSuchKey = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } })?.$metadata?.httpStatusCode === 404;
