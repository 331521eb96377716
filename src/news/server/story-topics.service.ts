import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { invalid } from '#src/platform/errors.ts';
import type { StoryValues } from '../stories.rules.ts';
import { topicSlug } from '../topics.rules.ts';
import { createTopics, findSeries, findTopicIds, nextPart } from './topics.queries.ts';

/**
 * The columns for the topics and the series of a story. Adds topics that do not exist. Throws `invalid` for a series that
 * does not exist.
 */
export async function storedTopics(
  tx: Db,
  { topics, series, seriesPart }: Pick<StoryValues, 'topics' | 'series' | 'seriesPart'>,
): Promise<{ topicIds: number[]; seriesId: number | null; seriesPart: number | null }> {
  const topicIds = await ensureTopics(tx, topics);
  if (series === null) return { topicIds, seriesId: null, seriesPart: null };
  const found = await findSeries(tx, series);
  if (!found) throw invalid({ series: { key: 'tagging.seriesUnknown' } });
  return { topicIds, seriesId: found.id, seriesPart: seriesPart ?? (await nextPart(tx, found.id)) };
}

/** Whether there is a series with this slug. */
export const hasSeries = async ({ db }: Context, slug: string): Promise<boolean> =>
  (await findSeries(db, slug)) !== undefined;

async function ensureTopics(tx: Db, names: string[]): Promise<number[]> {
  const slugs = names.map(topicSlug);
  const missing = (found: Map<string, number>) => names.filter((name) => !found.has(topicSlug(name)));
  let found = await findTopicIds(tx, slugs);
  // Once more: what was not there when the first query began may be a topic that has just been merged, and leads on now.
  if (missing(found).length) found = await findTopicIds(tx, slugs);
  if (missing(found).length) {
    await createTopics(tx, missing(found));
    found = await findTopicIds(tx, slugs);
  }
  return [...new Set(slugs.flatMap((slug) => found.get(slug) ?? []))];
}
