import { type Edition, findEditionByName } from '#src/epaper/pages/server/editions.queries.ts';
import { withSignedUrlActor } from '#src/epaper/pages/server/page-access.service.ts';
import { getDownloadRight } from '#src/plans/server/plans.service.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files/files.ts';
import { pdfKey } from './edition-files.service.ts';

/** The subject that a download's signed URL is bound to. */
const signedUrlSubject = (filename: string) => `download ${filename}`;

export interface Download {
  edition: Edition;
  file: StoredFile;
}

/**
 * Opens an edition's PDF for an authorized actor: by token, or by a signed URL whose session is still valid and
 * authorized. The filename is looked up in the database and never used as a path. Throws `unauthenticated`, `not_found`
 * or `plan_needed`.
 */
export async function openDownload(ctx: Context, filename: string, pass: string | undefined): Promise<Download> {
  const edition = await getDownloadable(await withSignedUrlActor(ctx, pass, signedUrlSubject(filename)), filename);
  const file = await ctx.files.find(pdfKey(edition.store));
  if (!file) throw new AppError('not_found', 'epaper.notFound');
  return { edition, file };
}

/** A signed URL that downloads an edition; valid for 15 minutes, and only while the session is. */
export async function signDownloadUrl(ctx: Context, filename: string): Promise<string> {
  const edition = await getDownloadable(ctx, filename);
  const pass = await ctx.signedUrls.sign(signedUrlSubject(edition.filename), requireUser(ctx).sessionId, ctx.now());
  return `/download/${encodeURIComponent(edition.filename)}?pass=${pass}`;
}

async function getDownloadable(ctx: Context, filename: string): Promise<Edition> {
  const right = await getDownloadRight(ctx);
  if ('no' in right && right.no === 'sign_in') throw new AppError('unauthenticated', 'errors.signIn');
  const edition = await findEditionByName(ctx.db, filename.normalize('NFC'));
  if (!edition) throw new AppError('not_found', 'epaper.notFound');
  if ('no' in right) throw new AppError('plan_needed', 'epaper.planNeeded');
  return edition;
}
