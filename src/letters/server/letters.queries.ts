import { and, asc, desc, eq, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { LetterList } from '../letters.rules.ts';
import { letters } from './letters.tables.ts';

type NewLetter = typeof letters.$inferInsert;
export type LetterChange = Partial<Omit<NewLetter, 'id' | 'version'>>;

/** The published letters about a story, newest first, before an id. */
export const listPublished = (db: Db, storyId: number, limit: number, before?: number) =>
  db
    .select({
      id: letters.id,
      name: letters.name,
      place: letters.place,
      text: letters.text,
      language: letters.language,
      publishedAt: letters.publishedAt,
    })
    .from(letters)
    .where(
      and(
        eq(letters.storyId, storyId),
        eq(letters.state, 'published'),
        before === undefined ? undefined : lt(letters.id, before),
      ),
    )
    .orderBy(desc(letters.id))
    .limit(limit);
export type PublishedRow = Awaited<ReturnType<typeof listPublished>>[number];

const selected = (db: Db) =>
  db
    .select({
      letter: letters,
      story: { id: stories.id, title: stories.title, categoryId: stories.categoryId },
      decidedBy: users.name,
    })
    .from(letters)
    .innerJoin(stories, eq(stories.id, letters.storyId))
    .leftJoin(users, eq(users.id, letters.decidedBy));
export type LetterRow = Awaited<ReturnType<typeof selected>>[number];

const within: Record<LetterList, SQL | undefined> = {
  waiting: eq(letters.state, 'waiting'),
  published: eq(letters.state, 'published'),
  declined: eq(letters.state, 'declined'),
  print: and(eq(letters.state, 'published'), isNotNull(letters.pickedAt)),
};

/** A list of the newsroom, newest first, before an id. */
export const listLetters = (db: Db, list: LetterList, limit: number, before?: number) =>
  selected(db)
    .where(and(within[list], before === undefined ? undefined : lt(letters.id, before)))
    .orderBy(desc(letters.id))
    .limit(limit);

/** The letters that are picked for print, those of a story together, in the order in which they were picked. */
export const listPicked = (db: Db, limit: number) =>
  selected(db).where(within.print).orderBy(asc(letters.storyId), asc(letters.pickedAt), asc(letters.id)).limit(limit);

/** The published ones among these letters, in the order of `listPicked`, whether or not they are picked. */
export const listPrinted = (db: Db, ids: number[]) =>
  selected(db)
    .where(and(within.published, inArray(letters.id, ids)))
    .orderBy(asc(letters.storyId), asc(letters.pickedAt), asc(letters.id));

export const findLetter = async (db: Db, id: number): Promise<LetterRow | undefined> =>
  (await selected(db).where(eq(letters.id, id)))[0];

/** The existing ones among these letters, locked until the transaction ends, in the order of their ids. */
export async function lockLetters(tx: Db, ids: number[]): Promise<LetterRow[]> {
  const locked = tx.select({ id: letters.id }).from(letters).where(inArray(letters.id, ids)).orderBy(asc(letters.id));
  await locked.for('update');
  // A separate query: after waiting for the lock, the locking one would return outdated columns of joined tables.
  return selected(tx).where(inArray(letters.id, ids)).orderBy(asc(letters.id));
}

export async function findByToken(db: Db, tokenHash: string): Promise<LetterRow['letter'] | undefined> {
  const [row] = await db.select().from(letters).where(eq(letters.tokenHash, tokenHash));
  return row;
}

// Key of the advisory lock; unique in this database.
const letterLock = 6_021;

/** Makes other letters about the story wait until the transaction ends, so that nobody stores two at the same time. */
export const lockStoryForLetters = (tx: Db, storyId: number) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(${letterLock}, ${storyId})`);

/** Whether another letter from this address about the story waits or is published. */
export const hasOtherOpen = async (
  db: Db,
  { storyId, email, id }: { storyId: number; email: string; id?: number },
): Promise<boolean> =>
  (await db.$count(
    letters,
    and(
      eq(letters.storyId, storyId),
      eq(sql`lower(${letters.email})`, email.toLowerCase()),
      inArray(letters.state, ['waiting', 'published']),
      id === undefined ? undefined : ne(letters.id, id),
    ),
  )) > 0;

export const createLetter = async (tx: Db, letter: NewLetter): Promise<number> => {
  const [created] = await tx.insert(letters).values(letter).returning({ id: letters.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
};

/** Confirms a letter. Returns false if it was confirmed before. */
export const confirmLetter = async (tx: Db, id: number): Promise<boolean> =>
  (
    await tx
      .update(letters)
      .set({ state: 'waiting', tokenHash: null })
      .where(and(eq(letters.id, id), eq(letters.state, 'unconfirmed')))
      .returning({ id: letters.id })
  ).length > 0;

export const updateLetters = async (tx: Db, ids: number[], change: LetterChange): Promise<void> => {
  await tx
    .update(letters)
    .set({ ...change, version: sql`${letters.version} + 1` })
    .where(inArray(letters.id, ids));
};

export const countWaiting = (db: Db): Promise<number> => db.$count(letters, eq(letters.state, 'waiting'));

/** Deletes letters that were declined, or sent and never confirmed, before an instant; returns their number. */
export async function deleteClosedBefore(db: Db, instant: Date): Promise<number> {
  const { rowCount } = await db
    .delete(letters)
    .where(
      or(
        and(eq(letters.state, 'declined'), lt(letters.decidedAt, instant)),
        and(eq(letters.state, 'unconfirmed'), lt(letters.createdAt, instant)),
      ),
    );
  return rowCount ?? 0;
}

/** Removes the addresses of the writers of letters that were published before an instant. */
export async function eraseAddressesBefore(db: Db, instant: Date): Promise<void> {
  await db
    .update(letters)
    .set({ email: null })
    .where(and(eq(letters.state, 'published'), lt(letters.publishedAt, instant), isNotNull(letters.email)));
}

/** All letters of a user, with the titles of their stories. */
export const listLettersOf = (db: Db, userId: number) =>
  selected(db).where(eq(letters.userId, userId)).orderBy(asc(letters.id));

/** Deletes a user’s letters; published ones stay, without what identifies him. */
export async function eraseLettersOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(letters).where(and(eq(letters.userId, userId), ne(letters.state, 'published')));
  await tx
    .update(letters)
    .set({ name: '', place: '', email: null, sent: null, userId: null, version: sql`${letters.version} + 1` })
    .where(eq(letters.userId, userId));
}
