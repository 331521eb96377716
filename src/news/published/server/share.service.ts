import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineLimit } from '#src/calls/call.ts';
import { pictureShapeNames, shapePath } from '#src/news/media/picture-shapes.rules.ts';
import { readJpeg } from '#src/news/media/server/picture-files.service.ts';
import { type AspectRatio, aspectRatios } from '#src/news/schema/aspect-ratios.rules.ts';
import { shareFolder } from '#src/news/stories/server/share-folders.service.ts';
import type { Context } from '#src/platform/context.ts';
import { cropPicture } from '#src/platform/documents/pictures.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files/files.ts';
import { findPublicStory } from './reading.queries.ts';
import {
  drawSharePicture,
  type ShareCard,
  type SharedPicture,
  shareCard,
  sharePictureName,
} from './share-picture.template.ts';

// A reader rarely requests a picture that has not been rendered yet.
const drawings = defineLimit({ name: 'share-drawings', attempts: 20, perSeconds: 3600 });
// WhatsApp and similar apps do not wait longer for a preview.
const waitMs = 10_000;
/** The site's default preview picture, used until the story's picture has been rendered. */
const defaultPicture = '/share.png';

/**
 * A story's preview picture or a crop of its photograph, or a URL to redirect to: the current one (`now`), or temporarily
 * the site's default picture (`meanwhile`). Throws `not_found` if there is no such public story.
 */
export async function getSharePicture(
  ctx: Context,
  name: string,
): Promise<{ file: StoredFile } | { now: string } | { meanwhile: string }> {
  // Such as 42-Zm9vYmFyYmF6cXV4.jpg, or 42-Zm9vYmFyYmF6cXV4-16x9.jpg
  const [, id, ratio] = /^(\d{1,9})-[\w-]{16}(?:-(\d{1,2}x\d))?\.jpg$/.exec(name) ?? [];
  const card = id === undefined ? undefined : await findCard(ctx, Number(id));
  const shape = pictureShapeNames.find((shape) => shape === ratio);
  if (!card || ratio !== shape || (shape && !card.picture)) throw new AppError('not_found', 'errors.notFound');
  const drawn = sharePictureName(card);
  const current = shape ? shapePath(drawn, shape) : drawn;
  if (current !== name) return { now: current };
  const key = shareFolder(card.id) + current;
  const stored = await ctx.files.find(key);
  if (stored) return { file: stored };
  // Takes milliseconds, once for each point that an editor sets, so it is not limited.
  if (shape && card.picture) return { file: fileOf(await storeCrop(ctx, card.picture, shape, key)) };
  try {
    await ctx.limits.count(drawings, ctx.address);
    const drawn = await Promise.race([drawOnce(ctx, card), sleep(waitMs, undefined, { ref: false })]);
    return drawn ? { file: fileOf(drawn) } : { meanwhile: defaultPicture };
  } catch (error) {
    if (error instanceof AppError) return { meanwhile: defaultPicture }; // over the rate limit, or the queue is full
    throw error;
  }
}

/** Renders a story's preview picture unless it exists. */
export async function prepareSharePicture(ctx: Context, id: number): Promise<void> {
  const card = await findCard(ctx, id);
  if (card && !(await ctx.files.find(keyOf(card)))) await drawOnce(ctx, card);
}

const keyOf = (card: ShareCard) => shareFolder(card.id) + sharePictureName(card);

const fileOf = (jpeg: Buffer): StoredFile => ({
  sizeBytes: jpeg.length,
  stream: async (range = { start: 0, end: jpeg.length - 1 }) =>
    Readable.from([jpeg.subarray(range.start, range.end + 1)]),
});

const pending = new Map<string, Promise<Buffer>>();

// Concurrent requests share one rendering. The key includes the data folder: a process may serve several sites.
function drawOnce(ctx: Context, card: ShareCard): Promise<Buffer> {
  const drawing = `${ctx.config.dataDir} ${keyOf(card)}`;
  const drawn = pending.get(drawing) ?? draw(ctx, card).finally(() => pending.delete(drawing));
  pending.set(drawing, drawn);
  drawn.catch(() => undefined); // no unhandled rejection after the request has timed out
  return drawn;
}

async function storeCrop(ctx: Context, { name, focus }: SharedPicture, shape: AspectRatio, key: string) {
  const crop = await cropPicture(await readJpeg(ctx, name), aspectRatios[shape], focus);
  await ctx.files.put(key, crop, 'image/jpeg');
  return crop;
}

const draw = async (ctx: Context, card: ShareCard): Promise<Buffer> =>
  drawSharePicture(ctx, card, card.picture && (await readJpeg(ctx, card.picture.name)));

async function findCard(ctx: Context, id: number): Promise<ShareCard | undefined> {
  const story = await findPublicStory(ctx.db, id);
  return story && shareCard(ctx, story);
}
