import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const { constants } = zlib;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const zstd = promisify(zlib.zstdCompress);

const encodings = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** A page's body in the encodings that were requested; `hash` is of the uncompressed body. */
export interface Bodies extends Partial<Record<Encoding, Buffer>> {
  hash: string;
  identity: Buffer;
  /** Compressions that are under way, so that each runs once, whatever the number of readers. */
  compressing: Map<Encoding, Promise<Buffer>>;
  /** Whether `br` has the best compression. */
  hasBestCompression: boolean;
}

// zstd takes a tenth of brotli's time for a sixth more bytes, so it comes first for clients that accept it, until a page
// is worth the best brotli. Times and sizes of a board: docs/performance.md.
const fastBrotli = 5;
const bestBrotli = 11;
const gzipLevel = 4;
const zstdLevel = 3;

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
  compressing: new Map(),
  hasBestCompression: false,
});

/** The body in an encoding; compressed at the first request. */
export async function bodyIn(bodies: Bodies, encoding: Encoding): Promise<Buffer> {
  const existing = bodies[encoding] ?? bodies.compressing.get(encoding);
  if (existing) return existing;
  const compression = quickCompression[encoding](bodies.identity)
    .then((compressed) => {
      bodies[encoding] ??= compressed; // the best brotli may have been ready before
      return bodies[encoding];
    })
    .finally(() => bodies.compressing.delete(encoding));
  bodies.compressing.set(encoding, compression);
  return compression;
}

const quickCompression: Record<Encoding, (text: Buffer) => Promise<Buffer>> = {
  identity: async (text) => text,
  br: (text) => compressBrotli(text, fastBrotli),
  zstd: async (text) =>
    copyToOwnMemory(await zstd(text, { params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } })),
  gzip: async (text) => copyToOwnMemory(await gzip(text, { level: gzipLevel })),
};

/** Compresses a body in the encodings that readers of its former version have requested, before the next request. */
export function compressAsBefore(bodies: Bodies, former: Bodies): void {
  for (const encoding of encodings) if (former[encoding]) bodyIn(bodies, encoding).catch(() => undefined); // the next reader tries again
}

/** Replaces the brotli body by one with the best compression, once. Throws if it fails; the next call tries again. */
export async function compressBest(bodies: Bodies): Promise<void> {
  if (bodies.hasBestCompression) return;
  bodies.hasBestCompression = true; // at once, so that calls in the meantime do not compress it too
  try {
    bodies.br = await compressBrotli(bodies.identity, bestBrotli);
  } catch (error) {
    bodies.hasBestCompression = false;
    throw error;
  }
}

/** Bytes that the bodies take, with an estimate until one of the encodings has been requested. */
export const sizeOf = (bodies: Bodies): number =>
  bodies.identity.length +
  (encodings.reduce((sum, encoding) => sum + (bodies[encoding]?.length ?? 0), 0) ||
    Math.ceil(bodies.identity.length / 5));

// Browsers send few different headers, and parsing one takes longer than answering with a cached page.
const parsedHeaders = new LRUCache<string, ReadonlySet<string>>({ max: 100 });
const maxAcceptEncoding = 200; // browsers send less than 30 characters; Node would accept 16 KB

function acceptedEncodings(header: string): ReadonlySet<string> {
  const cached = parsedHeaders.get(header);
  if (cached) return cached;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const accepted = new Set(negotiator.encodings([...encodings]));
  parsedHeaders.set(header, accepted);
  return accepted;
}

/** The encoding of a body for a client's Accept-Encoding; `identity` for headers longer than any browser's. */
export function encodingFor(bodies: Bodies, header = ''): Encoding {
  if (header.length > maxAcceptEncoding) return 'identity';
  const accepted = acceptedEncodings(header);
  if (bodies.hasBestCompression && bodies.br && accepted.has('br')) return 'br';
  return (['zstd', 'br', 'gzip'] as const).find((encoding) => accepted.has(encoding)) ?? 'identity';
}

/** The strong ETag of a body in an encoding. */
export const etagOf = ({ hash }: Bodies, encoding: Encoding): string => `"${hash}-${encoding}"`;

/** The ETags that a client may have of a body, depending on the encodings that it accepts. */
export const etagsFor = (bodies: Bodies, header = ''): string[] =>
  (['identity', ...encodings] as const)
    .filter(
      (encoding) =>
        encoding === 'identity' || (header.length <= maxAcceptEncoding && acceptedEncodings(header).has(encoding)),
    )
    .map((encoding) => etagOf(bodies, encoding));

export const hashOf = (text: Buffer | string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);
