import sharp from 'sharp';
import type { OpenedPicture, PictureRefusal, Tasks } from './tasks.ts';

// A type that is recognised by its first bytes alone is opened by the decoder of that type alone: libvips knows many more,
// and would choose one by looks of its own.
// One picture and then the end. A second thread makes no picture faster, and takes 40 MB for one that has to be turned.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) });

// Search engines and share previews ask for 1200 px.
const original = { width: 1600, height: 3200, fit: 'inside', withoutEnlargement: true } as const;

/** Makes our own picture of one that was received: upright, in sRGB, without its metadata. */
export async function openPicture({
  source,
  maxPixels,
  squarePx,
}: Tasks['openPicture']['input']): Promise<OpenedPicture | { refusal: PictureRefusal }> {
  try {
    // The first frame of an animation, the first page of a document.
    const picture = sharp(source, { limitInputPixels: false, failOn: 'error', pages: 1 });
    // From the header, before anything is decoded.
    const { width, height } = await picture.metadata();
    if (width * height > maxPixels) return { refusal: 'too_many_pixels' };
    const upright = picture.autoOrient();
    const shaped = squarePx
      ? upright.resize(squarePx, squarePx, { fit: 'cover', position: 'attention' })
      : upright.resize(original);
    const { data, info } = await shaped
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 84, chromaSubsampling: '4:4:4' }) // mozjpeg saves 5 % and takes nine times as long
      .toBuffer({ resolveWithObject: true });
    const { dominant } = await sharp(await sharp(data).resize(64).png().toBuffer()).stats();
    return { jpeg: data, width: info.width, height: info.height, colour: hex(dominant) };
  } catch {
    return { refusal: 'broken' };
  }
}

const hex = ({ r, g, b }: { r: number; g: number; b: number }) =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
