import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page's text as it goes over the line, by encoding; `hash` is of the text itself. */
export interface Bodies {
  hash: string;
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
  /** Whether `br` is as small as it gets. */
  small: boolean;
}

const quickly = 5; // a few milliseconds for a page
const thoroughly = 11; // much slower, so only for pages that many read

// What zlib gives is the beginning of a piece of 16 KB, which stays in memory whole for as long as it is kept.
const alone = (bytes: Buffer) => {
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
};

const compressed = async (text: Buffer, quality: number) =>
  alone(
    await brotli(text, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  );

export async function makeBodies(identity: Buffer): Promise<Bodies> {
  const [br, zipped] = await Promise.all([compressed(identity, quickly), gzip(identity)]);
  return { hash: hashOf(identity), identity, gzip: alone(zipped), br, small: false };
}

/** Makes the brotli body as small as it gets, once. */
export async function shrink(bodies: Bodies): Promise<void> {
  if (bodies.small) return;
  bodies.small = true;
  bodies.br = await compressed(bodies.identity, thoroughly);
}

export const hashOf = (text: Buffer | string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

export const sizeOf = ({ identity, gzip, br }: Bodies): number => identity.length + gzip.length + br.length;

// Browsers send one of a few lines, a hundred thousand times.
const read = new Map<string, Encoding>();

/** The smallest encoding that a reader takes, by his Accept-Encoding. */
export function encodingFor(accepted = ''): Encoding {
  const known = read.get(accepted);
  if (known) return known;
  const quality = new Map(
    accepted.split(',').map((part) => {
      const [name = '', q] = part.split(/;\s*q=/); // such as "gzip;q=0.8"
      return [name.trim().toLowerCase(), q === undefined ? 1 : Number(q)];
    }),
  );
  const takes = (name: Encoding) => (quality.get(name) ?? quality.get('*') ?? 0) > 0;
  const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
  if (read.size < 100 && accepted.length < 100) read.set(accepted, encoding);
  return encoding;
}
