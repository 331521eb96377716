import { startFauxqs } from 'fauxqs';

/**
 * An S3 server in this process with an empty bucket and the settings that make a site use it; `others` are empty buckets
 * beside it. It stores objects in memory, of at most 11 MB each, and accepts any credentials: it tests our requests, not
 * their signatures.
 */
export async function openBucket(...others: string[]) {
  const name = 'paper';
  const init = { buckets: [name, ...others] };
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, init });
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_BUCKET: name,
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
    },
    close: () => server.stop(),
  };
}
