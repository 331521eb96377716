import { and, count, desc, eq, getTableColumns, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { timeZone } from '#src/rules/calendar.rules.ts';
import { numberedFilename } from '../editions.rules.ts';
import { editionPages, editions } from './editions.tables.ts';

export type Edition = typeof editions.$inferSelect;
export type NewEdition = typeof editions.$inferInsert;
export type NewPage = typeof editionPages.$inferInsert;

/** Not deleted. */
export const isPublished = isNull(editions.deletedAt);
// By issue date; editions without one by their creation date.
export const editionDay = sql`coalesce(${editions.issueDate}, (${editions.createdAt} AT TIME ZONE ${sql.raw(`'${timeZone}'`)})::date)`;
export const newestFirst = [desc(editionDay), desc(editions.id)] as const;

export const listEditions = (db: Db, limit: number): Promise<Edition[]> =>
  db
    .select()
    .from(editions)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit);

export interface Month {
  year: number;
  month: number;
}

/** Editions of a month or, without one, the newest `most` of each period; always includes the one with this id. */
export const listLibrary = (
  db: Db,
  { month, most, id }: { month: Month | undefined; most: number; id: number | undefined },
): Promise<Edition[]> => {
  const position = sql<number>`row_number() OVER (PARTITION BY ${editions.period} ORDER BY ${editionDay} DESC, ${editions.id} DESC)`;
  const ranked = db
    .select({ id: editions.id, position: position.as('position') })
    .from(editions)
    .where(isPublished)
    .as('ranked');
  const shown = month ? sql`date_trunc('month', ${editionDay}) = ${firstDay(month)}::date` : lte(ranked.position, most);
  return db
    .select(getTableColumns(editions))
    .from(editions)
    .innerJoin(ranked, eq(ranked.id, editions.id))
    .where(id === undefined ? shown : or(shown, eq(editions.id, id)))
    .orderBy(...newestFirst)
    .limit(1000);
};

const firstDay = ({ year, month }: Month) => `${year}-${String(month).padStart(2, '0')}-01`;

/** Months that have editions, newest first. */
export async function listMonths(db: Db): Promise<(Month & { count: number })[]> {
  const month = sql<string>`to_char(${editionDay}, 'YYYY-MM')`;
  const rows = await db
    .select({ month, count: count() })
    .from(editions)
    .where(isPublished)
    .groupBy(sql`1`)
    .orderBy(sql`1 DESC`);
  return rows.map((row) => ({
    year: Number(row.month.slice(0, 4)),
    month: Number(row.month.slice(5)),
    count: row.count,
  }));
}

/** Published editions of these days, by issue date or day of creation. */
export const listEditionsByDate = (db: Db, { from, to }: { from: string; to: string }, limit: number) =>
  db
    .select({ id: editions.id, title: editions.title, period: editions.period, day: sql<string>`${editionDay}::text` })
    .from(editions)
    .where(and(isPublished, gte(editionDay, from), lte(editionDay, to)))
    .orderBy(editionDay, editions.id)
    .limit(limit);

/** All editions, including deleted ones. */
export const listAllEditions = (db: Db, limit: number): Promise<Edition[]> =>
  db.select().from(editions).orderBy(desc(editions.id)).limit(limit);

export const findEdition = async (db: Db, id: number): Promise<Edition | undefined> =>
  (await db.select().from(editions).where(eq(editions.id, id)))[0];

/** An edition that is not deleted; with `hold`, nobody changes or deletes it before the transaction ends. */
export async function findPublishedEdition(db: Db, id: number, hold = false): Promise<Edition | undefined> {
  const edition = db
    .select()
    .from(editions)
    .where(and(eq(editions.id, id), isPublished));
  return (await (hold ? edition.for('share') : edition))[0];
}

/** Those of these editions that are not deleted, with the keys of their files. */
export const listPublishedStores = (db: Db, ids: number[]): Promise<Pick<Edition, 'id' | 'store'>[]> =>
  db
    .select({ id: editions.id, store: editions.store })
    .from(editions)
    .where(and(inArray(editions.id, ids), isPublished));

export const findEditionByName = async (db: Db, filename: string): Promise<Edition | undefined> =>
  (
    await db
      .select()
      .from(editions)
      .where(and(eq(editions.filename, filename), isPublished))
  )[0];

// Key of the advisory lock; unique in this database.
const filenamesLock = 6_005;

/** This filename, or with the first number that no edition has; nobody else gets it before the transaction ends. */
export async function lockFreeFilename(tx: Db, filename: string): Promise<string> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${filenamesLock})`);
  for (let number = 1; ; number += 1) {
    const numbered = numberedFilename(filename, number);
    if (number === 1000 || !(await findEditionByName(tx, numbered))) return numbered;
  }
}

export async function createEdition(db: Db, edition: NewEdition): Promise<Edition> {
  const [created] = await db.insert(editions).values(edition).returning();
  return created as Edition; // an insert without conflict returns its row
}

/** Changes an edition that its caller has locked. */
export async function updateEdition(tx: Db, id: number, change: Partial<NewEdition>): Promise<Edition> {
  const [updated] = await tx.update(editions).set(change).where(eq(editions.id, id)).returning();
  return updated as Edition; // it exists, since it is locked
}

export const deleteEdition = async (db: Db, id: number, now: Date): Promise<boolean> => {
  const { rowCount } = await db
    .update(editions)
    .set({ deletedAt: now })
    .where(and(eq(editions.id, id), isPublished));
  return rowCount === 1;
};

export const listDeletedBefore = async (db: Db, instant: Date, limit: number): Promise<number[]> =>
  (await db.select({ id: editions.id }).from(editions).where(lt(editions.deletedAt, instant)).limit(limit)).map(
    ({ id }) => id,
  );

/** Locks an edition against other changes until the transaction ends; deleted ones too. */
export const lockEdition = async (tx: Db, id: number): Promise<Edition | undefined> =>
  (await tx.select().from(editions).where(eq(editions.id, id)).for('update'))[0];

export async function purgeEdition(db: Db, id: number): Promise<void> {
  await db.delete(editions).where(eq(editions.id, id));
}

/** Updates the processing state of a file, unless the edition has another file by now. */
export const setProcessingState = async (
  db: Db,
  id: number,
  store: string,
  change: Partial<NewEdition>,
): Promise<boolean> => {
  const { rowCount } = await db
    .update(editions)
    .set(change)
    .where(and(eq(editions.id, id), eq(editions.store, store)));
  return rowCount === 1;
};

/** Stores a page that was made from a file, unless the edition has another file by now. */
export async function putPage(db: Db, store: string, page: NewPage): Promise<boolean> {
  const { editionId, text, words, headlines, articleTexts, widthPt, heightPt } = page;
  const target = [editionPages.editionId, editionPages.page];
  const searchText = sql`CASE WHEN ${editionPages.corrected} IS NULL THEN excluded.search_text ELSE ${editionPages.searchText} END`;
  return db.transaction(async (tx) => {
    // A transaction that replaces the file waits for this lock, and deletes the page with the others.
    const isOf = and(eq(editions.id, editionId), eq(editions.store, store));
    const [edition] = await tx.select({ id: editions.id }).from(editions).where(isOf).for('share');
    if (!edition) return false;
    await tx
      .insert(editionPages)
      .values(page)
      .onConflictDoUpdate({ target, set: { text, words, headlines, articleTexts, widthPt, heightPt, searchText } });
    return true;
  });
}

export async function deletePages(db: Db, editionId: number): Promise<void> {
  await db.delete(editionPages).where(eq(editionPages.editionId, editionId));
}

/** Pages for search results: of editions that are not deleted, without the text of pages beyond `readableUpTo`. */
export const listFoundPages = (db: Db, refs: { ref: number; page: number }[], readableUpTo: number) =>
  db
    .select({
      editionId: editionPages.editionId,
      page: editionPages.page,
      text: sql<
        string | null
      >`CASE WHEN ${editionPages.page} <= ${readableUpTo} THEN coalesce(${editionPages.searchText}, ${editionPages.corrected}, ${editionPages.text}) END`,
      title: editions.title,
      cover: editions.cover,
      issueDate: editions.issueDate,
      createdAt: editions.createdAt,
      place: editions.place,
    })
    .from(editionPages)
    .innerJoin(editions, and(eq(editions.id, editionPages.editionId), isPublished))
    .where(
      sql`(${editionPages.editionId}, ${editionPages.page}) IN (
        SELECT ref, page FROM jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) AS asked(ref integer, page integer))`,
    );
