import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** A picture of one colour as a file. */
export async function pictureFile(width = 800, height = 600, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<File> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#a01a1a' } });
  return new File([new Uint8Array(await picture.toFormat(format).toBuffer())], 'upload.png', { type: 'image/png' });
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
