import type { z } from 'zod';
import { recordAuditEvent } from '#src/platform/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/cursors.ts';
import { AppError } from '#src/platform/errors.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import {
  type MediaDetails,
  type MediaItem,
  type MediaItemPage,
  type MediaUse,
  type mediaCalls,
  usesListed,
} from '../media.contract.ts';
import { mayChangeMedia } from '../media.rules.ts';
import { roleIn, type Sections } from '../story-states.rules.ts';
import { findSections } from './editor-sections.queries.ts';
import {
  findLibraryPicture,
  isRemembered,
  listPictures,
  listUses,
  type PictureRow,
  updatePicture,
} from './media.queries.ts';
import { fileName, originalName } from './picture-files.service.ts';
import { deletePictureFiles } from './pictures.jobs.ts';
import { lockPictures } from './pictures.queries.ts';
import { pictureFilePath } from './pictures.service.ts';
import { isVisible } from './story-rights.service.ts';

type Query = z.output<typeof mediaCalls.list.query>;

/** What was sent of the statements about a picture. */
type SentDetails = { [Name in keyof MediaDetails]?: MediaDetails[Name] | undefined };

const mostWords = 10;

// A reporter sees no pictures of others' unpublished stories.
const visibleTo = (ctx: Context) => (isAllowed(ctx.actor.role, 'desk') ? undefined : requireUser(ctx).userId);

/** A page of the library, newest first. */
export async function getMedia(ctx: Context, query: Query): Promise<{ items: MediaItem[]; next: string | null }> {
  const { kind, q = '', limit, cursor, lacks, unused } = query;
  if (kind !== 'picture') return { items: [], next: null };
  const words = q.split(/\s+/).filter(Boolean).slice(0, mostWords);
  const filter = { words, lacks, unused, visibleTo: visibleTo(ctx) };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await listPictures(ctx.db, filter, limit + 1, after);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const sections = await sectionsOf(ctx);
  return {
    items: await Promise.all(shown.map((row) => mediaItem(ctx, row, sections))),
    next: last ? encodeCursor(last.createdAt, last.id) : null,
  };
}

/** One picture with the stories that use it. Throws `not_found`. */
export async function getLibraryPicture(ctx: Context, id: number): Promise<MediaItemPage> {
  const row = await requireListed(ctx, id);
  const uses = await listUses(ctx.db, id);
  const listed: MediaUse[] = [];
  for (const { deletedAt, pictureId, ...story } of uses) {
    if (listed.length === usesListed) break;
    const { title, status } = story;
    if (deletedAt ? isAllowed(ctx.actor.role, 'editors') : await isVisible(ctx, story))
      listed.push({ id: story.id, title, status, trashed: deletedAt !== null, lead: pictureId === id });
  }
  const item = await mediaItem(ctx, row, await sectionsOf(ctx));
  return { ...item, used_in: listed, more_uses: uses.length - listed.length };
}

/** Changes what is stated about a picture. Throws `not_found` and `forbidden`. */
export async function changePicture(ctx: Context, id: number, change: SentDetails): Promise<MediaItem> {
  const row = await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    await lockPictures(tx, [id]);
    await requireChangeable(within, id);
    const columns = detailColumns(change);
    if (Object.keys(columns).length > 0) await updatePicture(tx, id, columns);
    await recordAuditEvent(ctx, tx, {
      action: 'picture.changed',
      subject: `picture ${id}`,
      details: { fields: Object.keys(change) },
    });
    return requireListed(within, id);
  });
  return mediaItem(ctx, row, await sectionsOf(ctx));
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
  if (!isEditable(ctx, row, await sectionsOf(ctx))) throw new AppError('forbidden', 'media.notYours');
  return row;
}

/** The sections that the actor is limited to. */
const sectionsOf = async ({ db, actor }: Context): Promise<Sections> =>
  actor.role === 'editor' ? findSections(db, actor.userId) : null;

function isEditable(ctx: Context, { publicIn, uploaderId }: PictureRow, sections: Sections): boolean {
  const { role, userId } = requireUser(ctx);
  return mayChangeMedia({ role: roleIn(role, sections, publicIn), own: uploaderId === userId }, publicIn.length > 0);
}

export async function mediaItemOf(ctx: Context, id: number): Promise<MediaItem> {
  return mediaItem(ctx, await requireListed(ctx, id), await sectionsOf(ctx));
}

const thumbnailWidth = 320;

async function mediaItem(ctx: Context, row: PictureRow, sections: Sections): Promise<MediaItem> {
  const isPublic = row.publicIn.length > 0;
  const path = (file: string) => pictureFilePath(ctx, file, isPublic);
  const small = row.variants
    .filter(({ format, width }) => format === 'webp' && width <= thumbnailWidth)
    .toSorted((a, b) => b.width - a.width)[0];
  return {
    kind: 'picture',
    id: row.id,
    title: '',
    alt: row.alt,
    caption: row.caption,
    credit: row.credit,
    licence: row.licence,
    licence_name: row.licenceName,
    source: row.source,
    focus_x: row.focusX,
    focus_y: row.focusY,
    file_name: row.fileName,
    url: await path(fileName(row.name)),
    thumbnail_url: await path(fileName(row.name, small)),
    original_url: row.hasOriginal ? await pictureFilePath(ctx, originalName(row.name), false) : null,
    width: row.width,
    height: row.height,
    uploader: row.uploader,
    created_at: row.createdAt.toISOString(),
    public: isPublic,
    editable: isEditable(ctx, row, sections),
  };
}

const columnOf = {
  alt: 'alt',
  caption: 'caption',
  credit: 'credit',
  licence: 'licence',
  licence_name: 'licenceName',
  source: 'source',
  focus_x: 'focusX',
  focus_y: 'focusY',
} as const;

/** The columns of a picture for what was sent, trimmed. */
export const detailColumns = (sent: SentDetails) =>
  Object.fromEntries(
    Object.entries(columnOf).flatMap(([name, column]) => {
      const value = sent[name as keyof typeof columnOf]; // the keys of the table above
      return value === undefined ? [] : [[column, typeof value === 'string' ? value.trim() : value]];
    }),
  );
