import { and, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { workingCopies } from '#src/news/schema/server/working-copies.tables.ts';
import type { Db } from '#src/platform/database/db.ts';

type NewCopy = typeof workingCopies.$inferInsert;

const head = {
  id: workingCopies.id,
  storyId: workingCopies.storyId,
  version: workingCopies.version,
  revision: workingCopies.revision,
  writer: workingCopies.writer,
  title: sql<string | null>`${workingCopies.fields}->>'news_title'`,
  updatedAt: workingCopies.updatedAt,
};

const ofUser = (userId: number, id: string) => and(eq(workingCopies.id, id), eq(workingCopies.userId, userId));

export const listWorkingCopies = (db: Db, userId: number, storyId: number | undefined, limit: number) =>
  db
    .select(head)
    .from(workingCopies)
    .where(
      and(
        eq(workingCopies.userId, userId),
        storyId === undefined ? isNull(workingCopies.storyId) : eq(workingCopies.storyId, storyId),
      ),
    )
    .orderBy(desc(workingCopies.updatedAt))
    .limit(limit);

/** All working copies of a user with their texts, of new and of existing stories. */
export const listWorkingCopiesOf = (db: Db, userId: number) =>
  db
    .select({ ...head, fields: workingCopies.fields })
    .from(workingCopies)
    .where(eq(workingCopies.userId, userId))
    .orderBy(workingCopies.createdAt);

export type WorkingCopyHeadRow = Awaited<ReturnType<typeof listWorkingCopies>>[number];

export const findWorkingCopy = async (db: Db, userId: number, id: string) =>
  (
    await db
      .select({
        ...head,
        fields: workingCopies.fields,
        pictureId: workingCopies.pictureId,
        removesPicture: workingCopies.removesPicture,
        picture: pictures.name,
      })
      .from(workingCopies)
      .leftJoin(pictures, eq(pictures.id, workingCopies.pictureId))
      .where(ofUser(userId, id))
  )[0];

const ownedStory = {
  id: stories.id,
  authorId: stories.authorId,
  categoryId: stories.categoryId,
  status: stories.status,
};

/** The story of a working copy, also one in the trash. */
export const findStoryOfCopy = async (db: Db, userId: number, id: string) =>
  (
    await db
      .select(ownedStory)
      .from(workingCopies)
      .innerJoin(stories, eq(stories.id, workingCopies.storyId))
      .where(ofUser(userId, id))
  )[0];

/** A story to begin a working copy of, also one in the trash. */
export const findStoryToCopy = async (db: Db, id: number) =>
  (await db.select(ownedStory).from(stories).where(eq(stories.id, id)))[0];

export const countWorkingCopies = async (db: Db, userId: number): Promise<number> =>
  (await db.select({ all: count() }).from(workingCopies).where(eq(workingCopies.userId, userId)))[0]?.all ?? 0;

/** Inserts a working copy; undefined if there is one with this id. */
export const createWorkingCopy = async (db: Db, copy: NewCopy): Promise<WorkingCopyHeadRow | undefined> =>
  (await db.insert(workingCopies).values(copy).onConflictDoNothing().returning(head))[0];

/** Replaces a working copy that has the revision `seen` or was saved last by the same form; else returns undefined. */
export const updateWorkingCopy = async (
  db: Db,
  { userId, id, seen, writer }: { userId: number; id: string; seen: number; writer: string },
  change: Partial<NewCopy>,
): Promise<WorkingCopyHeadRow | undefined> =>
  (
    await db
      .update(workingCopies)
      .set({ ...change, writer, revision: sql`${workingCopies.revision} + 1` })
      .where(and(ofUser(userId, id), or(eq(workingCopies.revision, seen), eq(workingCopies.writer, writer))))
      .returning(head)
  )[0];

export async function deleteWorkingCopy(db: Db, userId: number, id: string): Promise<void> {
  await db.delete(workingCopies).where(ofUser(userId, id));
}

export async function deleteWorkingCopiesOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(workingCopies).where(eq(workingCopies.userId, userId));
}

/** Deletes working copies that were last changed before an instant; returns their number. */
export const deleteWorkingCopiesBefore = async (db: Db, instant: Date): Promise<number> =>
  (await db.delete(workingCopies).where(lt(workingCopies.updatedAt, instant))).rowCount ?? 0;
