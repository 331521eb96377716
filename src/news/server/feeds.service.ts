import { defaultLanguage, languages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { type Feed, feedKinds, feedPath, feedSize } from '../feeds.rules.ts';
import { getCategory } from './categories.service.ts';
import { feedDocument } from './feeds.template.ts';
import { listFeedStories } from './reading.queries.ts';

/** Feed of the newest stories, of the site or of a category. Throws `not_found` for an unknown category. */
export async function getFeed(ctx: Context, categorySlug?: string): Promise<Feed> {
  const { siteUrl, websubHub } = ctx.config;
  const category = categorySlug === undefined ? undefined : await getCategory(ctx, categorySlug);
  const rows = await listFeedStories(ctx.db, category ? { categoryId: category.id } : {}, feedSize);
  // A feed has one language, whatever the request's: aggregators fetch a feed once for many users.
  const text = translator(defaultLanguage);
  const name = ctx.settings.get(siteName);
  const self = Object.fromEntries(
    feedKinds.map((kind) => [kind, siteUrl + feedPath(kind, category?.slug)]),
  ) as Feed['self']; // each kind has its entry
  return {
    categorySlug: category?.slug,
    title: category ? `${category.name} - ${name}` : name,
    description: category ? text('news.categoryDescription', { name: category.name }) : text('news.boardDescription'),
    home: siteUrl + (category ? `/category/${encodeURIComponent(category.slug)}` : '/news'),
    self,
    hub: websubHub,
    language: languages[defaultLanguage].locale,
    icon: `${siteUrl}/favicon.svg`,
    // An empty feed is dated to the epoch, so that its validators stay the same.
    updatedAt: new Date(Math.max(0, ...rows.map(({ updatedAt }) => updatedAt.getTime()))),
    items: rows.map(({ id, picture, ...row }) => ({
      ...row,
      address: `${siteUrl}/news/${id}`,
      publishedAt: row.createdAt,
      picture: picture && {
        address: `${siteUrl}/api/static/uploads/${picture.name}.jpg`,
        width: picture.width,
        height: picture.height,
      },
    })),
  };
}

/** Serializes the feed. */
export const writeFeed = (feed: Feed, kind: keyof typeof feedDocument): string => feedDocument[kind](feed);
