import { open, readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { ReceivedFile } from '#src/calls/call.ts';
import { hasOtherExtension } from '#src/calls/file-names.rules.ts';
import { type MediaFileType, mediaFileTypes } from '#src/news/schema/columns.rules.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { adoptFiles, markOrphaned, removeOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { publicFileKeys, withheldKey } from '#src/platform/files/public-files.ts';
import { rateLimitKey } from '#src/platform/limits/limits.ts';
import { ResourceLimitExceeded } from '#src/platform/workers/pool.ts';
import type { MediaItem, MediaItemPage, mediaFileCalls } from '../media.contract.ts';
import { headBytes, isWebVtt, typeOfFile } from '../media-files.rules.ts';
import {
  mediaFileName,
  mediaFilePath,
  storedNames,
  subtitlesFileName,
  subtitlesOf,
  syncFileVisibility,
} from './media-file-storage.service.ts';
import {
  createMediaFile,
  deleteMediaFile,
  findMediaFile,
  listMediaFiles,
  lockMediaFiles,
  type MediaFileRow,
  updateMediaFile,
} from './media-files.queries.ts';
import { detailColumns, editableBy, listedUses, type MediaListQuery, statementsOf } from './media-rights.service.ts';
import { countUses, usesFile } from './media-uses.queries.ts';
import { newName } from './pictures.service.ts';

const field = 'file';

/** A page of the video or audio files of the library. */
export async function listFiles(ctx: Context, { kind, limit, after, ...filter }: MediaListQuery) {
  const types = (Object.keys(mediaFileTypes) as MediaFileType[]).filter((type) => mediaFileTypes[type].kind === kind);
  const rows = await listMediaFiles(ctx.db, { types, ...filter }, limit, after);
  const isEditable = await editableBy(ctx);
  return { rows, items: await Promise.all(rows.map((row) => fileItem(ctx, row, isEditable(row)))) };
}

/** Stores a video or audio file. Throws `wrong_type`, `invalid` and `too_large`. */
export async function uploadMediaFile(
  ctx: Context,
  { file, ...details }: z.output<typeof mediaFileCalls.upload.form>,
): Promise<MediaItem> {
  const { userId } = requireUser(ctx);
  if (!file) throw invalid({ [field]: { key: 'errors.required' } });
  const type = await requireMediaFile(file);
  if (!(await removeMetadata(ctx, file.path, type))) throw wrongType();
  const name = newName();
  const keys = [withheldKey(mediaFileName({ name, type }))];
  await markOrphaned(ctx, ctx.db, keys);
  for (const key of keys) await ctx.files.add(key, file.path, type);
  const id = await ctx.db.transaction(async (tx) => {
    const known = { name, type, sizeBytes: file.sizeBytes, fileName: file.filename.slice(0, 255), uploaderId: userId };
    const id = await createMediaFile(tx, { ...detailColumns('file', details), ...known, createdAt: ctx.now() });
    await adoptFiles(tx, keys);
    await recordAuditEvent(ctx, tx, {
      action: 'media.uploaded',
      subject: subject(id),
      details: { file: file.filename },
    });
    return id;
  });
  return itemOf(ctx, await requireFound(ctx, id));
}

const subject = (id: number) => `media file ${id}`;

/** The type of a file by its name and its first bytes. Throws `wrong_type`. */
async function requireMediaFile({ path, filename }: ReceivedFile): Promise<MediaFileType> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const type = typeOfFile(buffer.toString('latin1', 0, bytesRead), filename);
  if (!type || hasOtherExtension(filename, [...mediaFileTypes[type].extensions])) throw wrongType();
  return type;
}

const wrongType = () =>
  new AppError('wrong_type', 'media.notAFile', { fields: { [field]: { key: 'media.notAFile' } } });

const formats: Partial<Record<MediaFileType, 'mp4' | 'mp3'>> = {
  'video/mp4': 'mp4',
  'audio/mp4': 'mp4',
  'audio/mpeg': 'mp3',
};
// A file of 2 GB whose half is metadata takes ten seconds on a slow disk.
const limits = { timeoutMs: 30_000, maxBytes: 256 * 1024 ** 2 };

/** Removes metadata; WebM and Ogg stay as they are. Returns false if the file exceeds the limits. */
async function removeMetadata(ctx: Context, path: string, type: MediaFileType): Promise<boolean> {
  const format = formats[type];
  if (!format) return true;
  const options = { priority: 'editor', share: rateLimitKey(ctx), ...limits } as const;
  return ctx.workers.run('removeMetadata', { path, format }, options).catch((error) => {
    if (error instanceof ResourceLimitExceeded) return false;
    throw error;
  });
}

/** One file with the stories that use it. Throws `not_found`. */
export async function getMediaFile(ctx: Context, id: number): Promise<MediaItemPage> {
  const row = await requireFound(ctx, id);
  return { ...(await itemOf(ctx, row)), ...(await listedUses(ctx, usesFile(id))) };
}

/** Changes what is stated about a file, and its subtitles. Throws `not_found`, `forbidden` and `invalid`. */
export async function changeMediaFile(
  ctx: Context,
  id: number,
  { subtitles, remove_subtitles: removesSubtitles = false, ...details }: z.output<typeof mediaFileCalls.change.form>,
): Promise<MediaItem> {
  const subtitlesName = subtitles ? await storeSubtitles(ctx, subtitles) : removesSubtitles ? null : undefined;
  const replaced = await ctx.db.transaction(async (tx) => {
    const [locked] = await lockMediaFiles(tx, [id]);
    await requireChangeable({ ...ctx, db: tx }, id);
    const change = { ...detailColumns('file', details), ...(subtitlesName !== undefined && { subtitlesName }) };
    if (Object.keys(change).length === 0) return [];
    await updateMediaFile(tx, id, change);
    await recordAuditEvent(ctx, tx, {
      action: 'media.changed',
      subject: subject(id),
      details: { fields: Object.keys(change) },
    });
    if (!locked || subtitlesName === undefined) return [];
    const keys = subtitlesOf(locked).flatMap(publicFileKeys);
    await markOrphaned(ctx, tx, keys);
    if (subtitlesName) await adoptFiles(tx, [withheldKey(subtitlesFileName(subtitlesName))]);
    await syncFileVisibility(ctx, tx, [id]);
    return keys;
  });
  await removeOrphaned(ctx, replaced);
  return itemOf(ctx, await requireFound(ctx, id));
}

/** Stores subtitles, which are orphaned until a file refers to them. Returns their name. Throws `invalid`. */
async function storeSubtitles(ctx: Context, { path }: ReceivedFile): Promise<string> {
  const text = await readFile(path, 'utf8');
  if (!isWebVtt(text)) throw invalid({ subtitles: { key: 'media.notSubtitles' } });
  const name = newName();
  const key = withheldKey(subtitlesFileName(name));
  await markOrphaned(ctx, ctx.db, [key]);
  await ctx.files.put(key, Buffer.from(text), 'text/vtt');
  return name;
}

/** Deletes a file that no story uses. Throws `not_found`, `forbidden`, and `conflict` if a story uses it. */
export async function removeMediaFile(ctx: Context, id: number): Promise<void> {
  const keys = await ctx.db.transaction(async (tx) => {
    const [locked] = await lockMediaFiles(tx, [id]);
    const row = await requireChangeable({ ...ctx, db: tx }, id);
    const count = await countUses(tx, usesFile(id));
    if (count > 0 || !locked) throw new AppError('conflict', { key: 'media.fileInUse', params: { count } });
    await deleteMediaFile(tx, id);
    const keys = storedNames(locked).flatMap(publicFileKeys);
    await markOrphaned(ctx, tx, keys);
    await recordAuditEvent(ctx, tx, { action: 'media.deleted', subject: subject(id), details: { file: row.fileName } });
    return keys;
  });
  await removeOrphaned(ctx, keys);
}

async function requireFound(ctx: Context, id: number): Promise<MediaFileRow> {
  const row = await findMediaFile(ctx.db, id);
  if (!row) throw new AppError('not_found', 'media.notFound');
  return row;
}

async function requireChangeable(ctx: Context, id: number): Promise<MediaFileRow> {
  const row = await requireFound(ctx, id);
  if (!(await editableBy(ctx))(row)) throw new AppError('forbidden', 'media.notYours');
  return row;
}

const itemOf = async (ctx: Context, row: MediaFileRow) => fileItem(ctx, row, (await editableBy(ctx))(row));

async function fileItem(ctx: Context, row: MediaFileRow, editable: boolean): Promise<MediaItem> {
  const { isPublic } = row;
  return {
    ...statementsOf(row),
    kind: mediaFileTypes[row.type].kind,
    id: row.id,
    title: row.title,
    alt: '',
    focus_x: 50,
    focus_y: 50,
    url: await mediaFilePath(ctx, mediaFileName(row), isPublic),
    thumbnail_url: null,
    original_url: null,
    width: null,
    height: null,
    type: row.type,
    size_bytes: row.sizeBytes,
    subtitles_url: row.subtitlesName && (await mediaFilePath(ctx, subtitlesFileName(row.subtitlesName), isPublic)),
    public: isPublic,
    editable,
  };
}
