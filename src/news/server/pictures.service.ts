import { randomBytes } from 'node:crypto';
import { actorOfSession } from '#src/accounts/server/sessions.service.ts';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import { openPicture, requirePicture } from '#src/platform/pictures.ts';
import { currentKey, publicKey, withheldKey } from '#src/platform/public-files.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { fileName } from './picture-files.service.ts';
import { pictureVariants } from './pictures.jobs.ts';
import { createPicture } from './pictures.queries.ts';

const field = 'image';
// Maximum resolution; current phone cameras take up to 50 megapixels.
const megapixels = 50;

interface StoreOptions {
  priority: Priority;
  /** Whether the picture is public; it is withheld while its story is not. */
  isPublic: boolean;
}

/** Stores an uploaded picture and queues its variants. Returns its id. */
export async function storePicture(ctx: Context, received: ReceivedFile, isPublic: boolean): Promise<number> {
  await requirePicture(received, { field });
  return attachPicture(ctx, received.path, { priority: 'editor', isPublic });
}

/** The same for a picture that was not uploaded through the form. */
export async function attachPicture(
  ctx: Context,
  source: string | Uint8Array,
  { priority, isPublic }: StoreOptions,
): Promise<number> {
  const { jpeg, width, height, colour } = await openPicture(ctx, source, { field, priority, megapixels });
  const name = randomBytes(12).toString('hex');
  // Insert the row first: a row without a file is swept later, a file without a row would be orphaned.
  const id = await createPicture(ctx.db, { name, width, height, colour });
  await ctx.files.put((isPublic ? publicKey : withheldKey)(fileName(name)), jpeg, 'image/jpeg');
  await ctx.jobs.send(pictureVariants, { pictureId: id });
  return id;
}

const signedName = (file: string) => `picture ${file}`;

/** Path of a picture. A withheld picture gets a signed URL, valid for 15 minutes of the current session. */
export async function picturePath(ctx: Context, name: string, isPublic: boolean): Promise<string> {
  const file = fileName(name);
  if (isPublic || ctx.actor.role === 'visitor') return `/static/uploads/${file}`;
  return `/drafts/pictures/${file}?pass=${await ctx.signedUrls.sign(signedName(file), ctx.actor.sessionId, ctx.now())}`;
}

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
