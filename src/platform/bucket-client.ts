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
  return new S3Client({
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
}

const ignore = () => {};

/** Whether a request failed because there is no such object. */
export const isNoSuchKey = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } })?.$metadata?.httpStatusCode === 404;
