import { type Language, languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { getCategory } from '#src/news/categories/server/categories.service.ts';
import { type Feed, type FeedOf, feedEnough, feedKinds, feedPath, feedSize } from '#src/news/feeds/feeds.rules.ts';
import type { LanguageOrder } from '#src/news/stories/language-order.rules.ts';
import { orderOf } from '#src/news/stories/server/language-order.service.ts';
import type { StoryFilter } from '#src/news/stories/server/stories.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { getAuthorBySlug, storiesOf } from './author-pages.service.ts';
import { listFeedStories } from './reading.queries.ts';
import { getTopicBySlug } from './topic-pages.service.ts';

interface FeedQuery {
  /**
   * A feed has one language by its address, whatever the request's headers: aggregators fetch a feed once for many users.
   */
  language: Language;
  /** The subscriber's choice of the order of languages. */
  order?: LanguageOrder | undefined;
  of?: FeedOf | undefined;
}

/** Feed of the newest stories, of the site, a category, an author or a topic. Throws `not_found`. */
export async function getFeed(ctx: Context, { language, order, of: asked }: FeedQuery): Promise<Feed> {
  const { siteUrl, websubHub } = ctx.config;
  const text = translator(language);
  const { of, title, description, filter } = await scopeOf(ctx, asked, language);
  const rows = await listStories(ctx, filter, language, orderOf(ctx, order));
  const name = ctx.settings.get(siteName);
  const self = Object.fromEntries(
    feedKinds.map((kind) => [kind, siteUrl + feedPath(kind, of, language)]),
  ) as Feed['self']; // each kind has its entry
  return {
    of,
    title: title ? `${title} - ${name}` : name,
    description,
    home: siteUrl + pathIn(language, of ? `/${of.scope}/${encodeURIComponent(of.slug)}` : '/news'),
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

interface Scope extends Pick<Feed, 'of' | 'description'> {
  /** Undefined for the whole site. */
  title?: string;
  filter: StoryFilter;
}

/** What a feed is about, with its present slug. Throws `not_found`. */
async function scopeOf(ctx: Context, of: FeedOf | undefined, language: Language): Promise<Scope> {
  const text = translator(language);
  if (!of) return { of, description: text('news.boardDescription'), filter: {} };
  if (of.scope === 'author') {
    const author = await getAuthorBySlug(ctx, of.slug);
    const { name, slug } = author;
    const description = text('authors.description', { name });
    return { of: { ...of, slug }, title: name, description, filter: storiesOf(author) };
  }
  if (of.scope === 'topic') {
    const topic = await getTopicBySlug(ctx, of.slug);
    const name = topic.names[language] || topic.name;
    const description = topic.description || text('topics.pageDescription', { name });
    return { of: { ...of, slug: topic.slug }, title: name, description, filter: { topicId: topic.id } };
  }
  const category = await getCategory(ctx, of.slug);
  const name = localName(text, language, category);
  const description = text('news.categoryDescription', { name });
  return { of: { ...of, slug: category.slug }, title: name, description, filter: { categoryId: category.id } };
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
