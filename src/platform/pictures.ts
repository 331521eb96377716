import { open } from 'node:fs/promises';
import sharp from 'sharp';
import type { ReceivedFile } from '#src/calls/call.ts';
import { hasOtherEnding } from '#src/calls/file-names.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import { requester } from './limits.ts';
import { TooHeavy } from './workers/pool.ts';
import type { Priority } from './workers/queue.ts';
import type { OpenedPicture } from './workers/tasks.ts';

/** The widths that pages choose from, in px. */
export const pictureWidths = [320, 480, 768, 960, 1280] as const;

// What search engines ask for before they show a picture large.
const shapeMaxWidth = 1200;

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';
const allTypes: readonly PictureType[] = ['jpeg', 'png', 'webp', 'gif', 'avif'];

// By the first bytes, and no others: the rest of a stranger's file is for a worker process.
const signatures: Record<PictureType, RegExp> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF.{4}WEBP/s,
  gif: /^GIF8[79]a/,
  avif: /^.{4}ftyp(?:avif|avis|mif1|msf1)/s, // the two last ones are of pictures that name AVIF as a second kind
};

const endings: Record<PictureType, string[]> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  avif: ['avif'],
};

interface PictureRules {
  /** The form's field. */
  field: string;
  types?: readonly PictureType[];
  refusal?: TextKey;
}

/**
 * Throws `wrong_type` for a file that is no picture of these types, by its name or its content. Which of them it is, its
 * content alone says: forms send every picture as upload.png.
 */
export async function requirePicture(
  { path, filename }: ReceivedFile,
  { field, types = allTypes, refusal = 'errors.notAPicture' }: PictureRules,
): Promise<void> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
  const head = buffer.toString('latin1', 0, bytesRead);
  const named = types.flatMap((type) => endings[type]);
  if (hasOtherEnding(filename, named) || !types.some((type) => signatures[type].test(head)))
    throw new AppError('wrong_type', refusal, { fields: { [field]: { key: refusal } } });
}

export interface OpeningTerms {
  priority: Priority;
  /** Larger pictures are refused before they are decoded. */
  megapixels: number;
  /** The picture is cut to a square of this size around what draws the eye. */
  squarePx?: number;
}

// Most pictures take 120 MB. A progressive JPEG of 24 megapixels takes 200 MB, since it must be held whole, one of 50 takes
// 320. A PNG that is interlaced with 16 bits a channel would take 330 and 550: no camera and no program of an editor makes it.
const limitsOf = (megapixels: number) => ({ maxBytes: (60 + 7.5 * megapixels) * 1_000_000, timeoutMs: 20_000 });

/**
 * Makes our own of a picture that was received: upright, at most 1600 px wide, without the place and camera data it came
 * with. Opened in a worker process. Throws `invalid` for a picture that is broken or too large.
 */
export async function openPicture(
  ctx: Pick<Context, 'workers' | 'actor' | 'address'>,
  source: string | Uint8Array,
  { priority, megapixels, squarePx }: OpeningTerms,
): Promise<OpenedPicture> {
  const terms = { priority, share: requester(ctx), ...limitsOf(megapixels) };
  const input = { source, maxPixels: megapixels * 1_000_000, squarePx };
  const result = await ctx.workers.run('openPicture', input, terms).catch((error) => {
    if (error instanceof TooHeavy) return { refusal: 'too_heavy' as const };
    throw error;
  });
  if (!('refusal' in result)) return result;
  if (result.refusal === 'broken') throw new AppError('invalid', 'errors.pictureBroken');
  if (result.refusal === 'too_heavy') throw new AppError('invalid', 'errors.pictureTooHeavy');
  throw new AppError('invalid', { key: 'errors.pictureTooLarge', params: { megapixels } });
}

/** A copy in another shape, 1200 px wide where the original allows it, cut around what draws the eye. */
export async function makeShape(original: Uint8Array, ratio: number): Promise<Buffer> {
  const { width, height } = await sharp(original).metadata();
  const shapeWidth = Math.floor(Math.min(shapeMaxWidth, width, height * ratio));
  return sharp(original)
    .resize({ width: shapeWidth, height: Math.round(shapeWidth / ratio), fit: 'cover', position: 'attention' })
    .jpeg({ quality: 82 })
    .toBuffer();
}

export type VariantFormat = 'webp' | 'avif';

/** A smaller copy of an original. AVIF takes thirty times as long as WebP, so it is made in a job. */
export function makeVariant(original: Uint8Array, width: number, format: VariantFormat): Promise<Buffer> {
  const small = sharp(original).resize({ width, withoutEnlargement: true });
  return (
    format === 'webp' ? small.webp({ quality: 76, effort: 2 }) : small.avif({ quality: 48, effort: 3 })
  ).toBuffer();
}
