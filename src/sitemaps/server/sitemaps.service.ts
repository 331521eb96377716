import { pagePath } from '#src/client/paths.ts';
import { getEditions } from '#src/epaper/editions/server/library.service.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { shownSubCategories } from '#src/news/categories/categories.rules.ts';
import { getShownCategories } from '#src/news/categories/server/categories.service.ts';
import { getAuthorSlugs } from '#src/news/published/server/author-pages.service.ts';
import {
  getNewsAddresses,
  getStoryAddresses,
  getStoryParts,
  sitemapSize,
} from '#src/news/published/server/sitemap.service.ts';
import { getSeriesSlugs, getTopicSlugs } from '#src/news/published/server/topic-pages.service.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { serializeXml, type XmlElement } from '#src/platform/text/xml.ts';
import { pageSlugs } from '#src/static-pages/static-pages.rules.ts';
import { getEssayAddresses } from '#src/submissions/research/server/research.service.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const newsNamespace = 'http://www.google.com/schemas/sitemap-news/0.9';

interface Address {
  path: string;
  changedAt?: Date | undefined;
}

/** Sitemaps by kind of page. A slice with public pages needs an entry here. */
const parts: Record<string, (ctx: Context) => Promise<Address[]> | Address[]> = {
  pages: staticPages,
  categories: categoryPages,
  authors: authorPages,
  topics: topicPages,
  series: seriesPages,
  editions: editionPages,
  research: essayPages,
};

/** The sitemap index. */
export async function getSitemapIndex(ctx: Context): Promise<string> {
  const names = [...Object.keys(parts), ...(await getStoryParts(ctx)).map((part) => `stories-${part}`), 'news'];
  const entries = names.map(
    (name): XmlElement => ['sitemap', {}, [['loc', {}, addressOf(ctx, `/sitemaps/${name}.xml`)]]],
  );
  return serializeXml(['sitemapindex', { xmlns: namespace }, entries]);
}

/** A sitemap by its name in the index. Throws `not_found`. */
export async function getSitemap(ctx: Context, name: string): Promise<string> {
  const [, storyPart] = /^stories-(\d{1,6})$/.exec(name) ?? [];
  // Ids beyond PostgreSQL's integer range do not exist.
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

function staticPages(): Address[] {
  const pages = [
    '/',
    '/news',
    '/latest',
    '/corrections',
    '/e-paper',
    '/publication',
    '/research',
    '/how-we-decide',
    '/payment',
    '/enroll',
    ...pageSlugs.map((slug) => `/${slug}` as const),
  ] as const;
  return pages.map((page) => ({ path: pagePath(defaultLanguage, page) }));
}

async function categoryPages(ctx: Context): Promise<Address[]> {
  return (await getShownCategories(ctx)).flatMap((category) => {
    const own = { category: category.slug };
    const subs = shownSubCategories(category).map(({ slug }) => ({
      path: pagePath(defaultLanguage, '/category/:category/subcategory/:subcategory', {
        ...own,
        subcategory: slug,
      }),
    }));
    return [{ path: pagePath(defaultLanguage, '/category/:category', own) }, ...subs];
  });
}

async function authorPages(ctx: Context): Promise<Address[]> {
  const slugs = await getAuthorSlugs(ctx);
  return slugs.map((author) => ({ path: pagePath(defaultLanguage, '/author/:author', { author }) }));
}

async function topicPages(ctx: Context): Promise<Address[]> {
  const slugs = await getTopicSlugs(ctx);
  return slugs.map((topic) => ({ path: pagePath(defaultLanguage, '/topic/:topic', { topic }) }));
}

async function seriesPages(ctx: Context): Promise<Address[]> {
  const slugs = await getSeriesSlugs(ctx);
  return slugs.map((series) => ({ path: pagePath(defaultLanguage, '/series/:series', { series }) }));
}

async function editionPages(ctx: Context): Promise<Address[]> {
  return (await getEditions(ctx)).map(({ id, created_at }) => ({
    path: pagePath(defaultLanguage, '/e-paper/:id', { id }),
    changedAt: new Date(created_at),
  }));
}

// With a trailing slash, as in the pages' canonical URLs.
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
  return serializeXml(['urlset', { xmlns: namespace, 'xmlns:news': newsNamespace }, entries]);
}

function urlSet(ctx: Context, addresses: Address[]): string {
  const entries = addresses.map(
    ({ path, changedAt }): XmlElement => [
      'url',
      {},
      [['loc', {}, addressOf(ctx, path)], changedAt && ['lastmod', {}, changedAt.toISOString()]],
    ],
  );
  return serializeXml(['urlset', { xmlns: namespace }, entries]);
}

// URL-encoded: letters of other scripts are percent-encoded.
const addressOf = ({ config }: Pick<Context, 'config'>, path: string) => new URL(path, config.siteUrl).href;

/** Allows crawlers all pages, and of the API only what pages show. Private pages have a robots meta tag. */
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
