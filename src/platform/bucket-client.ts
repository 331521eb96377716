import { pipeline, type Readable, Transform } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';

/** Where a bucket is and who may use it. */
export interface BucketAccess {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

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
  // The SDK reads all answers but objects into memory, however long they are.
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const response = result.response as { statusCode: number; body: Readable }; // of the SDK's handler for Node
        const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
        if (!isObject) response.body = pipeline(response.body, atMost(maxAnswerBytes), ignore);
        return result;
      },
    { step: 'deserialize', priority: 'low' }, // next to the handler
  );
  return client;
}

// The longest is a list of a thousand keys of a kilobyte.
const maxAnswerBytes = 5_000_000;

function atMost(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk, _, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Error('The answer of the bucket is too long.'));
      else done(null, chunk);
    },
  });
}

const ignore = () => {};

/** Whether a request failed because there is no such object. */
export const isNoSuchKey = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } })?.$metadata?.httpStatusCode === 404;
