import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { phonePhoto } from './pictures.ts';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
};

// The seven passes of Adam7 (PNG, section 8.2): first column and row, then the step to the next.
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const megabyte = 1024 ** 2;

/** Zlib-compressed zeros: one compressed megabyte is repeated, since compressing them all takes half a minute. */
export function compressedZeros(bytes: number): Buffer {
  const zeros = Buffer.alloc(megabyte);
  const one = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(zeros.subarray(0, bytes % megabyte), { level: 9 });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(bytes % 65_521, 0); // Adler-32 of zeros
  checksum.writeUInt16BE(1, 2);
  const all = Array.from({ length: Math.floor(bytes / megabyte) }, () => one);
  return Buffer.concat([Buffer.from('78da', 'hex'), ...all, rest, checksum]);
}

/**
 * A black PNG of any size, interlaced, with four 16-bit channels, as small as possible: decoding it takes 8 bytes of
 * memory per pixel. `chunks` precede the pixels.
 */
export function interlacedPng(width: number, height: number, chunks: Buffer[] = []): File {
  let bytes = 0;
  for (const [left, top, right, down] of passes)
    if (width > left && height > top)
      bytes += Math.ceil((height - top) / down) * (1 + 8 * Math.ceil((width - left) / right));
  return pngFile(width, height, compressedZeros(bytes), { interlaced: true, chunks });
}

/** A PNG whose header declares this size, regardless of its pixels. */
export function pngFile(
  width: number,
  height: number,
  pixels: Uint8Array,
  { interlaced = false, chunks = [] as Buffer[] } = {},
): File {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, interlaced ? 1 : 0], 8); // 16 bits, RGBA
  const parts = [signature, chunk('IHDR', header), ...chunks, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return new File([new Uint8Array(Buffer.concat(parts))], 'upload.png', { type: 'image/png' });
}

/** A colour profile or text of this many bytes, compressed to a thousandth of that in the file. */
export const compressedChunk = (kind: 'iCCP' | 'zTXt', bytes: number): Buffer =>
  chunk(kind, Buffer.concat([Buffer.from('x\0\0'), compressedZeros(bytes)]));

/** Uncompressed Exif data of this many bytes. */
export const exifChunk = (bytes: number): Buffer => chunk('eXIf', Buffer.alloc(bytes, 'MM\0*\0\0\0\x08'));

const named = (bytes: Uint8Array, type: string) => new File([new Uint8Array(bytes)], 'upload.png', { type });

/** A progressive JPEG that repeats its last scan of about forty bytes: each repetition decodes the whole picture. */
export async function manyScans(width: number, height: number, scans: number): Promise<File> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#888' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const end = jpeg.length - 2;
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), end);
  const all = Array.from({ length: scans }, () => scan);
  return named(Buffer.concat([jpeg.subarray(0, end), ...all, jpeg.subarray(end)]), 'image/jpeg');
}

/** Only a picture's header, which declares 65,500 × 65,500 px. */
export const hugeHeaders: Record<string, () => File> = {
  JPEG: () =>
    named(
      Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108ffdcffdc03011100021101031101ffd9', 'hex'),
      'image/jpeg',
    ),
  PNG: () => pngFile(65_500, 65_500, compressedZeros(1000)),
  GIF: () =>
    named(Buffer.from('474946383961dcffdcff8000000000000000002c00000000dcffdcff000202440100003b', 'hex'), 'image/gif'),
  WebP: () =>
    // 16,384 px, the maximum of the format
    named(Buffer.from('524946461a000000574542505650384c0d0000002fff3fff0f0000000000000000', 'hex'), 'image/webp'),
};

const heicFile = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], 'IMG_1.HEIC', { type: 'image/heic' });

// The box that declares the size of a HEIC picture: type, version, width, height.
function claimSize(heic: Buffer, width: number, height: number): Buffer {
  const box = heic.indexOf('ispe');
  heic.writeUInt32BE(width, box + 8);
  heic.writeUInt32BE(height, box + 12);
  return heic;
}

/** A small HEIC picture that declares this size. */
export const heicClaiming = async (width: number, height: number): Promise<File> =>
  heicFile(claimSize((await phonePhoto()).buffer, width, height));

/** A grey HEIC picture of 16,000 × 12,000 px in 42 KB that declares this size; decoding it takes 1.2 GB. */
export const largeHeic = async (width: number, height: number): Promise<File> =>
  heicFile(claimSize(gunzipSync(await readFile(join(import.meta.dirname, 'large-photo.heic.gz'))), width, height));
