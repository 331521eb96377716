import { isDeepStrictEqual } from 'node:util';
import { defaultLanguage } from '#src/messages/languages.ts';
import { summaryOf } from '#src/news/story-text.rules.ts';
import { recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { type Content, checkContent, fillNames, type Rendered, renderContent } from '../page-fields.rules.ts';
import { type EditedPage, type ListedPage, type Version, versionsListed } from '../standing-pages.contract.ts';
import { type PageContent, type PageSlug, pageSlugs, standingPages } from '../standing-pages.rules.ts';
import { defaultPage } from './default-pages.ts';
import { pageFacts } from './page-facts.ts';
import { getSiteInfo } from './shell.service.ts';
import {
  createVersion,
  findShownVersion,
  findVersion,
  listNewestVersions,
  listVersions,
  type PageVersion,
  type VersionHead,
} from './standing-pages.queries.ts';

/** A page as readers see it: texts as safe HTML, names filled in; and its first sentence for search engines. */
export async function getPage<S extends PageSlug>(
  ctx: Context,
  slug: S,
): Promise<{ content: Rendered<PageContent<S>>; description: string }> {
  const page = await shownPage(ctx, slug);
  const facts = pageFacts(ctx);
  const content = renderContent(standingPages[slug], page.content, facts) as Rendered<PageContent<S>>; // the page's schema is of its slug
  return { content, description: summaryOf(fillNames((page.content as PageContent<S>).lead, facts)) };
}

/** The contact page, with how to reach the paper as the settings have it. */
export const getContactPage = async (ctx: Context) => ({
  ...(await getPage(ctx, 'contact')),
  site: getSiteInfo(ctx),
});

/** All pages with who changed them last. */
export async function getPages(ctx: Context): Promise<ListedPage[]> {
  const newest = await listNewestVersions(ctx.db, ctx.language);
  return pageSlugs.map((slug) => {
    const own = newest.find((version) => version.slug === slug);
    const title = own?.title ?? (defaultPage(slug, ctx.language) as { title: string }).title; // every page has one
    return { slug, title: renderContent(standingPages[slug].shape.title, title, pageFacts(ctx)), ...head(own) };
  });
}

/** The newest version of a page in the request's language, for the editor. */
export async function getEditedPage(ctx: Context, slug: PageSlug): Promise<EditedPage> {
  const { content, own } = await shownPage(ctx, slug);
  return { slug, content, facts: pageFacts(ctx), ...head(own) };
}

/** Versions, newest first; the last is what the site came with. */
export async function getVersions(ctx: Context, slug: PageSlug): Promise<Version[]> {
  const versions = await listVersions(ctx.db, slug, ctx.language, versionsListed);
  return [...versions.map(head), head(undefined)];
}

/** A page as it was. Throws `not_found`. */
export async function getVersion(ctx: Context, slug: PageSlug, version: number): Promise<EditedPage> {
  const row = version === 0 ? undefined : await findVersion(ctx.db, slug, ctx.language, version);
  if (version !== 0 && !row) throw new AppError('not_found', 'standing.versionNotFound');
  const content = row?.content ?? defaultPage(slug, ctx.language);
  return { slug, content, facts: pageFacts(ctx), ...head(row) };
}

/**
 * Keeps a new version, made from version `base`. Throws `invalid` by path, and `conflict` with the newest as `current`
 * when that is no longer the newest. Content that is the same as before makes no version.
 */
export const savePage = (ctx: Context, slug: PageSlug, base: number, content: unknown): Promise<EditedPage> =>
  addVersion(ctx, slug, base, content, { action: 'page.saved' });

/** Makes an old version the newest again. Throws `not_found`, and `conflict` as `savePage` does. */
export async function restoreVersion(ctx: Context, slug: PageSlug, version: number, base: number): Promise<EditedPage> {
  const { content } = await getVersion(ctx, slug, version);
  return addVersion(ctx, slug, base, content, { action: 'page.restored', details: { restored: version } });
}

interface Done {
  action: string;
  details?: Record<string, unknown>;
}

async function addVersion(ctx: Context, slug: PageSlug, base: number, sent: unknown, { action, details }: Done) {
  const checked = checkContent(standingPages[slug], sent);
  if ('faults' in checked) throw invalid(checked.faults);
  const current = await getEditedPage(ctx, slug);
  if (current.version !== base) throw conflict(current);
  if (isDeepStrictEqual(checked.content, current.content)) return current;
  const { userId, name } = signedIn(ctx);
  const { language } = ctx;
  const version = base + 1;
  const saved = await ctx.db.transaction(async (tx) => {
    const row = { slug, language, version, content: checked.content, authorId: userId, author: name };
    if (!(await createVersion(tx, { ...row, createdAt: ctx.now() }))) return false;
    await recordAct(ctx, tx, { action, subject: `page ${slug}`, details: { version, language, ...details } });
    return true;
  });
  if (!saved) throw conflict(await getEditedPage(ctx, slug));
  return getEditedPage(ctx, slug);
}

const conflict = (current: EditedPage) => new AppError('conflict', 'standing.changedMeanwhile', { extra: { current } });

// The newest version that still fits the page, from the request's language or else from the site's; `own` when it is
// in the request's.
async function shownPage(ctx: Context, slug: PageSlug): Promise<{ content: Content; own?: PageVersion }> {
  const row = await findShownVersion(ctx.db, slug, ctx.language, defaultLanguage);
  const own = row?.language === ctx.language ? { own: row } : {};
  if (!row) return { content: defaultPage(slug, ctx.language) };
  const checked = checkContent(standingPages[slug], row.content);
  if ('content' in checked) return { content: checked.content, ...own };
  // An older release has kept what this one cannot show: readers get what the site came with, and the log says so.
  ctx.log.warn({ page: slug, version: row.version, faults: checked.faults }, 'page does not fit');
  return { content: defaultPage(slug, ctx.language), ...own };
}

const head = (row: VersionHead | undefined): Version => ({
  version: row?.version ?? 0,
  author: row?.author ?? null,
  at: row?.createdAt.toISOString() ?? null,
});
