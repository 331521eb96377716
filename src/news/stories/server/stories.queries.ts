import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { storyAuthors } from '#src/news/authors/server/authors.queries.ts';
import { categories, subCategories } from '#src/news/schema/server/categories.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { series } from '#src/news/schema/server/topics.tables.ts';
import {
  idIn,
  isNotDeleted,
  isOwn,
  isPublic,
  type NewStory,
  type Story,
  type UsedMedia,
} from '#src/news/schema/story-conditions.queries.ts';
import { storyTopics } from '#src/news/topics/server/topics.queries.ts';
import type { Position } from '#src/platform/database/cursors.ts';
import type { Db } from '#src/platform/database/db.ts';

const columns = {
  story: stories,
  category: categories.name,
  subCategory: subCategories.name,
  picture: pictures.name,
  authors: storyAuthors,
  topics: storyTopics,
  series: { title: series.title, slug: series.slug },
};

/** All stories with the names of their category, sub-category and picture, for a condition to follow. */
export const selectStories = (db: Db) =>
  db
    .select(columns)
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId))
    .leftJoin(series, eq(series.id, stories.seriesId));

export type StoryRow = Awaited<ReturnType<typeof findStory>> & object;
/** A story that is not in the trash. */
export const findStory = async (db: Db, id: number) =>
  (await selectStories(db).where(and(eq(stories.id, id), isNotDeleted)))[0];

/** Stories by id, also in the trash. */
export const listStoriesById = (db: Db, ids: number[]): Promise<StoryRow[]> => selectStories(db).where(idIn(ids));

export interface StoryFilter {
  categoryId?: number;
  subCategoryId?: number;
  others?: boolean;
  language?: string;
  /** Stories of any of these authors. */
  authorIds?: number[];
  topicId?: number;
  /** Stories of any of these topics. */
  topicIds?: number[];
  /** Without the parts of this series. */
  outsideSeries?: number;
  /** Without the stories of hidden categories. */
  inShownCategory?: boolean;
}

const isInShownCategory = sql`NOT EXISTS (
  SELECT FROM ${categories} WHERE ${categories.id} = ${stories.categoryId} AND ${categories.hidden})`;

// An array of ids, found by the GIN index. Otherwise the planner may search the newest stories for a topic that few of them
// have, and read all.
const oneOf = (condition: SQL) =>
  sql`${stories.id} = ANY(ARRAY(SELECT found.id FROM ${stories} AS found WHERE ${condition}))`;

/** Condition: the given fields of a filter. */
export const matching = ({
  categoryId,
  subCategoryId,
  others,
  language,
  authorIds,
  topicId,
  topicIds,
  outsideSeries,
  inShownCategory,
}: StoryFilter): SQL | undefined =>
  and(
    categoryId === undefined ? undefined : eq(stories.categoryId, categoryId),
    subCategoryId === undefined ? undefined : eq(stories.subCategoryId, subCategoryId),
    others ? sql`${stories.submenu} IS NOT NULL` : undefined,
    language === undefined ? undefined : eq(stories.language, language),
    authorIds && oneOf(sql`found.author_ids && ${sql.param(authorIds)}::integer[]`),
    topicId === undefined ? undefined : oneOf(sql`found.topic_ids @> ARRAY[${topicId}::integer]`),
    topicIds && oneOf(sql`found.topic_ids && ${sql.param(topicIds)}::integer[]`),
    outsideSeries === undefined ? undefined : sql`${stories.seriesId} IS DISTINCT FROM ${outsideSeries}`,
    inShownCategory ? isInShownCategory : undefined,
  );

/** Condition: public stories that match a filter, after a position in the order of time and id. */
export const publicMatching = (filter: StoryFilter, after?: Position): SQL | undefined =>
  and(
    isPublic,
    matching(filter),
    after &&
      sql`(${stories.createdAt}, ${stories.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::integer)`,
  );

const newestFirst = [desc(stories.createdAt), desc(stories.id)];

/**
 * Public stories, newest first, after a position: at most `limit`, and no more once their texts reach `maxBytes`. The
 * last one may exceed that, so there is always at least one.
 */
export function listStories(
  db: Db,
  filter: StoryFilter,
  { limit, maxBytes, after }: { limit: number; maxBytes: number; after?: Position | undefined },
): Promise<StoryRow[]> {
  // octet_length() reads the size of a TOASTed text without loading it.
  const newest = db
    .select({
      id: stories.id,
      earlierBytes:
        sql<number>`sum(octet_length(${stories.body})) OVER (ORDER BY ${stories.createdAt} DESC, ${stories.id} DESC)
        - octet_length(${stories.body})`.as('earlier_bytes'),
    })
    .from(stories)
    .where(publicMatching(filter, after))
    .orderBy(...newestFirst)
    .limit(limit)
    .as('newest');
  return selectStories(db)
    .innerJoin(newest, eq(newest.id, stories.id))
    .where(lt(newest.earlierBytes, maxBytes))
    .orderBy(...newestFirst);
}

/** Stories that are not public: all, or those that a user has written or was given. */
export const listUnpublished = (db: Db, limit: number, userId?: number): Promise<StoryRow[]> =>
  selectStories(db)
    .where(
      and(sql`${stories.status} <> 'published' AND ${isNotDeleted}`, userId === undefined ? undefined : isOwn(userId)),
    )
    .orderBy(desc(stories.updatedAt))
    .limit(limit);

export const listDeleted = (db: Db, limit: number): Promise<StoryRow[]> =>
  selectStories(db).where(sql`${stories.deletedAt} IS NOT NULL`).orderBy(desc(stories.deletedAt)).limit(limit);

export async function createStory(db: Db, story: NewStory): Promise<number> {
  const [created] = await db.insert(stories).values(story).returning({ id: stories.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

/** Updates a story if it still has this version (optimistic locking); otherwise returns false. */
export async function updateStory(db: Db, id: number, version: number, change: Partial<NewStory>): Promise<boolean> {
  const { rowCount } = await db
    .update(stories)
    .set({ ...change, version: version + 1 })
    .where(and(eq(stories.id, id), eq(stories.version, version), isNotDeleted));
  return rowCount === 1;
}

/** Moves a locked story within its section of the board. */
export async function setBoardTime(tx: Db, id: number, boardAt: Date): Promise<void> {
  await tx.update(stories).set({ boardAt }).where(eq(stories.id, id));
}

/** What follows from a change of a story: its event, and which of its pictures are public. */
export const changedColumns = {
  id: stories.id,
  version: stories.version,
  pictureId: stories.pictureId,
  pictureIds: stories.pictureIds,
  fileIds: stories.fileIds,
};

/**
 * Moves a story to the trash. Returns undefined if it does not exist or is already there, or if it no longer has the
 * `version`.
 */
export async function deleteStory(
  db: Db,
  id: number,
  now: Date,
  version?: number,
): Promise<Pick<Story, 'id' | 'version' | keyof UsedMedia> | undefined> {
  const deleted = db
    .update(stories)
    .set({ deletedAt: now, versionGroup: null }) // allows another version in this language
    .where(and(eq(stories.id, id), version === undefined ? undefined : eq(stories.version, version), isNotDeleted));
  return (await deleted.returning(changedColumns))[0];
}

/** Starts a group of language versions with a story that is in none. */
export const startVersionGroup = (tx: Db, id: number) =>
  tx
    .update(stories)
    .set({ versionGroup: id })
    .where(and(eq(stories.id, id), sql`${stories.versionGroup} IS NULL`));

/** A story in the trash, locked until the transaction ends. */
export const lockDeleted = async (tx: Db, id: number): Promise<Story | undefined> =>
  (
    await tx
      .select()
      .from(stories)
      .where(and(eq(stories.id, id), sql`${stories.deletedAt} IS NOT NULL`))
      .for('update')
  )[0];

/** Takes a locked story out of the trash. */
export async function restoreStory(tx: Db, id: number, change: Partial<NewStory> = {}): Promise<void> {
  await tx
    .update(stories)
    .set({ ...change, deletedAt: null })
    .where(eq(stories.id, id));
}

/** Locks the scheduled stories that are due until the transaction ends; returns their ids. */
export async function lockDue(tx: Db, now: Date): Promise<number[]> {
  const due = tx
    .select({ id: stories.id })
    .from(stories)
    .where(
      sql`${stories.status} = 'scheduled' AND ${isNotDeleted} AND ${stories.publishAt} <= ${now.toISOString()}::timestamptz`,
    );
  return (await due.orderBy(stories.id).for('update')).map(({ id }) => id);
}

/** Publishes locked stories, dated to their scheduled time. */
export async function publishStories(tx: Db, ids: number[], now: Date): Promise<void> {
  await tx
    .update(stories)
    .set({
      status: 'published',
      createdAt: sql`${stories.publishAt}`,
      boardAt: sql`${stories.publishAt}`,
      updatedAt: now,
      publishAt: null,
      version: sql`${stories.version} + 1`,
    })
    .where(idIn(ids));
}

/** Deletes stories permanently that have been in the trash since before an instant. */
export async function purgeDeletedBefore(db: Db, instant: Date): Promise<Pick<Story, 'id' | 'version'>[]> {
  const purged = db.delete(stories).where(sql`${stories.deletedAt} < ${instant.toISOString()}::timestamptz`);
  return purged.returning({ id: stories.id, version: stories.version });
}

/** Locks stories until the transaction ends, ordered by id to avoid deadlocks; not only public ones. */
export const lockStoriesById = (tx: Db, ids: number[]) =>
  tx.select({ id: stories.id }).from(stories).where(idIn(ids)).orderBy(stories.id).for('update');

/** Filters ids by public stories. */
export const listPublicIds = async (db: Db, ids: number[]): Promise<number[]> =>
  (
    await db
      .select({ id: stories.id })
      .from(stories)
      .where(and(isPublic, idIn(ids)))
  ).map(({ id }) => id);

/** Locks public stories against other changes until the transaction ends. */
export const lockPublicStories = (tx: Db, ids: number[]): Promise<Story[]> =>
  tx
    .select()
    .from(stories)
    .where(and(isPublic, idIn(ids)))
    .orderBy(stories.id)
    .for('update');

/** How many stories wait for the desk. */
export const countReady = (db: Db): Promise<number> =>
  db.$count(stories, and(eq(stories.status, 'ready'), isNotDeleted));
