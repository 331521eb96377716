import { randomBytes } from 'node:crypto';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { openPicture, requirePicture } from '#src/platform/pictures.ts';

// Shown at 50 px in the header and 160 px on the profile, on screens of up to three dots a pixel.
const squarePx = 480;
// What most cameras take; a phone that takes more offers to send less.
const megapixels = 24;

/** Stores a portrait, which must be PNG or JPEG, as a square of our own making. Returns its file name. */
export async function storePortrait(ctx: Context, received: ReceivedFile): Promise<string> {
  const refusal = 'accounts.portraitType';
  await requirePicture(received, { field: 'profile_image', types: ['png', 'jpeg'], refusal });
  const { jpeg } = await openPicture(ctx, received.path, { priority: 'author', megapixels, squarePx });
  const name = `${randomBytes(12).toString('hex')}.jpg`;
  await ctx.files.put(`open/${name}`, jpeg, 'image/jpeg');
  return name;
}
