import { actorOfSession } from '#src/accounts/login/server/sessions.service.ts';
import { type MediaFileType, mediaFileTypes } from '#src/news/schema/columns.rules.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files/files.ts';
import { publicKey, setPublic, withheldKey } from '#src/platform/files/public-files.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { extensionOf } from '../media-files.rules.ts';
import { lockMediaFiles, type MediaFile } from './media-files.queries.ts';
import { isShown, usesFile } from './media-uses.queries.ts';

type Stored = Pick<MediaFile, 'name' | 'type' | 'subtitlesName'>;

export const mediaFileName = ({ name, type }: Pick<Stored, 'name' | 'type'>): string => `${name}.${extensionOf(type)}`;
export const subtitlesFileName = (name: string): string => `${name}.vtt`;
export const subtitlesOf = ({ subtitlesName: name }: Pick<Stored, 'subtitlesName'>): string[] =>
  name === null ? [] : [subtitlesFileName(name)];
export const storedNames = (file: Stored): string[] => [mediaFileName(file), ...subtitlesOf(file)];

/** Moves files to the public or the withheld folder, as `syncPictureVisibility` does with pictures. */
export async function syncFileVisibility(ctx: Pick<Context, 'files'>, tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const file of await lockMediaFiles(tx, ids))
    await setPublic(ctx.files, storedNames(file), await isShown(tx, usesFile(file.id)));
}

const signedName = (file: string) => `media ${file}`;
/** The subject of signatures of files in a preview: the link of the preview was checked when they were made. */
const previewReader = 'preview';

/** Path of a file. If no public story shows it, a signed URL, valid for 15 minutes. */
export async function mediaFilePath(ctx: Context, file: string, isPublic: boolean): Promise<string> {
  const path = `/media/play/${file}`;
  if (isPublic || ctx.actor.role === 'visitor') return path;
  return `${path}?pass=${await ctx.signedUrls.sign(signedName(file), ctx.actor.sessionId, ctx.now())}`;
}

/** The same for a file in a preview, which anyone may see who has its link. */
export const previewFilePath = async (ctx: Context, file: string): Promise<string> =>
  `/media/play/${file}?pass=${await ctx.signedUrls.sign(signedName(file), previewReader, ctx.now())}`;

const types = Object.entries(mediaFileTypes).map(([type]) => type as MediaFileType);
const typeOf = (file: string) =>
  file.endsWith('.vtt') ? 'text/vtt; charset=utf-8' : types.find((type) => file.endsWith(`.${extensionOf(type)}`));

/** Opens a file for anyone while a public story shows it, else by its signature. Throws `not_found`. */
export async function openMediaFile(
  ctx: Context,
  file: string,
  pass: string | undefined,
): Promise<{ file: StoredFile; type: string; isPublic: boolean }> {
  const type = typeOf(file) ?? 'application/octet-stream';
  const found = await ctx.files.find(publicKey(file));
  if (found) return { file: found, type, isPublic: true };
  const withheld = (await mayOpen(ctx, file, pass)) ? await ctx.files.find(withheldKey(file)) : undefined;
  if (!withheld) throw new AppError('not_found', 'errors.notFound');
  return { file: withheld, type, isPublic: false };
}

async function mayOpen(ctx: Context, file: string, pass: string | undefined): Promise<boolean> {
  const issuedTo = pass && (await ctx.signedUrls.verify(pass, signedName(file), ctx.now()));
  if (issuedTo === previewReader) return true;
  const { role } = issuedTo ? await actorOfSession(ctx.db, issuedTo, ctx.now()) : ctx.actor;
  return isAllowed(role, 'writers');
}
