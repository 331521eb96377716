import { randomBytes } from 'node:crypto';
import { actorOfSession } from '#src/accounts/login/server/sessions.service.ts';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { PictureVariant } from '#src/news/schema/server/stories.tables.ts';
import type { Context } from '#src/platform/context.ts';
import { openPicture, requirePicture } from '#src/platform/documents/pictures.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files/files.ts';
import { adoptFiles, markOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { currentKey, publicKey, withheldKey } from '#src/platform/files/public-files.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import type { OpenedPicture } from '#src/platform/workers/tasks.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { fileName, originalName, variantTypes } from './picture-files.service.ts';
import { pictureVariants } from './pictures.jobs.ts';
import { createPicture, type NewPicture } from './pictures.queries.ts';

const storyField = 'image';
// Maximum resolution; current phone cameras take up to 50 megapixels.
const megapixels = 50;
/** Width and height of the original, which the newsroom downloads: enough for a printed page. */
const originalPx = 4096;
const fileNameMaxLength = 255;
// The story form sends every picture under this name.
const fixedName = 'upload.png';

interface StoreOptions {
  priority: Priority;
  /** Whether the picture is public; it is withheld while its story is not. */
  isPublic: boolean;
  /** The form's field, for the response. */
  field?: string;
  /** What is known about the picture. */
  columns?: Partial<NewPicture>;
}

/** Stores an uploaded picture and queues its variants. Returns its id. */
export async function storePicture(
  ctx: Context,
  received: ReceivedFile,
  isPublic: boolean,
  { field = storyField, columns = {} }: Pick<StoreOptions, 'field' | 'columns'> = {},
): Promise<number> {
  await requirePicture(received, { field });
  const fileName = received.filename.slice(0, fileNameMaxLength);
  return attachPicture(ctx, received.path, {
    priority: 'editor',
    isPublic,
    field,
    columns: { ...(fileName !== fixedName && { fileName }), ...columns },
  });
}

/** The same for a picture that was not uploaded through the form. */
export async function attachPicture(
  ctx: Context,
  source: string | Uint8Array,
  { priority, isPublic, field = storyField, columns = {} }: StoreOptions,
): Promise<number> {
  return storeOpened(ctx, await openUploaded(ctx, source, { field, priority }), { isPublic, columns });
}

/** A smaller copy of a picture. */
export interface PictureCopy extends PictureVariant {
  bytes: Uint8Array;
}

/** Stores a picture that has been re-encoded, with some of its variants, and queues the others. Returns its id. */
export async function storeOpened(
  ctx: Context,
  { jpeg, original, ...shape }: OpenedPicture,
  { isPublic, columns = {}, copies = [] }: Pick<StoreOptions, 'isPublic' | 'columns'> & { copies?: PictureCopy[] },
): Promise<number> {
  const name = newName();
  const keyOf = isPublic ? publicKey : withheldKey;
  const key = keyOf(fileName(name));
  const originalKey = withheldKey(originalName(name));
  const variants = copies.map(({ width, format }) => ({ width, format }));
  const keys = [key, ...(original ? [originalKey] : []), ...variants.map((one) => keyOf(fileName(name, one)))];
  await markOrphaned(ctx, ctx.db, keys);
  if (original) await ctx.files.put(originalKey, original, 'image/jpeg');
  await ctx.files.put(key, jpeg, 'image/jpeg');
  for (const { bytes, ...variant } of copies)
    await ctx.files.put(keyOf(fileName(name, variant)), bytes, variantTypes[variant.format]);
  return ctx.db.transaction(async (tx) => {
    const hasOriginal = original !== undefined;
    const id = await createPicture(tx, { ...columns, name, ...shape, variants, hasOriginal, createdAt: ctx.now() });
    await adoptFiles(tx, keys);
    await ctx.jobs.send(pictureVariants, { pictureId: id }, { within: tx });
    return id;
  });
}

/** Re-encodes a picture of the newsroom, with a larger copy if it is large. */
export const openUploaded = (
  ctx: Context,
  source: string | Uint8Array,
  { field, priority }: { field: string; priority: Priority },
): Promise<OpenedPicture> => openPicture(ctx, source, { field, priority, megapixels, originalPx });

/** A random name for the files of a picture. */
export const newName = (): string => randomBytes(16).toString('hex');

const signedName = (file: string) => `picture ${file}`;

/** Path of a file of a picture; of a withheld one a signed URL, valid for 15 minutes of the current session. */
export async function pictureFilePath(ctx: Context, file: string, isPublic: boolean): Promise<string> {
  if (isPublic || ctx.actor.role === 'visitor') return `/static/uploads/${file}`;
  return `/drafts/pictures/${file}?pass=${await ctx.signedUrls.sign(signedName(file), ctx.actor.sessionId, ctx.now())}`;
}

/** Path of a picture, as of each of its files. */
export const picturePath = (ctx: Context, name: string, isPublic: boolean): Promise<string> =>
  pictureFilePath(ctx, fileName(name), isPublic);

/** Opens a withheld picture for the newsroom. Throws `not_found` for everyone else. */
export async function openPrivatePicture(ctx: Context, file: string, pass: string | undefined): Promise<StoredFile> {
  const session = pass && (await ctx.signedUrls.verify(pass, signedName(file), ctx.now()));
  const { role } = session ? await actorOfSession(ctx.db, session, ctx.now()) : ctx.actor;
  const found = isAllowed(role, 'writers') ? await findFile(ctx, file) : undefined;
  if (!found) throw new AppError('not_found', 'errors.notFound');
  return found;
}

// Finds public pictures too: a page that was opened before the publication still has the old path.
const findFile = async ({ files }: Context, file: string) => files.find(await currentKey(files, file));
