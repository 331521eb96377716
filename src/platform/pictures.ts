import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import type { TextKey } from '#src/messages/catalogue.ts';
import { AppError } from './errors.ts';

/** The largest picture kept; enough for share previews and search engines, which ask for 1200 px. */
export const originalWidth = 1600;

/** The widths that pages choose from, in px. */
export const pictureWidths = [320, 480, 768, 960, 1280] as const;

// A phone's camera makes 50 megapixels today; beyond 100 a file is a mistake or an attack (4 bytes a pixel once decoded).
const maxPixels = 100_000_000;
const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

// What search engines ask for before they show a picture large.
const shapeMaxWidth = 1200;

export interface Original {
  jpeg: Buffer;
  width: number;
  height: number;
  /** The dominant colour as `#rrggbb`, shown until the picture is there. */
  colour: string;
}

/** Throws `wrong_type` for a file whose content is no picture of the accepted types, whatever its name says. */
export async function requirePicture(
  path: string,
  types: string[] = accepted,
  refusal: TextKey = 'errors.notAPicture',
): Promise<void> {
  const type = await fileTypeFromFile(path);
  if (!type || !types.includes(type.mime)) throw new AppError('wrong_type', refusal);
}

/**
 * Decodes a picture and makes our own of it: upright, at most 1600 px wide, without the place and camera data it came
 * with. Throws `invalid` for one that is broken or too large to decode.
 */
export async function makeOriginal(source: string | Buffer): Promise<Original> {
  try {
    const { data, info } = await sharp(source, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: originalWidth, height: originalWidth * 2, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 84, chromaSubsampling: '4:4:4' }) // mozjpeg saves 5 % and takes nine times as long
      .toBuffer({ resolveWithObject: true });
    const { dominant } = await sharp(await sharp(data).resize(64).png().toBuffer()).stats();
    return { jpeg: data, width: info.width, height: info.height, colour: hex(dominant) };
  } catch (cause) {
    const tooMany = cause instanceof Error && cause.message.includes('pixel limit');
    throw new AppError('invalid', tooMany ? 'errors.pictureTooLarge' : 'errors.pictureBroken', { cause });
  }
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

const hex = ({ r, g, b }: { r: number; g: number; b: number }) =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
