import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Position } from '#src/platform/cursors.ts';
import type { Db } from '#src/platform/db.ts';
import { categories, subCategories } from './categories.tables.ts';
import { pictures, stories } from './stories.tables.ts';

// Spelled out, not as parameters, so that the partial indexes serve these queries.
export const isPublic = sql`${stories.status} = 'published' AND ${stories.deletedAt} IS NULL`;
export const isKept = sql`${stories.deletedAt} IS NULL`;

export const among = (ids: number[]) => sql`${stories.id} = ANY(${sql.param(ids)}::integer[])`;

const columns = {
  story: stories,
  category: categories.name,
  subCategory: subCategories.name,
  picture: pictures.name,
};

const withNames = (db: Db) =>
  db
    .select(columns)
    .from(stories)
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .leftJoin(subCategories, eq(subCategories.id, stories.subCategoryId))
    .leftJoin(pictures, eq(pictures.id, stories.pictureId));

export type StoryRow = Awaited<ReturnType<typeof findStory>> & object;
export type Story = typeof stories.$inferSelect;
export type NewStory = typeof stories.$inferInsert;

/** A story that is not in the trash. */
export const findStory = async (db: Db, id: number) => (await withNames(db).where(and(eq(stories.id, id), isKept)))[0];

export type StoryFilter = { categoryId?: number; subCategoryId?: number; others?: boolean };

const matching = ({ categoryId, subCategoryId, others }: StoryFilter): SQL | undefined =>
  and(
    categoryId === undefined ? undefined : eq(stories.categoryId, categoryId),
    subCategoryId === undefined ? undefined : eq(stories.subCategoryId, subCategoryId),
    others ? sql`${stories.submenu} IS NOT NULL` : undefined,
  );

/** Public stories that a filter lets through, after a position in the order of time and id. */
export const publicMatching = (filter: StoryFilter, after?: Position): SQL | undefined =>
  and(
    isPublic,
    matching(filter),
    after &&
      sql`(${stories.createdAt}, ${stories.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::integer)`,
  );

const newestFirst = [desc(stories.createdAt), desc(stories.id)];

/**
 * Public stories, newest first, after a position: so many, or fewer once their texts have `maxBytes` together. The last of
 * them may pass that, so there is always one.
 */
export function listStories(
  db: Db,
  filter: StoryFilter,
  { limit, maxBytes, after }: { limit: number; maxBytes: number; after?: Position | undefined },
): Promise<StoryRow[]> {
  // The length of a text is known without reading it.
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
  return withNames(db)
    .innerJoin(newest, eq(newest.id, stories.id))
    .where(lt(newest.earlierBytes, maxBytes))
    .orderBy(...newestFirst);
}

export const listUnpublished = (db: Db, limit: number): Promise<StoryRow[]> =>
  withNames(db)
    .where(sql`${stories.status} <> 'published' AND ${isKept}`)
    .orderBy(desc(stories.updatedAt))
    .limit(limit);

export const listDeleted = (db: Db, limit: number): Promise<StoryRow[]> =>
  withNames(db).where(sql`${stories.deletedAt} IS NOT NULL`).orderBy(desc(stories.deletedAt)).limit(limit);

export async function createStory(db: Db, story: NewStory): Promise<number> {
  const [created] = await db.insert(stories).values(story).returning({ id: stories.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

/** Changes a story that still has this version; false when it has moved on meanwhile. */
export async function updateStory(db: Db, id: number, version: number, change: Partial<NewStory>): Promise<boolean> {
  const { rowCount } = await db
    .update(stories)
    .set({ ...change, version: version + 1 })
    .where(and(eq(stories.id, id), eq(stories.version, version), isKept));
  return rowCount === 1;
}

/** Moves a locked story within its section of the board. */
export async function setBoardTime(tx: Db, id: number, boardAt: Date): Promise<void> {
  await tx.update(stories).set({ boardAt }).where(eq(stories.id, id));
}

/** Undefined when there is no such story, or it is in the trash already. */
export async function deleteStory(db: Db, id: number, now: Date): Promise<{ pictureId: number | null } | undefined> {
  const deleted = db
    .update(stories)
    .set({ deletedAt: now, versionGroup: null }) // leaves room for another version in its language
    .where(and(eq(stories.id, id), isKept));
  return (await deleted.returning({ pictureId: stories.pictureId }))[0];
}

/** Lets a group of language versions begin with a story that stands alone. */
export const beginVersions = (tx: Db, id: number) =>
  tx
    .update(stories)
    .set({ versionGroup: id })
    .where(and(eq(stories.id, id), sql`${stories.versionGroup} IS NULL`));

/** Undefined when the story is not in the trash. */
export async function restoreStory(db: Db, id: number): Promise<Pick<Story, 'status' | 'pictureId'> | undefined> {
  const restored = db.update(stories).set({ deletedAt: null });
  const inTrash = restored.where(and(eq(stories.id, id), sql`${stories.deletedAt} IS NOT NULL`));
  return (await inTrash.returning({ status: stories.status, pictureId: stories.pictureId }))[0];
}

/** Scheduled stories whose time has come become public, dated by that time. */
export async function publishDue(db: Db, now: Date): Promise<{ id: number; pictureId: number | null }[]> {
  return db
    .update(stories)
    .set({
      status: 'published',
      createdAt: sql`${stories.publishAt}`,
      boardAt: sql`${stories.publishAt}`,
      updatedAt: now,
      publishAt: null,
      version: sql`${stories.version} + 1`,
    })
    .where(
      sql`${stories.status} = 'scheduled' AND ${isKept} AND ${stories.publishAt} <= ${now.toISOString()}::timestamptz`,
    )
    .returning({ id: stories.id, pictureId: stories.pictureId });
}

/** Returns the ids of those that went. */
export async function purgeDeletedBefore(db: Db, instant: Date): Promise<number[]> {
  const purged = db.delete(stories).where(sql`${stories.deletedAt} < ${instant.toISOString()}::timestamptz`);
  return (await purged.returning({ id: stories.id })).map(({ id }) => id);
}

/** Locks stories by their ids until the transaction ends, whoever may read them. */
export const lockInTurn = (tx: Db, ids: number[]) =>
  tx.select({ id: stories.id }).from(stories).where(among(ids)).orderBy(stories.id).for('update');

/** Locks public stories against other changes until the transaction ends. */
export const lockStories = (tx: Db, ids: number[]): Promise<Story[]> =>
  tx
    .select()
    .from(stories)
    .where(and(isPublic, among(ids)))
    .orderBy(stories.id)
    .for('update');
