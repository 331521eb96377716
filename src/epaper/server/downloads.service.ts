import { getDownloadRight } from '#src/plans/server/plans.service.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import { type Edition, findEditionByName } from './editions.queries.ts';
import { onBehalfOf } from './page-right.service.ts';

/** What a pass for a download names. */
const passFor = (filename: string) => `download ${filename}`;

export interface Download {
  edition: Edition;
  file: StoredFile;
}

/**
 * An edition for whoever may have it: by his token, or by a pass whose session still lives and still may. The name is
 * looked up among the editions, never made a path. Throws `unauthenticated`, `not_found` or `plan_needed`.
 */
export async function openDownload(ctx: Context, filename: string, pass: string | undefined): Promise<Download> {
  const edition = await getDownloadable(await onBehalfOf(ctx, pass, passFor(filename)), filename);
  const file = await ctx.files.find(`editions/${edition.store}/edition.pdf`);
  if (!file) throw new AppError('not_found', 'epaper.notFound');
  return { edition, file };
}

/** An address that downloads an edition by itself, for a quarter of an hour and as long as the session lives. */
export async function issueDownloadPass(ctx: Context, filename: string): Promise<string> {
  const edition = await getDownloadable(ctx, filename);
  const pass = await ctx.passes.issue(passFor(edition.filename), signedIn(ctx).sessionId, ctx.now());
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
