import { cardPage, type ListQuery, localTopic } from '#src/news/cards/server/cards.service.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import {
  findSeries,
  findTopic,
  hasPublicStory,
  listParts,
  listSeriesWithStories,
  listTopicsWithStories,
  type TopicRow,
} from '#src/news/topics/server/topics.queries.ts';
import { sitemapStories } from '#src/news/topics/topics.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { SeriesPage, TopicPage } from '../reading.contract.ts';

/** A topic by its slug, also a former one. Throws `not_found`, also while readers may see none of its stories. */
export async function getTopicBySlug({ db }: Pick<Context, 'db'>, slug: string): Promise<TopicRow> {
  const topic = await findTopic(db, nameSlug(slug));
  if (!topic || !(await hasPublicStory(db, topic.id))) throw new AppError('not_found', 'topics.notFound');
  return topic;
}

/** A topic with its stories, newest first. Throws `not_found`. */
export async function getTopicPage(ctx: Context, slug: string, query: ListQuery = {}): Promise<TopicPage> {
  const topic = await getTopicBySlug(ctx, slug);
  return {
    topic: { id: topic.id, ...localTopic(ctx, topic), description: topic.description },
    ...(await cardPage(ctx, { topicId: topic.id }, query)),
  };
}

/** Slugs of the topics that have enough public stories for a page of their own in search engines. */
export const getTopicSlugs = ({ db }: Pick<Context, 'db'>): Promise<string[]> =>
  listTopicsWithStories(db, sitemapStories);

/** Slugs of the series that have public parts. */
export const getSeriesSlugs = ({ db }: Pick<Context, 'db'>): Promise<string[]> => listSeriesWithStories(db);

/** A series with its public parts. Throws `not_found`. */
export async function getSeriesPage({ db }: Context, slug: string): Promise<SeriesPage> {
  const found = await findSeries(db, nameSlug(slug));
  if (!found) throw new AppError('not_found', 'topics.seriesNotFound');
  const { id, title, language, description } = found;
  return { title, slug: found.slug, language, description, parts: await listParts(db, id) };
}
