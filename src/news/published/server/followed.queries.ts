import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { cardColumns } from '#src/news/cards/server/cards.queries.ts';
import { authors } from '#src/news/schema/server/authors.tables.ts';
import { categories, subCategories } from '#src/news/schema/server/categories.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { topics } from '#src/news/schema/server/topics.tables.ts';
import { idIn, isPublic } from '#src/news/schema/story-conditions.queries.ts';
import { publicMatching, type StoryFilter } from '#src/news/stories/server/stories.queries.ts';
import type { Db } from '#src/platform/database/db.ts';

const integers = (ids: readonly number[]) => sql`${sql.param(ids)}::integer[]`;

/** Ids of what a reader follows. */
export interface FollowedIds {
  topicIds: number[];
  /** Also former ids of these authors. */
  authorIds: number[];
  categoryIds: number[];
  subCategoryIds: number[];
}

// Some weeks of a paper: enough for a reader who follows much.
const recentStories = 2000;
const newestFirst = sql`ORDER BY ${stories.createdAt} DESC, ${stories.id} DESC`;
const newestFound = sql`ORDER BY found.created_at DESC, found.id DESC`;

/** Ids of the newest public stories of any of these, of shown categories, newest first: among the recent stories of the paper. */
export async function listRecentFollowed(db: Db, followed: FollowedIds, limit: number, filter: StoryFilter) {
  const { topicIds, authorIds, categoryIds, subCategoryIds } = followed;
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT found.id FROM (
      SELECT ${stories.id}, created_at, topic_ids, author_ids, category_id, sub_category_id FROM ${stories}
      WHERE ${publicMatching(filter)} ${newestFirst} LIMIT ${recentStories}) AS found
    WHERE found.topic_ids && ${integers(topicIds)} OR found.author_ids && ${integers(authorIds)}
      OR found.category_id = ANY(${integers(categoryIds)}) OR found.sub_category_id = ANY(${integers(subCategoryIds)})
    ${newestFound} LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** The same among all stories. Each kind is searched by its own index: one condition for all would read the whole paper. */
export async function listAllFollowed(db: Db, followed: FollowedIds, limit: number, filter: StoryFilter) {
  const { topicIds, authorIds, categoryIds, subCategoryIds } = followed;
  const columns = sql`${stories.id} AS id, ${stories.createdAt} AS created_at`;
  // OFFSET prevents a scan of the newest first, which would read all for a topic that few stories have.
  const ofAny = (condition: SQL) => sql`(SELECT found.* FROM (
    SELECT ${columns} FROM ${stories} WHERE ${condition} AND ${publicMatching(filter)} OFFSET 0) AS found
    ${newestFound} LIMIT ${limit})`;
  const ofEach = (column: typeof stories.categoryId | typeof stories.subCategoryId, ids: number[]) =>
    sql`(SELECT found.* FROM unnest(${integers(ids)}) AS followed (id) CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${stories} WHERE ${column} = followed.id AND ${publicMatching(filter)}
      ${newestFirst} LIMIT ${limit}) AS found)`;
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT found.id FROM (
      ${ofAny(sql`${stories.topicIds} && ${integers(topicIds)}`)}
      UNION ${ofAny(sql`${stories.authorIds} && ${integers(authorIds)}`)}
      UNION ${ofEach(stories.categoryId, categoryIds)}
      UNION ${ofEach(stories.subCategoryId, subCategoryIds)}) AS found
    ${newestFound} LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Cards of the given stories that are public, newest first. */
export const listCardsById = (db: Db, ids: number[]) =>
  db
    .select({
      ...cardColumns,
      topicIds: stories.topicIds,
      authorIds: stories.authorIds,
      subCategoryId: stories.subCategoryId,
    })
    .from(stories)
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .where(and(isPublic, idIn(ids)))
    .orderBy(desc(stories.createdAt), desc(stories.id));

/** Authors who have one of these ids, also a former one. */
export const listAuthorsById = (db: Db, ids: number[]) =>
  db
    .select({ id: authors.id, formerIds: authors.formerIds, name: authors.name, slug: authors.slug })
    .from(authors)
    .where(sql`${authors.id} = ANY(${integers(ids)}) OR ${authors.formerIds} && ${integers(ids)}`);

export const listTopicsById = (db: Db, ids: number[]) =>
  db
    .select({ id: topics.id, name: topics.name, names: topics.names, slug: topics.slug })
    .from(topics)
    .where(sql`${topics.id} = ANY(${integers(ids)})`);

export const listCategoriesById = (db: Db, ids: number[]) =>
  db
    .select({ id: categories.id, name: categories.name, names: categories.names, slug: categories.slug })
    .from(categories)
    .where(sql`${categories.id} = ANY(${integers(ids)})`);

export const listSubCategoriesById = (db: Db, ids: number[]) =>
  db
    .select({
      id: subCategories.id,
      name: subCategories.name,
      names: subCategories.names,
      slug: subCategories.slug,
      category: { name: categories.name, names: categories.names, slug: categories.slug },
    })
    .from(subCategories)
    .innerJoin(categories, eq(categories.id, subCategories.categoryId))
    .where(sql`${subCategories.id} = ANY(${integers(ids)})`);
