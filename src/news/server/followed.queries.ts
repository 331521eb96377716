import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { authors } from './authors.tables.ts';
import { categories, subCategories } from './categories.tables.ts';
import { cardColumns, inLanguage } from './reading.queries.ts';
import { isPublic, publicMatching, type StoryFilter } from './stories.queries.ts';
import { pictures, stories } from './stories.tables.ts';
import { topics } from './topics.tables.ts';

const integers = (ids: readonly number[]) => sql`${sql.param(ids)}::integer[]`;

/** Ids of what a reader follows. */
export interface FollowedIds {
  topicIds: number[];
  /** Also former ids of these authors. */
  authorIds: number[];
  categoryIds: number[];
  subCategoryIds: number[];
}

/**
 * Cards of the newest public stories of any of these, of shown categories. Each of them is searched by its own index for
 * the newest: one condition for all would read the stories of the whole paper for topics that few of them have.
 */
export function listFollowedCards(db: Db, followed: FollowedIds, limit: number, language?: string) {
  const { topicIds, authorIds, categoryIds, subCategoryIds } = followed;
  const filter: StoryFilter = { inShownCategory: true, ...(language && { language }) };
  const newest = sql`ORDER BY ${stories.createdAt} DESC, ${stories.id} DESC LIMIT ${limit}`;
  const of = (narrower: StoryFilter) =>
    sql`(SELECT ${stories.id} FROM ${stories} WHERE ${publicMatching({ ...filter, ...narrower })} ${newest})`;
  const ofEach = (column: typeof stories.categoryId | typeof stories.subCategoryId, ids: number[]) =>
    sql`(SELECT section.id FROM unnest(${integers(ids)}) AS followed (id) CROSS JOIN LATERAL (
      SELECT ${stories.id} AS id FROM ${stories} WHERE ${column} = followed.id AND ${isPublic} AND ${inLanguage(language)}
      ${newest}) AS section)`;
  const parts = [
    ...(topicIds.length ? [of({ topicIds })] : []),
    ...(authorIds.length ? [of({ authorIds })] : []),
    ...(categoryIds.length ? [ofEach(stories.categoryId, categoryIds)] : []),
    ...(subCategoryIds.length ? [ofEach(stories.subCategoryId, subCategoryIds)] : []),
  ];
  return db
    .select({
      ...cardColumns,
      topicIds: stories.topicIds,
      authorIds: stories.authorIds,
      subCategoryId: stories.subCategoryId,
    })
    .from(stories)
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .where(sql`${stories.id} = ANY(ARRAY(${sql.join(parts, sql` UNION ALL `)})) AND ${publicMatching(filter)}`)
    .orderBy(desc(stories.createdAt), desc(stories.id))
    .limit(limit);
}

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
