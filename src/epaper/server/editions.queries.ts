import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { editionPages, editions } from './editions.tables.ts';

export type Edition = typeof editions.$inferSelect;
export type NewEdition = typeof editions.$inferInsert;
export type NewPage = typeof editionPages.$inferInsert;

const kept = isNull(editions.deletedAt);
// By the day that is printed on it; those without one by the day on which they came.
const newestFirst = [
  desc(sql`coalesce(${editions.issueDate}, (${editions.createdAt} AT TIME ZONE 'Asia/Kolkata')::date)`),
  desc(editions.id),
] as const;

export const listEditions = (db: Db, limit: number): Promise<Edition[]> =>
  db
    .select()
    .from(editions)
    .where(kept)
    .orderBy(...newestFirst)
    .limit(limit);

/** Deleted ones included. */
export const listAllEditions = (db: Db, limit: number): Promise<Edition[]> =>
  db.select().from(editions).orderBy(desc(editions.id)).limit(limit);

export const findEdition = async (db: Db, id: number): Promise<Edition | undefined> =>
  (await db.select().from(editions).where(eq(editions.id, id)))[0];

export const findEditionByName = async (db: Db, filename: string): Promise<Edition | undefined> =>
  (
    await db
      .select()
      .from(editions)
      .where(and(eq(editions.filename, filename), kept))
  )[0];

export async function createEdition(db: Db, edition: NewEdition): Promise<Edition> {
  const [created] = await db.insert(editions).values(edition).returning();
  return created as Edition; // an insert without conflict returns its row
}

export const updateEdition = async (db: Db, id: number, change: Partial<NewEdition>): Promise<Edition | undefined> =>
  (
    await db
      .update(editions)
      .set(change)
      .where(and(eq(editions.id, id), kept))
      .returning()
  )[0];

export const deleteEdition = async (db: Db, id: number, now: Date): Promise<boolean> => {
  const { rowCount } = await db
    .update(editions)
    .set({ deletedAt: now })
    .where(and(eq(editions.id, id), kept));
  return rowCount === 1;
};

export const restoreEdition = async (db: Db, id: number, filename: string): Promise<Edition | undefined> =>
  (
    await db
      .update(editions)
      .set({ deletedAt: null, filename })
      .where(and(eq(editions.id, id), isNotNull(editions.deletedAt)))
      .returning()
  )[0];

export const listDeletedBefore = (db: Db, instant: Date, limit: number): Promise<Edition[]> =>
  db.select().from(editions).where(lt(editions.deletedAt, instant)).limit(limit);

export async function purgeEdition(db: Db, id: number): Promise<void> {
  await db.delete(editions).where(eq(editions.id, id));
}

/** Notes what the work on a file has come to, unless the edition has another file by now. */
export const noteWork = async (db: Db, id: number, store: string, change: Partial<NewEdition>): Promise<boolean> => {
  const { rowCount } = await db
    .update(editions)
    .set(change)
    .where(and(eq(editions.id, id), eq(editions.store, store)));
  return rowCount === 1;
};

export async function putPage(db: Db, page: NewPage): Promise<void> {
  const { text, words, widthPt, heightPt } = page;
  const target = [editionPages.editionId, editionPages.page];
  await db.insert(editionPages).values(page).onConflictDoUpdate({ target, set: { text, words, widthPt, heightPt } });
}

export async function deletePages(db: Db, editionId: number): Promise<void> {
  await db.delete(editionPages).where(eq(editionPages.editionId, editionId));
}
