import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { makeOriginal, requirePicture } from '#src/platform/pictures.ts';

// Shown at 50 px in the header and 160 px on the profile, on screens of up to three dots a pixel.
const sizePx = 480;

/** Stores a portrait, which must be PNG or JPEG by its content, as a square of our own making. Returns its file name. */
export async function storePortrait({ files }: Pick<Context, 'files'>, received: ReceivedFile): Promise<string> {
  await requirePicture(received.path, ['image/png', 'image/jpeg'], 'accounts.portraitType');
  const { jpeg } = await makeOriginal(received.path);
  const square = await sharp(jpeg)
    .resize(sizePx, sizePx, { fit: 'cover', position: 'attention' })
    .jpeg({ quality: 82 })
    .toBuffer();
  const name = `${randomBytes(12).toString('hex')}.jpg`;
  await files.put(`open/${name}`, square, 'image/jpeg');
  return name;
}
