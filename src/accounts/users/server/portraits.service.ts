import { randomBytes } from 'node:crypto';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { openPicture, requirePicture } from '#src/platform/documents/pictures.ts';
import { markOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { publicKey } from '#src/platform/files/public-files.ts';

// Shown at 50 px in the header and 160 px on the profile, at device pixel ratios of up to 3.
const squarePx = 480;
// The resolution of most cameras; phones with more offer to send a smaller picture.
const megapixels = 24;

/** Storage key of a portrait, by its file name. */
export const portraitKey = publicKey;

/**
 * Re-encodes a portrait, which must be PNG or JPEG, as a square and stores it. Returns its file name. The transaction
 * that writes its name to a row adopts the file; until then it is orphaned.
 */
export async function storePortrait(ctx: Context, received: ReceivedFile, field = 'profile_image'): Promise<string> {
  await requirePicture(received, { field, types: ['png', 'jpeg'], refusal: 'accounts.portraitType' });
  const { jpeg } = await openPicture(ctx, received.path, { field, priority: 'author', megapixels, squarePx });
  const name = `${randomBytes(16).toString('hex')}.jpg`;
  await markOrphaned(ctx, ctx.db, [portraitKey(name)]);
  await ctx.files.put(portraitKey(name), jpeg, 'image/jpeg');
  return name;
}
