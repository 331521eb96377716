import { type Language, languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { localName } from '../category-names.rules.ts';
import { type Feed, feedEnough, feedKinds, feedPath, feedSize } from '../feeds.rules.ts';
import type { LanguageOrder } from '../language-order.rules.ts';
import { getCategory } from './categories.service.ts';
import { feedDocument } from './feeds.template.ts';
import { orderOf } from './language-order.service.ts';
import { listFeedStories } from './reading.queries.ts';
import type { StoryFilter } from './stories.queries.ts';

interface FeedQuery {
  /**
   * A feed has one language by its address, whatever the request's headers: aggregators fetch a feed once for many users.
   */
  language: Language;
  /** The subscriber's choice of the order of languages. */
  order?: LanguageOrder | undefined;
  categorySlug?: string | undefined;
}

/** Feed of the newest stories, of the site or of a category. Throws `not_found` for an unknown category. */
export async function getFeed(ctx: Context, { language, order, categorySlug }: FeedQuery): Promise<Feed> {
  const { siteUrl, websubHub } = ctx.config;
  const category = categorySlug === undefined ? undefined : await getCategory(ctx, categorySlug);
  const rows = await listStories(ctx, category ? { categoryId: category.id } : {}, language, orderOf(ctx, order));
  const text = translator(language);
  const name = ctx.settings.get(siteName);
  const self = Object.fromEntries(
    feedKinds.map((kind) => [kind, siteUrl + feedPath(kind, category?.slug, language)]),
  ) as Feed['self']; // each kind has its entry
  return {
    categorySlug: category?.slug,
    title: category ? `${localName(text, language, category)} - ${name}` : name,
    description: category
      ? text('news.categoryDescription', { name: localName(text, language, category) })
      : text('news.boardDescription'),
    home: siteUrl + pathIn(language, category ? `/category/${encodeURIComponent(category.slug)}` : '/news'),
    self,
    hub: websubHub,
    language: languages[language].locale,
    icon: `${siteUrl}/favicon.svg`,
    // An empty feed is dated to the epoch, so that its validators stay the same.
    updatedAt: new Date(Math.max(0, ...rows.map(({ updatedAt }) => updatedAt.getTime()))),
    items: rows.map(({ id, picture, category, ...row }) => ({
      ...row,
      id: `${siteUrl}/news/${id}`,
      address: siteUrl + pathIn(language, `/news/${id}`),
      category: category && localName(text, language, category),
      publishedAt: row.createdAt,
      picture: picture && {
        address: `${siteUrl}/api/static/uploads/${picture.name}.jpg`,
        width: picture.width,
        height: picture.height,
      },
    })),
  };
}

/**
 * The newest stories in the language of the feed. Feed readers sort them by time, so that `first` cannot put them before
 * others: it adds others while there are few.
 */
async function listStories({ db }: Context, filter: StoryFilter, language: Language, order: LanguageOrder) {
  const own = order === 'all' ? [] : await listFeedStories(db, { ...filter, language }, feedSize);
  if (own.length >= feedEnough || (order === 'only' && own.length > 0)) return own;
  const versions = new Set(own.map(({ versionGroup }) => versionGroup).filter((group) => group !== null));
  const others = (await listFeedStories(db, filter, feedSize)).filter(
    (story) => own.every(({ id }) => id !== story.id) && !versions.has(story.versionGroup ?? 0),
  );
  return [...own, ...others.slice(0, feedSize - own.length)].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id,
  );
}

/** Serializes the feed. */
export const writeFeed = (feed: Feed, kind: keyof typeof feedDocument): string => feedDocument[kind](feed);
