import { open } from 'node:fs/promises';
import sharp from 'sharp';
import type { ReceivedFile } from '#src/calls/call.ts';
import { hasOtherExtension } from '#src/calls/file-names.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { cropAround, type FocalPoint } from '#src/rules/focal-point.rules.ts';
import type { Context } from '../context.ts';
import { AppError, type Text } from '../errors.ts';
import { rateLimitKey } from '../limits/limits.ts';
import { ResourceLimitExceeded } from '../workers/pool.ts';
import type { Priority } from '../workers/queue.ts';
import type { OpenedPicture, PictureRefusal } from '../workers/tasks.ts';

/** The widths that pages choose from, in px. */
export const pictureWidths = [320, 480, 768, 960, 1280] as const;

// Search engines require this width before they show a large picture.
const shapeMaxWidth = 1200;

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';
const allTypes: readonly PictureType[] = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heic'];

// Only the first bytes are checked here; the rest of an untrusted file is read by a worker process.
const signatures: Record<PictureType, RegExp> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF.{4}WEBP/s,
  gif: /^GIF8[79]a/,
  avif: /^.{4}ftyp(?:avif|avis|mif1|msf1)/s, // mif1 and msf1: files that list AVIF as a compatible brand
  heic: /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/s,
};

const extensions: Record<PictureType, string[]> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  avif: ['avif'],
  heic: ['heic', 'heif', 'hif'],
};

interface PictureRules {
  /** The form's field. */
  field: string;
  types?: readonly PictureType[];
  refusal?: TextKey;
}

/**
 * Throws `wrong_type` unless a file is a picture of these types by its name and its content. The name need not match
 * the type of the content, because forms send every picture as upload.png.
 */
export async function requirePicture(
  { path, filename }: ReceivedFile,
  { field, types = allTypes, refusal = 'errors.notAPicture' }: PictureRules,
): Promise<void> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
  const head = buffer.toString('latin1', 0, bytesRead);
  const allowedExtensions = types.flatMap((type) => extensions[type]);
  if (hasOtherExtension(filename, allowedExtensions) || !types.some((type) => signatures[type].test(head)))
    throw new AppError('wrong_type', refusal, { fields: { [field]: { key: refusal } } });
}

export interface DecodeOptions {
  /** The form's field, for the response. */
  field: string;
  priority: Priority;
  /** Larger pictures are rejected before they are decoded. */
  megapixels: number;
  /** The picture is cropped to a square of this size around its most salient part. */
  squarePx?: number;
  /** A larger copy is made too, at most this wide and high. */
  originalPx?: number;
}

// Most pictures take 120 MB. A progressive JPEG, which must be held in memory as a whole, takes 200 MB with 24
// megapixels and 320 MB with 50. An interlaced PNG with 16 bits per channel would take 330 and 550 MB, but editors do
// not make those. A larger copy of a picture that must be rotated takes 3 bytes for each pixel more.
const limitsOf = (megapixels: number, withOriginal: boolean) => ({
  maxBytes: (60 + (withOriginal ? 10.5 : 7.5) * megapixels) * 1_000_000,
  timeoutMs: 20_000,
});

/**
 * Re-encodes an uploaded picture: upright, at most 1600 px wide, without location and camera metadata. Decoded in a
 * worker process. Throws `invalid` for a picture that is broken or too large.
 */
export async function openPicture(
  ctx: Pick<Context, 'workers' | 'actor' | 'address'>,
  source: string | Uint8Array,
  { field, priority, megapixels, squarePx, originalPx }: DecodeOptions,
): Promise<OpenedPicture> {
  const options = { priority, share: rateLimitKey(ctx), ...limitsOf(megapixels, originalPx !== undefined) };
  const input = { source, maxPixels: megapixels * 1_000_000, squarePx, originalPx };
  const result = await ctx.workers.run('openPicture', input, options).catch((error) => {
    if (error instanceof ResourceLimitExceeded) return { refusal: 'too_heavy' as const };
    throw error;
  });
  if (!('refusal' in result)) return result;
  const text = refusalTexts(megapixels)[result.refusal];
  throw new AppError('invalid', text, { fields: { [field]: text } });
}

const refusalTexts = (megapixels: number): Record<PictureRefusal | 'too_heavy', Text> => ({
  broken: { key: 'errors.pictureBroken' },
  too_heavy: { key: 'errors.pictureTooHeavy' },
  too_many_pixels: { key: 'errors.pictureTooLarge', params: { megapixels } },
});

/**
 * A copy with another aspect ratio, 1200 px wide if the original allows it, cropped by the focal point, or around its most
 * salient part without one.
 */
export async function cropPicture(original: Uint8Array, ratio: number, focus?: FocalPoint): Promise<Buffer> {
  const { width, height } = await sharp(original).metadata();
  const shapeWidth = Math.floor(Math.min(shapeMaxWidth, width, height * ratio));
  const source = focus ? sharp(original).extract(cropAround({ width, height }, ratio, focus)) : sharp(original);
  return source
    .resize({ width: shapeWidth, height: Math.round(shapeWidth / ratio), fit: 'cover', position: 'attention' })
    .jpeg({ quality: 82 })
    .toBuffer();
}

export type VariantFormat = 'webp' | 'avif';

interface ShrinkOptions {
  widths: number[];
  format: VariantFormat;
}

/**
 * Smaller copies of an original, in the order of `widths`. AVIF takes thirty times as long as WebP, so a worker process
 * makes it, with a low priority: in this one it would slow down every request.
 */
export async function shrinkPicture(
  { workers }: Pick<Context, 'workers'>,
  original: Uint8Array,
  { widths, format }: ShrinkOptions,
): Promise<Uint8Array[]> {
  if (format === 'avif')
    return workers.run(
      'shrinkPicture',
      { original, widths },
      { ...shrinkLimits, priority: 'preparation', share: format },
    );
  const copies: Uint8Array[] = [];
  for (const width of widths)
    copies.push(await sharp(original).resize({ width }).webp({ quality: 76, effort: 2 }).toBuffer());
  return copies;
}

// Generous: the original is our own, and the process has the lowest priority.
const shrinkLimits = { maxBytes: 500_000_000, timeoutMs: 5 * 60_000 };
