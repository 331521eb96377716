import { actorOfSession } from '#src/accounts/login/server/sessions.service.ts';
import { getDownloadRight } from '#src/plans/server/plans.service.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { freePages } from '../epaper.settings.ts';
import { mayReadPage } from '../pages.rules.ts';
import { type Edition, findPublishedEdition } from './editions.queries.ts';

/** The context of the user who was issued the signed URL, if it is valid and the request has no token. */
export async function withSignedUrlActor(ctx: Context, pass: string | undefined, what: string): Promise<Context> {
  if (!pass || ctx.actor.role !== 'visitor') return ctx;
  const sessionId = await ctx.signedUrls.verify(pass, what, ctx.now());
  return sessionId ? { ...ctx, actor: await actorOfSession(ctx.db, sessionId, ctx.now()) } : ctx;
}

// Bound to this file of the edition: after a replacement the signature is invalid.
const signedUrlSubject = ({ id, store }: Edition) => `pages ${id} ${store}`;
const signatureTtlMs = 15 * 60_000;

/** Issues a signature for the picture URLs of all pages. Throws `not_found` or `plan_needed`. */
export async function signPageUrls(ctx: Context, editionId: number): Promise<{ pass: string; until: string }> {
  const edition = await getPublished(ctx, editionId);
  if ('no' in (await getDownloadRight(ctx))) throw planNeeded();
  const pass = await ctx.signedUrls.sign(
    signedUrlSubject(edition),
    requireUser(ctx).sessionId,
    ctx.now(),
    signatureTtlMs,
  );
  return { pass, until: new Date(ctx.now().getTime() + signatureTtlMs).toISOString() };
}

export interface ReadablePage {
  edition: Edition;
  /** Whether everyone may read it. */
  free: boolean;
}

/** The edition of a page that the actor or `pass` may read. Throws `not_found`, `unauthenticated` or `plan_needed`. */
export async function getReadablePage(
  ctx: Context,
  editionId: number,
  page: number,
  pass?: string,
): Promise<ReadablePage> {
  const edition = await getPublished(ctx, editionId);
  if (page > edition.pages) throw new AppError('not_found', 'reader.noSuchPage');
  const free = ctx.settings.get(freePages);
  if (page <= free) return { edition, free: true };
  const right = await getDownloadRight(await withSignedUrlActor(ctx, pass, signedUrlSubject(edition)));
  if (mayReadPage(page, free, right)) return { edition, free: false };
  throw 'no' in right && right.no === 'sign_in' ? new AppError('unauthenticated', 'reader.planNeeded') : planNeeded();
}

/** The last page that the actor may read of any edition. */
export const readableUpTo = async (ctx: Context): Promise<number> =>
  'ok' in (await getDownloadRight(ctx)) ? 100_000 : ctx.settings.get(freePages); // more than any edition has

/** An edition that is not deleted; with `hold`, until the transaction ends. Throws `not_found`. */
export async function getPublished({ db }: Pick<Context, 'db'>, id: number, hold = false): Promise<Edition> {
  const edition = await findPublishedEdition(db, id, hold);
  if (!edition) throw new AppError('not_found', 'epaper.notFound');
  return edition;
}

export const planNeeded = () => new AppError('plan_needed', 'reader.planNeeded');
