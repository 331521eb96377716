import { randomBytes } from 'node:crypto';
import { actorOfSession } from '#src/accounts/server/sessions.service.ts';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import { openPicture, requirePicture } from '#src/platform/pictures.ts';
import { currentKey, publicKey, withheldKey } from '#src/platform/public-files.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import { fileName } from './picture-files.ts';
import { pictureVariants } from './pictures.jobs.ts';
import { createPicture } from './pictures.queries.ts';

// What the cameras of phones take today.
const megapixels = 50;

interface Keeping {
  priority: Priority;
  /** Whether anyone may see it from now on; a story that waits withholds it. */
  isPublic: boolean;
}

/** Stores a picture and sends for its smaller copies. Returns its id. */
export async function storePicture(ctx: Context, received: ReceivedFile, isPublic: boolean): Promise<number> {
  await requirePicture(received, { field: 'image' });
  return keepPicture(ctx, received.path, { priority: 'editor', isPublic });
}

/** The same for a picture of our own making. */
export async function keepPicture(
  ctx: Context,
  source: string | Uint8Array,
  { priority, isPublic }: Keeping,
): Promise<number> {
  const { jpeg, width, height, colour } = await openPicture(ctx, source, { priority, megapixels });
  const name = randomBytes(12).toString('hex');
  // The row first: a picture without a file is swept away later, a file without a row would stay for ever.
  const id = await createPicture(ctx.db, { name, width, height, colour });
  await ctx.files.put((isPublic ? publicKey : withheldKey)(fileName(name)), jpeg, 'image/jpeg');
  await ctx.jobs.send(pictureVariants, { pictureId: id });
  return id;
}

const passFor = (file: string) => `picture ${file}`;

/** Path of a picture for whoever may see its story; one that is withheld for a quarter of an hour of his session. */
export async function picturePath(ctx: Context, name: string, isPublic: boolean): Promise<string> {
  const file = fileName(name);
  if (isPublic || ctx.actor.role === 'visitor') return `/static/uploads/${file}`;
  return `/drafts/pictures/${file}?pass=${await ctx.passes.issue(passFor(file), ctx.actor.sessionId, ctx.now())}`;
}

/** A picture that is withheld, for the newsroom. Throws `not_found` for everybody else. */
export async function openWithheld(ctx: Context, file: string, pass: string | undefined): Promise<StoredFile> {
  const session = pass && (await ctx.passes.check(pass, passFor(file), ctx.now()));
  const { role } = session ? await actorOfSession(ctx.db, session, ctx.now()) : ctx.actor;
  const found = role === 'editor' || role === 'admin' ? await findFile(ctx, file) : undefined;
  if (!found) throw new AppError('not_found', 'errors.notFound');
  return found;
}

// A page that was opened before the story appeared still names it so.
const findFile = async ({ files }: Context, file: string) => files.find(await currentKey(files, file));
