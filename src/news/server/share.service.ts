import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import type { Limit } from '#src/platform/limits.ts';
import { findPublicStory } from './reading.queries.ts';
import { drawSharePicture, type ShareCard, shareCard, shareFolder, sharePictureName } from './share-picture.ts';

// Somebody who shares stories meets a picture that is not there yet once in a while.
const drawings: Limit = { name: 'share-drawings', attempts: 20, perSeconds: 3600 };
// WhatsApp and its like wait no longer for a preview.
const waitMs = 10_000;
/** The paper's own picture, in the place of one that is not there yet. */
const ownPicture = '/share.png';

/**
 * A story's picture for sharing; or another address: the one that it has now (`now`), or for this time the paper's own
 * picture (`meanwhile`). Throws `not_found` when there is no such public story.
 */
export async function getSharePicture(
  ctx: Context,
  name: string,
): Promise<{ file: StoredFile } | { now: string } | { meanwhile: string }> {
  const [, id] = /^(\d{1,9})-[\w-]{16}\.jpg$/.exec(name) ?? []; // such as 42-Zm9vYmFyYmF6cXV4.jpg
  const card = id === undefined ? undefined : await findCard(ctx, Number(id));
  if (!card) throw new AppError('not_found', 'errors.notFound');
  const present = sharePictureName(card);
  if (present !== name) return { now: present };
  const kept = await ctx.files.find(keyOf(card));
  if (kept) return { file: kept };
  try {
    await ctx.limits.count(drawings, ctx.address);
    const drawn = await Promise.race([drawnOnce(ctx, card), sleep(waitMs, undefined, { ref: false })]);
    return drawn ? { file: fileOf(drawn) } : { meanwhile: ownPicture };
  } catch (error) {
    if (error instanceof AppError) return { meanwhile: ownPicture }; // too many are asked for, by one or by all
    throw error;
  }
}

/** Draws a story's picture unless it is there. */
export async function prepareSharePicture(ctx: Context, id: number): Promise<void> {
  const card = await findCard(ctx, id);
  if (card && !(await ctx.files.find(keyOf(card)))) await drawnOnce(ctx, card);
}

const keyOf = (card: ShareCard) => shareFolder(card.id) + sharePictureName(card);

const fileOf = (jpeg: Buffer): StoredFile => ({
  sizeBytes: jpeg.length,
  stream: async (range = { start: 0, end: jpeg.length - 1 }) =>
    Readable.from([jpeg.subarray(range.start, range.end + 1)]),
});

const underWay = new Map<string, Promise<Buffer>>();

// All who ask while a picture is drawn get that drawing. A process may hold several sites, each with a folder of its own.
function drawnOnce(ctx: Context, card: ShareCard): Promise<Buffer> {
  const drawing = `${ctx.config.dataDir} ${keyOf(card)}`;
  const drawn = underWay.get(drawing) ?? drawSharePicture(ctx, card).finally(() => underWay.delete(drawing));
  underWay.set(drawing, drawn);
  drawn.catch(() => undefined); // whoever stopped waiting hears of no failure
  return drawn;
}

async function findCard(ctx: Context, id: number): Promise<ShareCard | undefined> {
  const story = await findPublicStory(ctx.db, id);
  return story && shareCard(ctx, story);
}
