import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import { findPublicStory } from './reading.queries.ts';
import { drawSharePicture, type ShareCard, shareFolder, sharePictureName } from './share-picture.ts';

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
  await drawSharePicture(ctx, card);
  return (await ctx.files.find(key)) as StoredFile; // it has just been put there
}

async function findCard({ db }: Context, id: number): Promise<ShareCard | undefined> {
  const story = await findPublicStory(db, id);
  return story && { id, title: story.title, kicker: story.category?.name ?? '', language: story.language };
}
