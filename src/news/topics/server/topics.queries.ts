import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { siteLanguages } from '#src/messages/languages.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { entryQueries, renamableQueries } from '#src/news/entries/server/entries.queries.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { storySubject } from '#src/news/schema/columns.rules.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { series, topicRedirects, topics } from '#src/news/schema/server/topics.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';
import { maxSeriesPart } from '../topics.rules.ts';

export const topicQueries = renamableQueries(topics, topicRedirects.topicId);

export type TopicRow = typeof topics.$inferSelect;
export type StoryTopic = Pick<TopicRow, 'id' | 'name' | 'slug'> & { names: LocalNames };

/** Column of a query that joins other tables: the topics of a story, in order. */
export const storyTopics = sql<StoryTopic[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', ${topics.id}, 'name', ${topics.name}, 'slug', ${topics.slug}, 'names', ${topics.names})
    ORDER BY ref.place)
  FROM unnest(${stories.topicIds}) WITH ORDINALITY AS ref (id, place) JOIN ${topics} ON ${topics.id} = ref.id), '[]'::jsonb)`;

const bySlugs = (slugs: string[]) =>
  or(
    inArray(topics.slug, slugs),
    sql`${topics.id} IN (SELECT ${topicRedirects.topicId} FROM ${topicRedirects}
      WHERE ${inArray(topicRedirects.slug, slugs)})`,
  );

type NamedTopic = Pick<TopicRow, 'id' | 'name' | 'slug' | 'names'>;

/**
 * Topics by slug, also a former one. A topic that has the slug now takes precedence. In a transaction that stores them they
 * are locked against a merge until it ends.
 */
export async function findTopicsBySlug(
  db: Db,
  slugs: string[],
  { lock }: { lock: boolean },
): Promise<Map<string, NamedTopic>> {
  if (slugs.length === 0) return new Map();
  const former = await db
    .select({ slug: topicRedirects.slug, id: topicRedirects.topicId })
    .from(topicRedirects)
    .where(inArray(topicRedirects.slug, slugs));
  const named = db
    .select({ slug: topics.slug, id: topics.id, name: topics.name, names: topics.names })
    .from(topics)
    .where(bySlugs(slugs))
    .orderBy(topics.id);
  const present = await (lock ? named.for('key share') : named);
  const byId = new Map(present.map((topic) => [topic.id, topic]));
  return new Map([
    ...former.flatMap(({ slug, id }) => [byId.get(id)].flatMap((topic) => (topic ? [[slug, topic] as const] : []))),
    ...present.flatMap((topic) => (slugs.includes(topic.slug) ? [[topic.slug, topic] as const] : [])),
  ]);
}

/** Adds topics that do not exist; in order, so that two calls with the same names do not deadlock. */
export async function createTopics(db: Db, names: string[]): Promise<void> {
  const rows = names
    .map((name) => ({ name, slug: nameSlug(name) }))
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  if (rows.length) await db.insert(topics).values(rows).onConflictDoNothing();
}

/** A topic by its slug, also a former one. */
export const findTopic = async (db: Db, slug: string): Promise<TopicRow | undefined> => {
  const found = await db
    .select()
    .from(topics)
    .where(bySlugs([slug]));
  return found.find((topic) => topic.slug === slug) ?? found[0];
};

/** Locks the stories with a topic before the topic, as a save of a story does, to avoid deadlocks. */
export async function lockStoriesWithTopic(tx: Db, topicId: number): Promise<void> {
  await tx
    .select({ id: stories.id })
    .from(stories)
    .where(sql`${stories.topicIds} @> ARRAY[${topicId}::integer]`)
    .orderBy(stories.id)
    .for('update');
}

const nameContains = (text: string): SQL | undefined => {
  const names = sql<string>`${topics.name} || ' ' || ${topics.names}::text`;
  const pattern = containsPattern(text);
  return pattern ? sql`${names} ILIKE ${pattern}` : undefined;
};

/** Topics whose names contain a text, by name. */
export const listTopics = (db: Db, text: string, limit: number) =>
  db.select().from(topics).where(nameContains(text)).orderBy(asc(topics.name), asc(topics.id)).limit(limit);

/** How many stories each of these topics has, without those in the trash. */
export async function countTopicStories(db: Db, ids: number[]): Promise<Map<number, number>> {
  const used = db
    .select({ id: sql<number>`unnest(${stories.topicIds})`.as('topic_id') })
    .from(stories)
    .where(and(sql`${stories.deletedAt} IS NULL`, sql`${stories.topicIds} && ${sql.param(ids)}::integer[]`))
    .as('used');
  const rows = await db.select({ id: used.id, stories: count() }).from(used).groupBy(used.id);
  return new Map(rows.map(({ id, stories }) => [id, stories]));
}

/**
 * Gives the stories of a topic to another one. Neither `version` nor `updatedAt` of a story changes: a form that is open on
 * it still saves.
 */
export async function moveTopicStories(tx: Db, from: number, into: number): Promise<void> {
  const [old, other] = [sql`${from}::integer`, sql`${into}::integer`];
  await tx
    .update(stories)
    .set({
      topicIds: sql`CASE WHEN ${stories.topicIds} @> ARRAY[${other}] THEN array_remove(${stories.topicIds}, ${old})
        ELSE array_replace(${stories.topicIds}, ${old}, ${other}) END`,
    })
    .where(sql`${stories.topicIds} @> ARRAY[${old}]`);
}

/** Takes a topic from its stories. */
export async function removeFromStories(tx: Db, id: number): Promise<void> {
  await tx
    .update(stories)
    .set({ topicIds: sql`array_remove(${stories.topicIds}, ${id}::integer)` })
    .where(sql`${stories.topicIds} @> ARRAY[${id}::integer]`);
}

const isPublic = sql`${stories.status} = 'published' AND ${stories.deletedAt} IS NULL`;

/** Slugs of the topics that have at least this number of public stories; language versions count as one. */
export const listTopicsWithStories = async (db: Db, least: number): Promise<string[]> => {
  // Among this number of stories, at least `least` are not versions of each other.
  const enough = (least - 1) * siteLanguages.length + 1;
  const { rows } = await db.execute<{ slug: string }>(sql`
    SELECT ${topics.slug} FROM ${topics} CROSS JOIN LATERAL (
      SELECT count(DISTINCT coalesce(story.version_group, -story.id)) AS stories FROM (
        SELECT ${stories.versionGroup}, ${stories.id} FROM ${stories}
        WHERE ${stories.topicIds} @> ARRAY[${topics.id}] AND ${isPublic} LIMIT ${enough}) AS story) AS counted
    WHERE counted.stories >= ${least} ORDER BY ${topics.id}`);
  return rows.map(({ slug }) => slug);
};

/** Whether a topic has a public story. */
export const hasPublicStory = async (db: Db, topicId: number): Promise<boolean> => {
  const { rows } = await db.execute(sql`SELECT FROM ${stories} WHERE ${stories.id} = ANY(ARRAY(
    SELECT found.id FROM ${stories} AS found WHERE found.topic_ids @> ARRAY[${topicId}::integer])) AND ${isPublic} LIMIT 1`);
  return rows.length > 0;
};

/** Slugs of the series that have a public part. */
export const listSeriesWithStories = async (db: Db): Promise<string[]> =>
  (
    await db
      .select({ slug: series.slug })
      .from(series)
      .where(sql`EXISTS (SELECT FROM ${stories} WHERE ${stories.seriesId} = ${series.id} AND ${isPublic})`)
      .orderBy(asc(series.id))
  ).map(({ slug }) => slug);

/** Query: the subjects of the audit events of the stories with a topic, also of those in the trash. */
export const subjectsWithTopic = (topicId: number): SQL =>
  sql`SELECT ${storySubject('')} || ${stories.id} FROM ${stories} WHERE ${stories.topicIds} @> ARRAY[${topicId}::integer]`;

/** Slugs of the topics of some stories. */
export const listTopicSlugs = async (db: Db, storyIds: number[]): Promise<string[]> =>
  (
    await db
      .selectDistinct({ slug: topics.slug })
      .from(topics)
      .innerJoin(stories, sql`${topics.id} = ANY(${stories.topicIds})`)
      .where(inArray(stories.id, storyIds))
  ).map(({ slug }) => slug);

export const seriesQueries = entryQueries(series);

export const findSeries = async (db: Db, slug: string) =>
  (await db.select().from(series).where(eq(series.slug, slug)))[0];

/** All series with the number of their parts, the newest first. */
export const listSeries = (db: Db) =>
  db
    .select({
      id: series.id,
      title: series.title,
      slug: series.slug,
      language: series.language,
      description: series.description,
      version: series.version,
      stories: db.$count(stories, and(eq(stories.seriesId, series.id), sql`${stories.deletedAt} IS NULL`)),
    })
    .from(series)
    .orderBy(desc(series.id));

export async function createSeries(db: Db, values: typeof series.$inferInsert) {
  const [created] = await db.insert(series).values(values).returning();
  return created as typeof series.$inferSelect; // an insert without conflict returns its row
}

/** The next part of a series, which is locked so that no two stories get the same one. */
export const nextPart = async (tx: Db, seriesId: number): Promise<number> => {
  await tx.select({ id: series.id }).from(series).where(eq(series.id, seriesId)).for('no key update');
  const [row] = await tx
    .select({ last: sql<number | null>`max(${stories.seriesPart})` })
    .from(stories)
    .where(and(eq(stories.seriesId, seriesId), sql`${stories.deletedAt} IS NULL`));
  return Math.min((row?.last ?? 0) + 1, maxSeriesPart);
};

/** The public parts of a series, in order. */
export const listParts = (db: Db, seriesId: number) =>
  db
    .select({ id: stories.id, title: stories.title, language: stories.language, part: stories.seriesPart })
    .from(stories)
    .where(and(eq(stories.seriesId, seriesId), isPublic))
    .orderBy(sql`${stories.seriesPart} NULLS LAST`, stories.createdAt, stories.id)
    .limit(maxSeriesPart);
