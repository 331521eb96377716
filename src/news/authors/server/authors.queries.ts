import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { slugOf } from '#src/news/categories/categories.rules.ts';
import { renamableQueries } from '#src/news/entries/server/entries.queries.ts';
import { storySubject } from '#src/news/schema/columns.rules.ts';
import { authorRedirects, authors } from '#src/news/schema/server/authors.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { AuthorRef } from '../authors.rules.ts';

export type AuthorRow = Awaited<ReturnType<typeof listAuthors>>[number];

const ids = (list: readonly number[]) => sql`${sql.param(list)}::integer[]`;

/**
 * Column of a query that joins other tables: the authors of a story, in order. Merged authors are replaced by their
 * target; deleted ones are missing. Two index scans, because one condition with OR would read all authors.
 */
export const storyAuthors = sql<AuthorRef[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', named.id, 'name', named.name, 'slug', named.slug) ORDER BY ref.place)
  FROM unnest(${stories.authorIds}) WITH ORDINALITY AS ref (id, place)
  CROSS JOIN LATERAL (
    SELECT ${authors.id}, ${authors.name}, ${authors.slug} FROM ${authors} WHERE ${authors.id} = ref.id
    UNION ALL
    SELECT ${authors.id}, ${authors.name}, ${authors.slug} FROM ${authors} WHERE ${authors.formerIds} @> ARRAY[ref.id]) AS named),
  '[]'::jsonb)`;

export const authorQueries = renamableQueries(authors, authorRedirects.authorId);

const selectAuthors = (db: Db) =>
  db
    .select({
      id: authors.id,
      name: authors.name,
      slug: authors.slug,
      role: authors.role,
      bio: authors.bio,
      language: authors.language,
      portrait: authors.portrait,
      email: authors.email,
      x: authors.x,
      instagram: authors.instagram,
      userId: authors.userId,
      former_ids: authors.formerIds,
      former_slugs: authorQueries.formerSlugs,
      version: authors.version,
    })
    .from(authors);

/** All authors, by name. */
export const listAuthors = (db: Db) => selectAuthors(db).orderBy(asc(authors.name), asc(authors.id));

export const findAuthorById = async (db: Db, id: number): Promise<AuthorRow | undefined> =>
  (await selectAuthors(db).where(eq(authors.id, id)))[0];

const integerMax = 2_147_483_647;

/**
 * Authors by ids or slugs, also former ones. `lock` keeps their names and ids as they are until the transaction ends;
 * in order of id to avoid deadlocks.
 */
export function findAuthorsByRefs(db: Db, refs: readonly string[], lock = false): Promise<AuthorRow[]> {
  const isId = (ref: string) => /^\d+$/.test(ref);
  const numbers = ids(
    refs
      .filter(isId)
      .map(Number)
      .filter((id) => id <= integerMax),
  );
  const slugs = refs.filter((ref) => !isId(ref)).map(slugOf);
  const found = selectAuthors(db)
    .where(
      or(
        sql`${authors.id} = ANY(${numbers})`,
        sql`${authors.formerIds} && ${numbers}`,
        slugs.length ? inArray(authors.slug, slugs) : undefined,
        slugs.length
          ? sql`${authors.id} IN (SELECT ${authorRedirects.authorId} FROM ${authorRedirects} WHERE ${inArray(authorRedirects.slug, slugs)})`
          : undefined,
      ),
    )
    .orderBy(authors.id);
  return lock ? found.for('share', { of: authors }) : found;
}

export const findAuthorOfUser = async (db: Db, userId: number): Promise<AuthorRow | undefined> =>
  (await selectAuthors(db).where(eq(authors.userId, userId)))[0];

export async function createAuthor(db: Db, author: typeof authors.$inferInsert): Promise<number> {
  const [created] = await db.insert(authors).values(author).returning({ id: authors.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

const isOfAuthor = sql`${stories.authorIds} && (${authors.id} || ${authors.formerIds})`;

/** How many stories each author has, and how many have his name as a text only. */
export async function countAuthorStories(db: Db) {
  // By two indexes for each author; a join would read all stories.
  const { rows } = await db.execute<{ id: number; stories: number; unlinked: number }>(sql`
    SELECT ${authors.id}, (SELECT count(*)::integer FROM ${stories} WHERE ${isOfAuthor}) AS stories,
      (SELECT count(*)::integer FROM ${stories} WHERE ${stories.author} = ${authors.name} AND NOT ${isOfAuthor} AND ${hasNoAuthors}) AS unlinked
    FROM ${authors}`);
  return rows;
}

// Also without authors: all of them were deleted, and their ids stay.
const hasNoAuthors = sql`(${stories.authorIds} = '{}' OR (
  NOT EXISTS (SELECT FROM ${authors} AS other WHERE other.id = ANY(${stories.authorIds}))
  AND NOT EXISTS (SELECT FROM ${authors} AS other WHERE other.former_ids && ${stories.authorIds})))`;

export const countUnlinked = (db: Db, name: string): Promise<number> =>
  db.$count(stories, and(eq(stories.author, name), hasNoAuthors));

/** Locks at most `limit` stories that have this name as their byline and no authors. Returns their ids. */
export async function lockUnlinked(tx: Db, name: string, limit: number): Promise<number[]> {
  const unlinked = tx
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.author, name), hasNoAuthors))
    .orderBy(stories.id)
    .limit(limit);
  return (await unlinked.for('update')).map(({ id }) => id);
}

/** Links locked stories to an author. Neither `version` nor `updatedAt` changes: an open form still saves. */
export async function linkStories(tx: Db, storyIds: number[], authorId: number): Promise<void> {
  await tx
    .update(stories)
    .set({ authorIds: [authorId] })
    .where(sql`${stories.id} = ANY(${ids(storyIds)})`);
}

/** Query: the subjects of the audit events of stories. */
export const subjectsOf = (storyIds: number[]): SQL =>
  sql`SELECT ${storySubject('')} || id FROM unnest(${ids(storyIds)}) AS story (id)`;

/** Locks the next stories of authors above an id, in its order, also those in the trash. */
export const lockStoriesOfAuthors = (tx: Db, authorIds: number[], after: number, limit: number) =>
  tx
    .select({
      id: stories.id,
      author: stories.author,
      language: stories.language,
      authorIds: stories.authorIds,
    })
    .from(stories)
    .where(sql`${stories.authorIds} && ${ids(authorIds)} AND ${stories.id} > ${after}`)
    .orderBy(stories.id)
    .limit(limit)
    .for('update');

/** Rewrites the bylines of locked stories. Neither `version` nor `updatedAt` changes: an open form still saves. */
export async function setBylines(tx: Db, bylines: { id: number; author: string }[]): Promise<void> {
  const storyIds = bylines.map(({ id }) => id);
  await tx.execute(sql`UPDATE ${stories} SET author = changed.author
    FROM unnest(${ids(storyIds)}, ${sql.param(bylines.map(({ author }) => author))}::text[]) AS changed (id, author)
    WHERE ${stories.id} = changed.id`);
}

/** Slugs of the authors of public stories. */
export const listAuthorsWithStories = async (db: Db): Promise<string[]> =>
  (
    await db
      .select({ slug: authors.slug })
      .from(authors)
      .where(
        sql`EXISTS (SELECT FROM ${stories} WHERE ${isOfAuthor}
          AND ${stories.status} = 'published' AND ${stories.deletedAt} IS NULL)`,
      )
      .orderBy(asc(authors.id))
  ).map(({ slug }) => slug);

/** Slugs of the authors of some stories. */
export const listAuthorSlugs = async (db: Db, storyIds: number[]): Promise<string[]> =>
  (
    await db
      .selectDistinct({ slug: authors.slug })
      .from(authors)
      .innerJoin(stories, isOfAuthor)
      .where(sql`${stories.id} = ANY(${ids(storyIds)})`)
  ).map(({ slug }) => slug);
