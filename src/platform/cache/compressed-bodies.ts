import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const { constants } = zlib;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page's body in the encodings that were asked for; `hash` is of the uncompressed body. */
export interface Bodies {
  hash: string;
  identity: Buffer;
  gzip?: Buffer;
  br?: Buffer;
  /** Whether `br` has the best compression. */
  hasBestCompression: boolean;
}

// For a board of 100 kB: docs/performance.md.
const fastBrotli = 4;
const fastGzip = 4;
const bestQuality = 11; // much slower, so only for popular pages

// zlib returns a slice of a 16 KB buffer; the whole buffer stays in memory as long as the slice is cached.
const copyToOwnMemory = (bytes: Buffer) => {
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
};

const compressBrotli = async (text: Buffer, quality: number) =>
  copyToOwnMemory(
    await brotli(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  );

export const createBodies = (identity: Buffer): Bodies => ({
  hash: hashOf(identity),
  identity,
  hasBestCompression: false,
});

/** The body in an encoding; compressed at the first request. */
export async function bodyIn(bodies: Bodies, encoding: Encoding): Promise<Buffer> {
  const existing = bodies[encoding];
  if (existing) return existing;
  const compressed =
    encoding === 'br'
      ? await compressBrotli(bodies.identity, fastBrotli)
      : copyToOwnMemory(await gzip(bodies.identity, { level: fastGzip }));
  bodies[encoding] ??= compressed;
  return bodies[encoding];
}

/** Replaces the brotli body by one with the best compression, once. Throws if it fails; the next call tries again. */
export async function compressBest(bodies: Bodies): Promise<void> {
  if (bodies.hasBestCompression) return;
  bodies.hasBestCompression = true; // at once, so that calls in the meantime do not compress it too
  try {
    bodies.br = await compressBrotli(bodies.identity, bestQuality);
  } catch (error) {
    bodies.hasBestCompression = false;
    throw error;
  }
}

export const hashOf = (text: Buffer | string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Bytes that the bodies take, with an estimate for encodings that nobody has asked for yet. */
export const sizeOf = ({ identity, gzip, br }: Bodies): number =>
  identity.length + (gzip?.length ?? 0) + (br?.length ?? Math.ceil(identity.length / 6));

// Browsers send few different headers, and parsing one takes longer than answering with a cached page.
const encodings = new LRUCache<string, Encoding>({ max: 100 });
const maxAcceptEncoding = 200; // browsers send less than 30 characters; Node would accept 16 KB

/** The smallest encoding that Accept-Encoding allows; `identity` for headers longer than any browser's. */
export function encodingFor(header = ''): Encoding {
  if (header.length > maxAcceptEncoding) return 'identity';
  const cached = encodings.get(header);
  if (cached) return cached;
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip']);
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
  encodings.set(header, encoding);
  return encoding;
}
