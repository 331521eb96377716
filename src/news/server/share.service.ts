import { Readable } from 'node:stream';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import { findPublicStory } from './reading.queries.ts';
import { drawSharePicture, type ShareCard, shareCard, shareFolder, sharePictureName } from './share-picture.ts';

/** A story's picture for sharing, or the name under which it is to be had now. Throws `not_found` when there is no such public story. */
export async function getSharePicture(ctx: Context, name: string): Promise<{ file: StoredFile } | { now: string }> {
  const [, id] = /^(\d{1,9})-[\w-]{16}\.jpg$/.exec(name) ?? []; // such as 42-Zm9vYmFyYmF6cXV4.jpg
  const card = id === undefined ? undefined : await findCard(ctx, Number(id));
  if (!card) throw new AppError('not_found', 'errors.notFound');
  const present = sharePictureName(card);
  if (present !== name) return { now: present };
  return { file: await presentPicture(ctx, card) };
}

/** Draws a story's picture unless it is there. */
export async function prepareSharePicture(ctx: Context, id: number): Promise<void> {
  const card = await findCard(ctx, id);
  if (card) await presentPicture(ctx, card);
}

async function presentPicture(ctx: Context, card: ShareCard): Promise<StoredFile> {
  const key = shareFolder(card.id) + sharePictureName(card);
  const kept = await ctx.files.find(key);
  if (kept) return kept;
  const jpeg = await drawnOnce(ctx, card, key);
  const stream = async (range = { start: 0, end: jpeg.length - 1 }) =>
    Readable.from([jpeg.subarray(range.start, range.end + 1)]);
  return { sizeBytes: jpeg.length, stream };
}

const underWay = new Map<string, Promise<Buffer>>();

// All who ask while a picture is drawn get that drawing. A process may hold several sites, each with a folder of its own.
function drawnOnce(ctx: Context, card: ShareCard, key: string): Promise<Buffer> {
  const drawing = `${ctx.config.dataDir} ${key}`;
  const drawn = underWay.get(drawing) ?? drawSharePicture(ctx, card).finally(() => underWay.delete(drawing));
  underWay.set(drawing, drawn);
  return drawn;
}

async function findCard(ctx: Context, id: number): Promise<ShareCard | undefined> {
  const story = await findPublicStory(ctx.db, id);
  return story && shareCard(ctx, story);
}
