import { isDeepStrictEqual } from 'node:util';
import { getDisclosure } from '#src/grievances/server/grievances.service.ts';
import { getOfficer } from '#src/grievances/server/officer.service.ts';
import { summaryOf } from '#src/markdown/story-text.rules.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { getSiteInfo } from '#src/settings/server/site-info.service.ts';
import { type Content, checkContent, fillPlaceholders, type Rendered, renderContent } from '../page-fields.rules.ts';
import { type EditedPage, type ListedPage, type Version, versionsListed } from '../static-pages.contract.ts';
import { type PageContent, type PageSlug, pageSlugs, staticPages } from '../static-pages.rules.ts';
import { defaultPage } from './default-pages.service.ts';
import { pageFacts } from './page-facts.service.ts';
import {
  createVersion,
  findNewestVersion,
  findVersion,
  listNewestVersions,
  listVersions,
  type PageVersion,
  type VersionHead,
} from './static-pages.queries.ts';

/** A rendered page, with its first sentence as the meta description. */
export async function getPage<S extends PageSlug>(
  ctx: Context,
  slug: S,
): Promise<{ content: Rendered<PageContent<S>>; description: string }> {
  const page = await shownPage(ctx, slug);
  const facts = pageFacts(ctx);
  const content = renderContent(staticPages[slug], page.content, facts) as Rendered<PageContent<S>>; // the schema belongs to the slug
  return { content, description: summaryOf(fillPlaceholders((page.content as PageContent<S>).lead, facts)) };
}

/** The contact page, with the contact data from the settings. */
export const getContactPage = async (ctx: Context) => ({
  ...(await getPage(ctx, 'contact')),
  site: getSiteInfo(ctx),
});

/** The grievance page: its text, the officer, and the number of grievances by month. */
export const getGrievancePage = async (ctx: Context) => {
  const [page, disclosure] = await Promise.all([getPage(ctx, 'grievance'), getDisclosure(ctx)]);
  const { phone, address } = getSiteInfo(ctx);
  return { ...page, disclosure, officer: { ...getOfficer(ctx), phone, address } };
};

/** All pages with their last editor. */
export async function getPages(ctx: Context): Promise<ListedPage[]> {
  const newest = await listNewestVersions(ctx.db, ctx.language);
  return pageSlugs.map((slug) => {
    const own = newest.find((version) => version.slug === slug);
    const title = own?.title ?? (defaultPage(slug, ctx.language) as { title: string }).title; // every page has one
    return { slug, title: renderContent(staticPages[slug].shape.title, title, pageFacts(ctx)), ...head(own) };
  });
}

/** The newest version of a page in the request's language, for the editor. */
export async function getEditedPage(ctx: Context, slug: PageSlug): Promise<EditedPage> {
  const { content, own } = await shownPage(ctx, slug);
  return { slug, content, facts: pageFacts(ctx), ...head(own) };
}

/** Versions, newest first; the last is version 0, the default. */
export async function getVersions(ctx: Context, slug: PageSlug): Promise<Version[]> {
  const versions = await listVersions(ctx.db, slug, ctx.language, versionsListed);
  return [...versions.map(head), head(undefined)];
}

/** An old version of a page. Throws `not_found`. */
export async function getVersion(ctx: Context, slug: PageSlug, version: number): Promise<EditedPage> {
  const row = version === 0 ? undefined : await findVersion(ctx.db, slug, ctx.language, version);
  if (version !== 0 && !row) throw new AppError('not_found', 'pages.versionNotFound');
  const content = row?.content ?? defaultPage(slug, ctx.language);
  return { slug, content, facts: pageFacts(ctx), ...head(row) };
}

/**
 * Saves a new version based on version `base`. Throws `invalid` by path, and `conflict` with the newest as `current` if
 * `base` is not the newest. Unchanged content creates no version.
 */
export const savePage = (ctx: Context, slug: PageSlug, base: number, content: unknown): Promise<EditedPage> =>
  addVersion(ctx, slug, base, content, { action: 'page.saved' });

/** Restores an old version as a new one. Throws `not_found`, and `conflict` as `savePage` does. */
export async function restoreVersion(ctx: Context, slug: PageSlug, version: number, base: number): Promise<EditedPage> {
  const { content } = await getVersion(ctx, slug, version);
  return addVersion(ctx, slug, base, content, { action: 'page.restored', details: { restored: version } });
}

interface Done {
  action: string;
  details?: Record<string, unknown>;
}

async function addVersion(ctx: Context, slug: PageSlug, base: number, sent: unknown, { action, details }: Done) {
  const checked = checkContent(staticPages[slug], sent);
  if ('errors' in checked) throw invalid(checked.errors);
  const current = await getEditedPage(ctx, slug);
  if (current.version !== base) throw conflict(current);
  if (isDeepStrictEqual(checked.content, current.content)) return current;
  const { userId, name } = requireUser(ctx);
  const { language } = ctx;
  const version = base + 1;
  const saved = await ctx.db.transaction(async (tx) => {
    const row = { slug, language, version, content: checked.content, authorId: userId, author: name };
    if (!(await createVersion(tx, { ...row, createdAt: ctx.now() }))) return false;
    await recordAuditEvent(ctx, tx, { action, subject: `page ${slug}`, details: { version, language, ...details } });
    return true;
  });
  if (!saved) throw conflict(await getEditedPage(ctx, slug));
  return getEditedPage(ctx, slug);
}

const conflict = (current: EditedPage) => new AppError('conflict', 'pages.changedMeanwhile', { extra: { current } });

// The newest version if it is still valid, in the request's language or else the default language; `own` is set if it
// is in the request's language.
async function shownPage(ctx: Context, slug: PageSlug): Promise<{ content: Content; own?: PageVersion }> {
  const row = await findNewestVersion(ctx.db, slug, ctx.language, defaultLanguage);
  const own = row?.language === ctx.language ? { own: row } : {};
  if (!row) return { content: defaultPage(slug, ctx.language) };
  const checked = checkContent(staticPages[slug], row.content);
  if ('content' in checked) return { content: checked.content, ...own };
  // An older release stored content that is invalid in this one: show the default and log it.
  ctx.log.warn({ page: slug, version: row.version, errors: checked.errors }, 'stored page is invalid');
  return { content: defaultPage(slug, ctx.language), ...own };
}

const head = (row: VersionHead | undefined): Version => ({
  version: row?.version ?? 0,
  author: row?.author ?? null,
  at: row?.createdAt.toISOString() ?? null,
});
