import sharp, { type Sharp } from 'sharp';
import { dominantColour } from './dominant-colour.ts';
import type { OpenedPicture, PictureRefusal, Tasks } from './tasks.ts';

// Only the decoders of the accepted types are enabled: libvips has many more and detects the type itself. No cache and
// one thread, since the process decodes one picture and ends: a second thread is no faster, and takes 40 MB for a
// picture that must be rotated.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) });

// Search engines and share previews require 1200 px.
const shown = { width: 1600, height: 3200, fit: 'inside', withoutEnlargement: true } as const;

/** Re-encodes an uploaded picture: upright, in sRGB, without metadata. */
export async function openPicture({
  source,
  maxPixels,
  squarePx,
  originalPx,
}: Tasks['openPicture']['input']): Promise<OpenedPicture | { refusal: PictureRefusal }> {
  const large = originalPx === undefined ? undefined : { ...shown, width: originalPx, height: originalPx };
  try {
    // Only the first frame of an animation, the first page of a document.
    let picture = sharp(source, { limitInputPixels: false, failOn: 'error', pages: 1 });
    // Read from the header, before decoding.
    const { width, height, compression, icc } = await picture.metadata();
    if (width * height > maxPixels) return { refusal: 'too_many_pixels' };
    if (compression === 'hevc') {
      const { heicToPng } = await import('./heic.ts');
      const png = await heicToPng(source, { maxPixels, profile: icc, box: large ?? shown });
      if (!png) return { refusal: 'too_many_pixels' };
      picture = sharp(png);
    }
    const size = (await picture.metadata()).autoOrient;
    const isLarger = large && (size.width > shown.width || size.height > shown.height);
    const original = isLarger ? (await toJpeg(picture.autoOrient().resize(large), 90)).data : undefined;
    // From the larger copy, since decoding takes most of the time.
    const upright = original ? sharp(original) : picture.autoOrient();
    const shaped = squarePx
      ? upright.resize(squarePx, squarePx, { fit: 'cover', position: 'attention' })
      : upright.resize(shown);
    const { data, info } = await toJpeg(shaped, 84);
    const opened = { jpeg: data, width: info.width, height: info.height, colour: await dominantColour(sharp(data)) };
    return original ? { ...opened, original } : opened;
  } catch {
    return { refusal: 'broken' };
  }
}

const toJpeg = (picture: Sharp, quality: number) =>
  picture
    .flatten({ background: '#ffffff' })
    .jpeg({ quality, chromaSubsampling: '4:4:4' }) // mozjpeg saves 5 % and takes nine times as long
    .toBuffer({ resolveWithObject: true });

export async function shrinkPicture({ original, widths }: Tasks['shrinkPicture']['input']): Promise<Uint8Array[]> {
  const copies: Uint8Array[] = [];
  for (const width of widths)
    copies.push(await sharp(original).resize({ width }).avif({ quality: 48, effort: 3 }).toBuffer());
  return copies;
}
