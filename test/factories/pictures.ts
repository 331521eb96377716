import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** A picture of one colour as a file. */
export async function pictureFile(width = 800, height = 600, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<File> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#a01a1a' } });
  return new File([new Uint8Array(await picture.toFormat(format).toBuffer())], 'upload.png', { type: 'image/png' });
}

/**
 * A tall grey picture, 1000 × 2400 px, whose subject is a green square near its upper edge, from 3 to 8 % of the height.
 * Every crop around the centre cuts it off, as it does with heads.
 */
export async function pictureWithSubject(): Promise<File> {
  const grey = sharp({ create: { width: 1000, height: 2400, channels: 3, background: '#808080' } });
  const green = { create: { width: 120, height: 120, channels: 3, background: '#00a000' } } as const;
  const picture = grey.composite([{ input: green, left: 440, top: 72 }]);
  return new File([new Uint8Array(await picture.png().toBuffer())], 'upload.png', { type: 'image/png' });
}

/** The share of a picture's pixels that are green like the subject of `pictureWithSubject`. */
export async function greenShare(picture: Uint8Array): Promise<number> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let green = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (g > 120 && r < 80 && b < 80) green += 1;
  }
  return green / (info.width * info.height);
}

/**
 * A HEIC file such as phones make: in Display P3, and rotated by its header, from 240 × 160 to 160 × 240 px. The upper
 * half is the reddest red, the lower half blue. Made by heif-enc of libheif 1.15; the rotation was added by hand.
 */
export const phonePhoto = async (name = 'IMG_0042.HEIC') => ({
  name,
  mimeType: 'image/heic',
  buffer: await readFile(join(import.meta.dirname, 'phone-photo.heic')),
});
