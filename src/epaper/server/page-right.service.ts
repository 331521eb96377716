import { actorOfSession } from '#src/accounts/server/sessions.service.ts';
import { getDownloadRight } from '#src/plans/server/plans.service.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { freePages } from '../epaper.settings.ts';
import { mayReadPage } from '../reading.rules.ts';
import { type Edition, findEditionOnRack } from './editions.queries.ts';

/** The context of whoever a pass for this was issued to, if it holds and nobody is named by a token. */
export async function onBehalfOf(ctx: Context, pass: string | undefined, what: string): Promise<Context> {
  if (!pass || ctx.actor.role !== 'visitor') return ctx;
  const sessionId = await ctx.passes.check(pass, what, ctx.now());
  return sessionId ? { ...ctx, actor: await actorOfSession(ctx.db, sessionId, ctx.now()) } : ctx;
}

// Of this file of this edition: another file in its place needs another pass.
const passFor = ({ id, store }: Edition) => `pages ${id} ${store}`;
const passLastsMs = 15 * 60_000;

/** A pass for the pictures of all pages. Throws `not_found` or `plan_needed`. */
export async function issuePagePass(ctx: Context, editionId: number): Promise<{ pass: string; until: string }> {
  const edition = await getOnRack(ctx, editionId);
  if ('no' in (await getDownloadRight(ctx))) throw planNeeded();
  const pass = await ctx.passes.issue(passFor(edition), signedIn(ctx).sessionId, ctx.now(), passLastsMs);
  return { pass, until: new Date(ctx.now().getTime() + passLastsMs).toISOString() };
}

export interface ReadablePage {
  edition: Edition;
  /** Everyone may read it. */
  free: boolean;
}

/** The edition of a page that the actor, or the holder of the pass, may read. Throws `not_found`, `unauthenticated` or `plan_needed`. */
export async function getReadable(ctx: Context, editionId: number, page: number, pass?: string): Promise<ReadablePage> {
  const edition = await getOnRack(ctx, editionId);
  if (page > edition.pages) throw new AppError('not_found', 'reader.noSuchPage');
  const free = ctx.settings.get(freePages);
  if (page <= free) return { edition, free: true };
  const right = await getDownloadRight(await onBehalfOf(ctx, pass, passFor(edition)));
  if (mayReadPage(page, free, right)) return { edition, free: false };
  throw 'no' in right && right.no === 'sign_in' ? new AppError('unauthenticated', 'reader.planNeeded') : planNeeded();
}

/** The last page that the actor may read of any edition. */
export const readableUpTo = async (ctx: Context): Promise<number> =>
  'ok' in (await getDownloadRight(ctx)) ? 100_000 : ctx.settings.get(freePages); // no edition has so many

/** An edition that has not been deleted. Throws `not_found`. */
export async function getOnRack(ctx: Pick<Context, 'db'>, id: number): Promise<Edition> {
  const edition = await findEditionOnRack(ctx.db, id);
  if (!edition) throw new AppError('not_found', 'epaper.notFound');
  return edition;
}

export const planNeeded = () => new AppError('plan_needed', 'reader.planNeeded');
