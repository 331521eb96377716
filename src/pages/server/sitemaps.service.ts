import { getReports } from '#src/epaper/server/shelf.service.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { shownSubCategories, slugOf } from '#src/news/categories.rules.ts';
import { getCategories } from '#src/news/server/categories.service.ts';
import { getNewsAddresses, getStoryAddresses, getStoryParts, sitemapSize } from '#src/news/server/sitemap.service.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/site-name.ts';
import { type XmlElement, xmlDocument } from '#src/platform/xml.ts';
import { getEssayAddresses } from '#src/submissions/server/research.service.ts';
import { pagePath } from '#src/ui/paths.ts';
import { pageSlugs } from '../standing-pages.rules.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const newsNamespace = 'http://www.google.com/schemas/sitemap-news/0.9';

interface Address {
  path: string;
  changedAt?: Date | undefined;
}

/** Sitemaps that hold one kind of page each. A slice with public pages of its own gets a line here. */
const parts: Record<string, (ctx: Context) => Promise<Address[]> | Address[]> = {
  pages: standingPages,
  categories: categoryPages,
  editions: editionPages,
  research: essayPages,
};

/** The index of all sitemaps. */
export async function getSitemapIndex(ctx: Context): Promise<string> {
  const names = [...Object.keys(parts), ...(await getStoryParts(ctx)).map((part) => `stories-${part}`), 'news'];
  const entries = names.map(
    (name): XmlElement => ['sitemap', {}, [['loc', {}, addressOf(ctx, `/sitemaps/${name}.xml`)]]],
  );
  return xmlDocument(['sitemapindex', { xmlns: namespace }, entries]);
}

/** A sitemap by its name in the index. Throws `not_found`. */
export async function getSitemap(ctx: Context, name: string): Promise<string> {
  const [, storyPart] = /^stories-(\d{1,6})$/.exec(name) ?? [];
  // More ids than PostgreSQL's integers have are in no part.
  if (storyPart && Number(storyPart) * sitemapSize < 2_147_480_000) {
    const stories = await getStoryAddresses(ctx, Number(storyPart));
    return urlSet(
      ctx,
      stories.map(({ id, updatedAt }) => ({ path: `/news/${id}`, changedAt: updatedAt })),
    );
  }
  if (name === 'news') return newsSitemap(ctx);
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!part) throw new AppError('not_found', 'errors.notFound');
  return urlSet(ctx, await part(ctx));
}

function standingPages(): Address[] {
  const pages = [
    '/',
    '/news',
    '/e-paper',
    '/publication',
    '/research',
    '/payment',
    '/enroll',
    ...pageSlugs.map((slug) => `/${slug}` as const),
  ] as const;
  return pages.map((page) => ({ path: pagePath(defaultLanguage, page) }));
}

async function categoryPages(ctx: Context): Promise<Address[]> {
  return (await getCategories(ctx)).flatMap((category) => {
    const own = { category: category.slug };
    const subs = shownSubCategories(category).map((name) => ({
      path: pagePath(defaultLanguage, '/category/:category/subcategory/:subcategory', {
        ...own,
        subcategory: slugOf(name),
      }),
    }));
    return [{ path: pagePath(defaultLanguage, '/category/:category', own) }, ...subs];
  });
}

async function editionPages(ctx: Context): Promise<Address[]> {
  return (await getReports(ctx)).map(({ id, created_at }) => ({
    path: pagePath(defaultLanguage, '/e-paper/:id', { id }),
    changedAt: new Date(created_at),
  }));
}

// With the slash at the end that their pages name as their own.
async function essayPages(ctx: Context): Promise<Address[]> {
  return (await getEssayAddresses(ctx, sitemapSize)).map(({ id, changedAt }) => ({
    path: `${pagePath(defaultLanguage, '/research/:id', { id })}/`,
    changedAt: changedAt ?? undefined,
  }));
}

async function newsSitemap(ctx: Context): Promise<string> {
  const stories = await getNewsAddresses(ctx);
  const name = ctx.settings.get(siteName);
  const entries = stories.map(
    ({ id, title, language, createdAt }): XmlElement => [
      'url',
      {},
      [
        ['loc', {}, addressOf(ctx, `/news/${id}`)],
        [
          'news:news',
          {},
          [
            [
              'news:publication',
              {},
              [
                ['news:name', {}, name],
                ['news:language', {}, language],
              ],
            ],
            ['news:publication_date', {}, createdAt.toISOString()],
            ['news:title', {}, title],
          ],
        ],
      ],
    ],
  );
  return xmlDocument(['urlset', { xmlns: namespace, 'xmlns:news': newsNamespace }, entries]);
}

function urlSet(ctx: Context, addresses: Address[]): string {
  const entries = addresses.map(
    ({ path, changedAt }): XmlElement => [
      'url',
      {},
      [['loc', {}, addressOf(ctx, path)], changedAt && ['lastmod', {}, changedAt.toISOString()]],
    ],
  );
  return xmlDocument(['urlset', { xmlns: namespace }, entries]);
}

// Written as a URL has it: letters of other scripts as percent signs and numbers.
const addressOf = ({ config }: Pick<Context, 'config'>, path: string) => new URL(path, config.siteUrl).href;

/** What crawlers may read: all pages, and of the API only what pages show. Private pages say themselves that they are. */
export const robotsText = ({ siteUrl }: Context['config']): string =>
  [
    'User-agent: *',
    'Allow: /api/static/uploads/',
    'Allow: /api/share/',
    'Disallow: /api/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    `Sitemap: ${siteUrl}/sitemaps/news.xml`,
    '',
  ].join('\n');
