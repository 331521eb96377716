import type { z } from 'zod';
import { recordAuditEvent } from '#src/platform/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/cursors.ts';
import { AppError } from '#src/platform/errors.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import type { MediaItem, MediaItemPage, mediaCalls } from '../media.contract.ts';
import {
  findLibraryPicture,
  isRemembered,
  listPictures,
  listUses,
  type PictureRow,
  updatePicture,
} from './media.queries.ts';
import { listFiles } from './media-files.service.ts';
import {
  editableBy,
  listedUses,
  type MediaListQuery,
  type SentDetails,
  statedColumns,
  statementsOf,
} from './media-rights.service.ts';
import { fileName, originalName } from './picture-files.service.ts';
import { deletePictureFiles } from './pictures.jobs.ts';
import { lockPictures } from './pictures.queries.ts';
import { pictureFilePath } from './pictures.service.ts';

type Query = z.output<typeof mediaCalls.list.query>;

const mostWords = 10;

// A reporter sees no pictures of others' unpublished stories.
const visibleTo = (ctx: Context) => (isAllowed(ctx.actor.role, 'desk') ? undefined : requireUser(ctx).userId);

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
  const rows = await listPictures(ctx.db, { ...filter, visibleTo: visibleTo(ctx) }, limit, after);
  const isEditable = await editableBy(ctx);
  return { rows, items: await Promise.all(rows.map((row) => mediaItem(ctx, row, isEditable(row)))) };
}

/** One picture with the stories that use it. Throws `not_found`. */
export async function getLibraryPicture(ctx: Context, id: number): Promise<MediaItemPage> {
  const row = await requireListed(ctx, id);
  const uses = await listedUses(ctx, await listUses(ctx.db, id), ({ pictureId }) => pictureId === id);
  return { ...(await mediaItemOf(ctx, id, row)), ...uses };
}

/** Changes what is stated about a picture. Throws `not_found` and `forbidden`. */
export async function changePicture(ctx: Context, id: number, change: SentDetails): Promise<MediaItem> {
  const row = await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    await lockPictures(tx, [id]);
    await requireChangeable(within, id);
    const columns = statedColumns('picture', change);
    if (Object.keys(columns).length > 0) await updatePicture(tx, id, columns);
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
    const [locked] = await lockPictures(tx, [id]);
    const row = await requireChangeable({ ...ctx, db: tx }, id);
    const uses = await listUses(tx, id);
    if (uses.length > 0 || !locked)
      throw new AppError('conflict', { key: 'media.inUse', params: { count: uses.length } });
    if (await isRemembered(tx, locked)) await updatePicture(tx, id, { inLibrary: false });
    await recordAuditEvent(ctx, tx, {
      action: 'picture.deleted',
      subject: `picture ${id}`,
      details: { file: row.fileName },
    });
    // Last: a failure leaves the row, and the picture can be deleted again.
    if (!(await isRemembered(tx, locked))) await deletePictureFiles({ ...ctx, db: tx }, locked);
  });
}

const notFound = () => new AppError('not_found', 'media.notFound');

/** A picture that the actor sees in the library. Throws `not_found`. */
export async function requireListed(ctx: Context, id: number): Promise<PictureRow> {
  const row = await findLibraryPicture(ctx.db, id, visibleTo(ctx));
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
  const isPublic = row.publicIn.length > 0;
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
