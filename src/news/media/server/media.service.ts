import type { z } from 'zod';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/database/cursors.ts';
import { AppError } from '#src/platform/errors.ts';
import type { MediaItem, MediaItemPage, mediaCalls } from '../media.contract.ts';
import { findLibraryPicture, isUsedByVersions, listPictures, type PictureRow, updatePicture } from './media.queries.ts';
import { listFiles } from './media-files.service.ts';
import {
  detailColumns,
  editableBy,
  listedUses,
  type MediaListQuery,
  type SentDetails,
  statementsOf,
  visibleTo,
} from './media-rights.service.ts';
import { countUses, usesPicture } from './media-uses.queries.ts';
import { fileName, originalName } from './picture-files.service.ts';
import { deletePictureFiles } from './pictures.jobs.ts';
import { lockPictures } from './pictures.queries.ts';
import { pictureFilePath } from './pictures.service.ts';

type Query = z.output<typeof mediaCalls.list.query>;

const mostWords = 10;

/** A page of the library, newest first. */
export async function getMedia(
  ctx: Context,
  { q = '', cursor, limit, ...filter }: Query,
): Promise<{ items: MediaItem[]; next: string | null }> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, mostWords);
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const query = { ...filter, words, after, limit: limit + 1 };
  const { rows, items } = filter.kind === 'picture' ? await listOf(ctx, query) : await listFiles(ctx, query);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: items.slice(0, limit), next: last ? encodeCursor(last.createdAt, last.id) : null };
}

async function listOf(ctx: Context, { limit, after, ...filter }: MediaListQuery) {
  const rows = await listPictures(ctx.db, { ...filter, visibleTo: visibleTo(requireUser(ctx)) }, limit, after);
  const isEditable = await editableBy(ctx);
  return { rows, items: await Promise.all(rows.map((row) => mediaItem(ctx, row, isEditable(row)))) };
}

/** One picture with the stories that use it. Throws `not_found`. */
export async function getLibraryPicture(ctx: Context, id: number): Promise<MediaItemPage> {
  const row = await requireListed(ctx, id);
  return { ...(await mediaItemOf(ctx, id, row)), ...(await listedUses(ctx, usesPicture(id), id)) };
}

/** Changes what is stated about a picture. Throws `not_found` and `forbidden`. */
export async function changePicture(ctx: Context, id: number, change: SentDetails): Promise<MediaItem> {
  const row = await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    await lockPictures(tx, [id]);
    await requireChangeable(within, id);
    const columns = detailColumns('picture', change);
    if (Object.keys(columns).length === 0) return requireListed(within, id);
    await updatePicture(tx, id, columns);
    await recordAuditEvent(ctx, tx, {
      action: 'picture.changed',
      subject: `picture ${id}`,
      details: { fields: Object.keys(change) },
    });
    return requireListed(within, id);
  });
  return mediaItemOf(ctx, id, row);
}

/**
 * Deletes a picture that no story uses. Earlier versions of stories keep theirs: then it leaves the library, and its files
 * are deleted with the last of them. Throws `not_found`, `forbidden`, and `conflict` if a story uses it.
 */
export async function removePicture(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [locked] = await lockPictures(tx, [id], 'update');
    const row = await requireChangeable({ ...ctx, db: tx }, id);
    const count = await countUses(tx, usesPicture(id));
    if (count > 0 || !locked) throw new AppError('conflict', { key: 'media.inUse', params: { count } });
    const isKept = await isUsedByVersions(tx, locked);
    if (isKept) await updatePicture(tx, id, { inLibrary: false });
    await recordAuditEvent(ctx, tx, {
      action: 'picture.deleted',
      subject: `picture ${id}`,
      details: { file: row.fileName },
    });
    // Last: a failure leaves the row, and the picture can be deleted again.
    if (!isKept) await deletePictureFiles({ ...ctx, db: tx }, locked);
  });
}

const notFound = () => new AppError('not_found', 'media.notFound');

/** A picture that the actor sees in the library. */
export const findListed = (ctx: Context, id: number): Promise<PictureRow | undefined> =>
  findLibraryPicture(ctx.db, id, visibleTo(requireUser(ctx)));

/** The same. Throws `not_found`. */
async function requireListed(ctx: Context, id: number): Promise<PictureRow> {
  const row = await findListed(ctx, id);
  if (!row) throw notFound();
  return row;
}

/** A picture that the actor may change. Throws `not_found` and `forbidden`. */
export async function requireChangeable(ctx: Context, id: number): Promise<PictureRow> {
  const row = await requireListed(ctx, id);
  if (!(await editableBy(ctx))(row)) throw new AppError('forbidden', 'media.notYours');
  return row;
}

export async function mediaItemOf(ctx: Context, id: number, known?: PictureRow): Promise<MediaItem> {
  const row = known ?? (await requireListed(ctx, id));
  return mediaItem(ctx, row, (await editableBy(ctx))(row));
}

const thumbnailWidth = 320;

async function mediaItem(ctx: Context, row: PictureRow, editable: boolean): Promise<MediaItem> {
  const { isPublic } = row;
  const path = (file: string) => pictureFilePath(ctx, file, isPublic);
  const small = row.variants
    .filter(({ format, width }) => format === 'webp' && width <= thumbnailWidth)
    .toSorted((a, b) => b.width - a.width)[0];
  return {
    ...statementsOf(row),
    kind: 'picture',
    id: row.id,
    title: '',
    alt: row.alt,
    focus_x: row.focusX,
    focus_y: row.focusY,
    url: await path(fileName(row.name)),
    thumbnail_url: await path(fileName(row.name, small)),
    original_url: row.hasOriginal ? await pictureFilePath(ctx, originalName(row.name), false) : null,
    width: row.width,
    height: row.height,
    type: 'image/jpeg',
    size_bytes: null,
    subtitles_url: null,
    public: isPublic,
    editable,
  };
}
