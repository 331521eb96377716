import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import type { Story } from '#src/news/schema/story-conditions.queries.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { createTopics, findSeries, findTopicsBySlug, nextPart } from '#src/news/topics/server/topics.queries.ts';
import { topicNames, topicsField } from '#src/news/topics/topics.rules.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { invalid } from '#src/platform/errors.ts';
import type { StoryValues } from '../stories.rules.ts';

/**
 * The columns for the topics and the series of a story, which had `before`. Adds topics that do not exist. Throws `invalid`
 * for a series that does not exist.
 */
export async function storedTopics(
  tx: Db,
  { topics, series, seriesPart }: Pick<StoryValues, 'topics' | 'series' | 'seriesPart'>,
  before?: Pick<Story, 'seriesId' | 'seriesPart'>,
): Promise<{ topicIds: number[]; seriesId: number | null; seriesPart: number | null }> {
  const topicIds = await ensureTopics(tx, topics);
  if (series === null) return { topicIds, seriesId: null, seriesPart: null };
  const found = await findSeries(tx, series);
  if (!found) throw invalid({ series: { key: 'tagging.seriesUnknown' } });
  // Without a number it stays the part that it is.
  const part = seriesPart ?? (before?.seriesId === found.id ? before.seriesPart : null);
  return { topicIds, seriesId: found.id, seriesPart: part ?? (await nextPart(tx, found.id)) };
}

/** Whether there is a series with this slug. */
export const hasSeries = async ({ db }: Pick<Context, 'db'>, slug: string): Promise<boolean> =>
  (await findSeries(db, nameSlug(slug))) !== undefined;

/**
 * A form with the present names of its topics, and without the topics and the series that were deleted since it began with
 * `base`: the topics would come back, and the series would keep it from being saved.
 */
export async function withPresentTopics(
  ctx: Pick<Context, 'db'>,
  form: StoryForm,
  base: Pick<StoryForm, 'topics' | 'series'>,
): Promise<StoryForm> {
  const names = topicNames(form.topics);
  const present = await findTopicsBySlug(ctx.db, names.map(nameSlug), { lock: true });
  const begun = new Set(topicNames(base.topics).map(nameSlug));
  const topics = names.flatMap((name) => {
    const slug = nameSlug(name);
    return present.get(slug) ?? (begun.has(slug) ? [] : { name });
  });
  const lostSeries =
    form.series !== '' && nameSlug(form.series) === nameSlug(base.series) && !(await hasSeries(ctx, form.series));
  return { ...form, topics: topicsField(topics), ...(lostSeries && { series: '', series_part: '' }) };
}

async function ensureTopics(tx: Db, names: string[]): Promise<number[]> {
  const slugs = names.map(nameSlug);
  type Found = Awaited<ReturnType<typeof findTopicsBySlug>>;
  const missing = (found: Found) => names.filter((name) => !found.has(nameSlug(name)));
  let found = await findTopicsBySlug(tx, slugs, { lock: true });
  // Again: a topic that was not found may just have been merged, and its slug now redirects.
  if (missing(found).length) found = await findTopicsBySlug(tx, slugs, { lock: true });
  if (missing(found).length) {
    await createTopics(tx, missing(found));
    found = await findTopicsBySlug(tx, slugs, { lock: true });
  }
  return [...new Set(slugs.flatMap((slug) => found.get(slug)?.id ?? []))];
}
