import { and, eq, type SQL, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { categories, subCategories } from '#src/news/schema/server/categories.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { idIn, isNotDeleted, isOwn } from '#src/news/schema/story-conditions.queries.ts';
import type { StorySort, StoryState } from '#src/news/stories/story-list.contract.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';

/** Conditions of the list, except the state. */
export interface StoryListConditions {
  /** Condition: stories that match a search. */
  matching?: SQL | undefined;
  categoryId?: number | undefined;
  /** Null for stories in no sub-category. */
  subCategoryId?: number | null | undefined;
  /** Any of these bylines. */
  bylines?: string[] | undefined;
  authorId?: number | undefined;
  /** Only what this user has written or was given. */
  ownBy?: number | undefined;
  language?: string | undefined;
  /** Without a version in this language. */
  lacks?: string | undefined;
  /** Time of publication: `from` inclusive, `to` exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
}

// Literals, so that the planner can use the partial indexes.
const stateConditions: Record<StoryState, SQL> = {
  draft: sql`${stories.status} = 'draft' AND ${isNotDeleted}`,
  ready: sql`${stories.status} = 'ready' AND ${isNotDeleted}`,
  approved: sql`${stories.status} = 'approved' AND ${isNotDeleted}`,
  scheduled: sql`${stories.status} = 'scheduled' AND ${isNotDeleted}`,
  published: sql`${stories.status} = 'published' AND ${isNotDeleted}`,
  unpublished: sql`${stories.status} = 'unpublished' AND ${isNotDeleted}`,
  trashed: sql`${stories.deletedAt} IS NOT NULL`,
};

function conditions(filter: StoryListConditions): SQL | undefined {
  const { matching, categoryId, subCategoryId, bylines, authorId, ownBy, language, lacks, from, to } = filter;
  return and(
    matching,
    categoryId === undefined ? undefined : eq(stories.categoryId, categoryId),
    subCategoryId === undefined
      ? undefined
      : sql`${stories.subCategoryId} IS NOT DISTINCT FROM ${subCategoryId}::integer`,
    bylines && sql`${stories.author} = ANY(${sql.param(bylines)}::text[])`,
    authorId === undefined ? undefined : eq(stories.authorId, authorId),
    ownBy === undefined ? undefined : isOwn(ownBy),
    language === undefined ? undefined : eq(stories.language, language),
    lacks === undefined
      ? undefined
      : sql`${stories.language} <> ${lacks} AND NOT EXISTS (SELECT FROM stories AS version
          WHERE version.version_group = ${stories.versionGroup} AND version.language = ${lacks})`,
    from && sql`${stories.createdAt} >= ${from.toISOString()}::timestamptz`,
    to && sql`${stories.createdAt} < ${to.toISOString()}::timestamptz`,
  );
}

const fewMatches = 2000;

/**
 * Condition: stories whose ids a search selects. Few ids are read first, since the planner overestimates rare words and
 * then looks for them story by story, which it should do with common words only.
 */
export async function matchingStories(db: Db, ids: SQL): Promise<SQL> {
  const { rows } = await db.execute<{ ref: number }>(sql`SELECT ref FROM ${ids} AS found LIMIT ${fewMatches + 1}`);
  return rows.length > fewMatches ? sql`${stories.id} IN ${ids}` : idIn(rows.map(({ ref }) => ref));
}

// Stories without a category come last.
const section = sql<number>`coalesce(${categories.position}, 2147483647)`;

interface SortRule {
  order: SQL;
  /** The last row's value, which is stored in the cursor. */
  valueOf(row: ListedRow): string;
  /** Condition: after this value. */
  after(value: string, id: number): SQL;
}

const laterThan = (column: SQL | typeof stories.createdAt, value: string, id: number) =>
  sql`(${column}, ${stories.id}) < (${value}::timestamptz, ${id}::integer)`;

// The id breaks ties.
const sorts: Record<StorySort, SortRule> = {
  newest: {
    order: sql`${stories.createdAt} DESC, ${stories.id} DESC`,
    valueOf: ({ createdAt }) => createdAt.toISOString(),
    after: (value, id) => laterThan(stories.createdAt, value, id),
  },
  changed: {
    order: sql`${stories.updatedAt} DESC, ${stories.id} DESC`,
    valueOf: ({ updatedAt }) => updatedAt.toISOString(),
    after: (value, id) => laterThan(stories.updatedAt, value, id),
  },
  title: {
    order: sql`lower(${stories.title}), ${stories.id}`,
    valueOf: ({ title }) => title,
    // PostgreSQL lowercases titles, as in the index; JavaScript's rules differ.
    after: (value, id) => sql`(lower(${stories.title}), ${stories.id}) > (lower(${value}::text), ${id}::integer)`,
  },
  section: {
    order: sql`${section}, ${stories.createdAt} DESC, ${stories.id} DESC`,
    valueOf: ({ section, createdAt }) => `${section} ${createdAt.toISOString()}`,
    after: (value, id) => {
      const [position, at = ''] = value.split(' ');
      return sql`(${section} > ${position}::integer OR ${section} = ${position}::integer AND ${laterThan(stories.createdAt, at, id)})`;
    },
  },
};

/** Position of the last row of a page. */
export interface ListPosition {
  value: string;
  id: number;
}

export const listPosition = (row: ListedRow, sort: StorySort): ListPosition => ({
  value: sorts[sort].valueOf(row),
  id: row.id,
});

export type ListedRow = Awaited<ReturnType<typeof listAllStories>>[number];

/** Stories of the newsroom's list in the chosen order, after a position. */
export function listAllStories(
  db: Db,
  filter: StoryListConditions,
  state: StoryState | undefined,
  { sort, limit, after }: { sort: StorySort; limit: number; after?: ListPosition | undefined },
) {
  const { order, after: beyond } = sorts[sort];
  // Only the ids are looked up by index; the rows, which contain the texts, are read for this page alone.
  const page = db
    .select({ id: stories.id })
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .where(
      and(state ? stateConditions[state] : isNotDeleted, conditions(filter), after && beyond(after.value, after.id)),
    )
    .orderBy(order)
    .limit(limit)
    .as('page');
  return db
    .select({
      id: stories.id,
      title: stories.title,
      status: stories.status,
      publishAt: stories.publishAt,
      category: categories.name,
      section,
      subCategory: subCategories.name,
      submenu: stories.submenu,
      author: stories.author,
      language: stories.language,
      createdAt: stories.createdAt,
      updatedAt: stories.updatedAt,
      deletedAt: stories.deletedAt,
      version: stories.version,
    })
    .from(page)
    .innerJoin(stories, eq(stories.id, page.id))
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .orderBy(order);
}

/** The counts of a list without stories. */
export const noStories: Record<StoryState, number> = {
  draft: 0,
  ready: 0,
  approved: 0,
  scheduled: 0,
  published: 0,
  unpublished: 0,
  trashed: 0,
};

/** Number of stories by state. */
export async function countStates(db: Db, filter: StoryListConditions): Promise<Record<StoryState, number>> {
  const count = sql<number>`count(*)::integer`;
  const where = conditions(filter);
  const [byStatus, [trashed]] = await Promise.all([
    db.select({ status: stories.status, count }).from(stories).where(and(isNotDeleted, where)).groupBy(stories.status),
    db.select({ count }).from(stories).where(and(stateConditions.trashed, where)),
  ]);
  const counts = { ...noStories, trashed: trashed?.count ?? 0 };
  for (const { status, count } of byStatus) counts[status] = count;
  return counts;
}

/** Number of drafts and scheduled stories: all, or those that a user has written or was given. */
export async function countUnpublished(db: Db, ownBy?: number): Promise<{ draft: number; scheduled: number }> {
  const rows = await db
    .select({ status: stories.status, count: sql<number>`count(*)::integer` })
    .from(stories)
    .where(and(sql`${stories.status} <> 'published' AND ${isNotDeleted}`, conditions({ ownBy })))
    .groupBy(stories.status);
  const counts = { ...noStories };
  for (const { status, count } of rows) counts[status] = count;
  return { draft: counts.draft, scheduled: counts.scheduled };
}

/**
 * The different bylines that contain a text. Each is looked up by index, since DISTINCT would read the bylines of all
 * stories, and compared once.
 */
export async function listBylines(db: Db, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ author: string }>(sql`
    WITH RECURSIVE bylines AS (
      SELECT min(author) AS author FROM stories
      UNION ALL
      SELECT (SELECT min(author) FROM stories WHERE author > bylines.author) FROM bylines WHERE author IS NOT NULL)
    SELECT author FROM bylines WHERE author ILIKE ${containsPattern(text)}`);
  return rows.map(({ author }) => author);
}

const accountLimit = 500;

/** Accounts that created stories which are not in the trash, by name. */
export const listStoryAccounts = (db: Db): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.id} IN (SELECT author_id FROM stories WHERE deleted_at IS NULL)`)
    .orderBy(sql`lower(${users.name})`, users.id)
    .limit(accountLimit);
