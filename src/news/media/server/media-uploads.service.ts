import type { z } from 'zod';
import type { ReceivedFile } from '#src/calls/call.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { requirePicture } from '#src/platform/documents/pictures.ts';
import { invalid } from '#src/platform/errors.ts';
import { adoptFiles, markOrphaned, removeOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { publicFileKeys, withheldKey } from '#src/platform/files/public-files.ts';
import type { MediaItem, mediaCalls } from '../media.contract.ts';
import { updatePicture } from './media.queries.ts';
import { mediaItemOf, requireChangeable } from './media.service.ts';
import { detailColumns } from './media-rights.service.ts';
import { fileName, filesOf, originalName, syncPictureVisibility } from './picture-files.service.ts';
import { pictureVariants } from './pictures.jobs.ts';
import { lockPictures } from './pictures.queries.ts';
import { newName, openUploaded, storePicture } from './pictures.service.ts';

const field = 'file';
type Sent = z.output<typeof mediaCalls.uploadPicture.form>;

/** Stores a picture in the library. Throws `wrong_type`, `invalid` and `too_large`. */
export async function uploadPicture(ctx: Context, { file, ...details }: Sent): Promise<MediaItem> {
  const { userId } = requireUser(ctx);
  const received = requireFile(file);
  const id = await storePicture(ctx, received, false, {
    field,
    columns: { ...detailColumns('picture', details), inLibrary: true, uploaderId: userId },
  });
  await recordAuditEvent(ctx, ctx.db, {
    action: 'picture.uploaded',
    subject: `picture ${id}`,
    details: { file: received.filename },
  });
  return mediaItemOf(ctx, id);
}

/**
 * Replaces the file of a picture. It gets another name, so that no cache shows the former file; pages that are open show
 * that one for a day more, but only while the picture is public. Throws `not_found`, `forbidden`, and as an upload does.
 */
export async function replacePicture(ctx: Context, id: number, file: ReceivedFile | undefined): Promise<MediaItem> {
  await requireChangeable(ctx, id);
  const received = requireFile(file);
  await requirePicture(received, { field });
  const { jpeg, original, width, height, colour } = await openUploaded(ctx, received.path, {
    field,
    priority: 'editor',
  });
  const name = newName();
  const files = { [fileName(name)]: jpeg, ...(original && { [originalName(name)]: original }) };
  const keys = Object.keys(files).map(withheldKey);
  await markOrphaned(ctx, ctx.db, keys);
  for (const [file, bytes] of Object.entries(files)) await ctx.files.put(withheldKey(file), bytes, 'image/jpeg');
  const replaced = await ctx.db.transaction(async (tx) => {
    const [before] = await lockPictures(tx, [id]);
    await requireChangeable({ ...ctx, db: tx }, id);
    const hasOriginal = original !== undefined;
    const formerFiles = before ? [...filesOf(before), originalName(before.name)] : [];
    const changed = { name, width, height, colour, hasOriginal, shaped: false, variants: [], formerFiles };
    await updatePicture(tx, id, { ...changed, fileName: received.filename.slice(0, fileNameMaxLength) });
    await adoptFiles(tx, keys);
    await markOrphaned(ctx, tx, formerFiles.flatMap(publicFileKeys));
    await recordAuditEvent(ctx, tx, {
      action: 'picture.replaced',
      subject: `picture ${id}`,
      details: { file: received.filename },
    });
    await ctx.jobs.send(pictureVariants, { pictureId: id }, { within: tx });
    await syncPictureVisibility(ctx, tx, [id]);
    return before?.formerFiles ?? [];
  });
  await removeOrphaned(ctx, replaced.flatMap(publicFileKeys)); // only the last ones stay
  return mediaItemOf(ctx, id);
}

const fileNameMaxLength = 255;

function requireFile(file: ReceivedFile | undefined): ReceivedFile {
  if (!file) throw invalid({ [field]: { key: 'errors.required' } });
  return file;
}
