import sharp from 'sharp';

/** A picture of one colour as a file. */
export async function pictureFile(width = 800, height = 600, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<File> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#a01a1a' } });
  return new File([new Uint8Array(await picture.toFormat(format).toBuffer())], 'upload.png', { type: 'image/png' });
}
