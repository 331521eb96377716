import { and, asc, desc, eq, gte, inArray, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Period } from '#src/epaper/pages/editions.rules.ts';
import { editionDay, isPublished, newestFirst } from '#src/epaper/pages/server/editions.queries.ts';
import { editions } from '#src/epaper/pages/server/editions.tables.ts';
import { printedStories } from '#src/epaper/pages/server/printed-stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { timeZone } from '#src/rules/calendar.rules.ts';
import { compositions } from './compose.tables.ts';

export type CompositionRow = typeof compositions.$inferSelect;
export type NewPrintedStory = Omit<typeof printedStories.$inferInsert, 'id' | 'editionId' | 'store'>;

export async function createComposition(
  db: Db,
  composition: typeof compositions.$inferInsert,
): Promise<CompositionRow> {
  const [created] = await db.insert(compositions).values(composition).returning();
  return created as CompositionRow; // an insert without conflict returns its row
}

/** Whether a draft of this period and first day has ever been created, in any state. */
export const hasDraft = async (db: Db, period: Period, firstDay: string): Promise<boolean> => {
  const itsDays = and(compositions.drafted, eq(compositions.period, period), eq(compositions.firstDay, firstDay));
  return (await db.select({ id: compositions.id }).from(compositions).where(itsDays)).length > 0;
};

/** Creates a draft, unless one of its period and first day was created before. */
export async function createDraft(db: Db, draft: typeof compositions.$inferInsert): Promise<void> {
  await db
    .insert(compositions)
    .values({ ...draft, state: 'draft', drafted: true })
    .onConflictDoNothing();
}

// A draft whose typesetting failed counts as a draft again.
const isDraft = and(compositions.drafted, inArray(compositions.state, ['draft', 'failed']));

/** Waiting drafts, newest first. */
export const listDrafts = (db: Db, limit: number): Promise<CompositionRow[]> =>
  db.select().from(compositions).where(isDraft).orderBy(desc(compositions.id)).limit(limit);

/** Orders a draft of these days as the editor has arranged it; undefined when it is no longer a draft. */
export const orderDraft = async (
  db: Db,
  id: number,
  { period, firstDay, lastDay, ...arranged }: typeof compositions.$inferInsert,
): Promise<CompositionRow | undefined> => {
  const days = [
    eq(compositions.period, period),
    eq(compositions.firstDay, firstDay),
    eq(compositions.lastDay, lastDay),
  ];
  const [ordered] = await db
    .update(compositions)
    .set({ ...arranged, state: 'waiting', failure: null })
    .where(and(eq(compositions.id, id), isDraft, ...days))
    .returning();
  return ordered;
};

// Key of the advisory lock; unique in this database.
const ordersLock = 6_004;

interface OfDays {
  /** The order itself, which is not counted. */
  id?: number | undefined;
  period: Period;
  firstDay: string;
  lastDay: string;
}

/** Other editions of an order's period and days. Locks out other orders until the transaction ends. */
export async function listOfSameDays(tx: Db, order: OfDays) {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${ordersLock})`); // two editors may order the same paper
  return listEditionsOf(tx, order);
}

/** Titles of the scheduled drafts of a period and days. */
export const listDraftsOf = (db: Db, { id = 0, period, firstDay }: OfDays): Promise<{ title: string }[]> =>
  db
    .select({ title: compositions.title })
    .from(compositions)
    .where(and(isDraft, ne(compositions.id, id), eq(compositions.period, period), eq(compositions.firstDay, firstDay)))
    .limit(maxListed);

/**
 * Editions of a period and days, newest first: published from an order for these days, being typeset, or uploaded with
 * an issue date in them.
 */
export async function listEditionsOf(
  db: Db,
  { id = 0, period, firstDay, lastDay }: OfDays,
): Promise<{ id: number | null; title: string }[]> {
  const isOpen = and(ne(compositions.id, id), inArray(compositions.state, ['waiting', 'typesetting']));
  const waiting = await db
    .select({ id: sql<null>`NULL`, title: compositions.title })
    .from(compositions)
    .where(and(eq(compositions.period, period), eq(compositions.firstDay, firstDay), isOpen))
    .orderBy(desc(compositions.id))
    .limit(maxListed);
  const ofDays = or(
    eq(compositions.firstDay, firstDay),
    and(isNull(compositions.id), gte(editionDay, firstDay), lte(editionDay, lastDay)),
  );
  const published = await db
    .select({ id: editions.id, title: editions.title })
    .from(editions)
    .leftJoin(compositions, eq(compositions.editionId, editions.id))
    .where(and(eq(editions.period, period), isPublished, ofDays))
    .orderBy(desc(editions.id))
    .limit(maxListed);
  return [...waiting, ...published];
}

const maxListed = 5;

/** The newest published edition of a period that ends before this day, with its last day and the day when it was made. */
export async function findEditionBefore(db: Db, period: Period, from: string) {
  const lastDay = sql<string>`coalesce(${compositions.lastDay}, ${editionDay})::text`;
  const [found] = await db
    .select({
      lastDay,
      madeOn: sql<string>`(${editions.createdAt} AT TIME ZONE ${sql.raw(`'${timeZone}'`)})::date::text`,
    })
    .from(editions)
    .leftJoin(compositions, eq(compositions.editionId, editions.id))
    .where(and(eq(editions.period, period), isPublished, sql`${lastDay} < ${from}`))
    .orderBy(desc(lastDay), desc(editions.id))
    .limit(1);
  return found;
}

/** Discards a draft; false when it is no draft. */
export const deleteDraft = async (db: Db, id: number): Promise<boolean> =>
  (
    await db
      .update(compositions)
      .set({ state: 'dropped' })
      .where(and(eq(compositions.id, id), isDraft))
  ).rowCount === 1;

export const findComposition = async (db: Db, id: number): Promise<CompositionRow | undefined> =>
  (await db.select().from(compositions).where(eq(compositions.id, id)))[0];

/** Updates the state of an order unless it is done, dropped or a draft. Returns whether a row was updated. */
export async function updateComposition(
  db: Db,
  id: number,
  change: Partial<Pick<CompositionRow, 'state' | 'failure' | 'editionId' | 'number'>>,
): Promise<boolean> {
  const isOpen = and(eq(compositions.id, id), notInArray(compositions.state, ['done', 'draft', 'dropped']));
  return (await db.update(compositions).set(change).where(isOpen)).rowCount === 1;
}

/** Drops the sample's orders that wait. */
export async function dropSampleOrders(db: Db): Promise<void> {
  const waiting = and(eq(compositions.sample, true), eq(compositions.state, 'waiting'));
  await db.update(compositions).set({ state: 'dropped' }).where(waiting);
}

/** The editions made from the sample's orders. */
export const listSampleEditions = async (db: Db): Promise<number[]> =>
  (
    await db.select({ editionId: compositions.editionId }).from(compositions).where(eq(compositions.sample, true))
  ).flatMap(({ editionId }) => editionId ?? []);

// Editions are counted too, since some were uploaded; a number that was printed once is never assigned again.
const next = (period: Period) => sql<number>`(
  SELECT greatest(coalesce(max(numbered.number), 0), (SELECT count(*) FROM ${editions} WHERE ${editions.period} = ${period})) + 1
  FROM ${compositions} AS numbered WHERE numbered.period = ${period})::integer`;

/** The number of the next edition of a period. */
export const nextNumber = async (db: Db, period: Period): Promise<number> =>
  Number((await db.execute(sql`SELECT ${next(period)} AS number`)).rows[0]?.number);

// Key of the advisory lock; unique in this database.
const numbersLock = 6_002;

/** The number of an order; assigned on the first call. */
export const assignNumber = (db: Db, { id, period }: Pick<CompositionRow, 'id' | 'period'>): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${numbersLock})`); // concurrent calls would take the same number
    const number = sql`coalesce(${compositions.number}, ${next(period)})`;
    const [given] = await tx.update(compositions).set({ number }).where(eq(compositions.id, id)).returning();
    return given?.number as number; // just set
  });

export async function insertPrintedStories(
  db: Db,
  { editionId, store }: { editionId: number; store: string },
  printed: NewPrintedStory[],
): Promise<void> {
  // PostgreSQL allows 65,535 parameters per statement; a yearly edition has thousands of story parts.
  for (let from = 0; from < printed.length; from += 1000)
    await db
      .insert(printedStories)
      .values(printed.slice(from, from + 1000).map((story) => ({ ...story, editionId, store })));
}

/** The regions of the stories in an edition's file. */
export const listRegions = (db: Db, store: string, editionId: number) =>
  db
    .select({
      storyId: printedStories.storyId,
      page: printedStories.page,
      title: printedStories.title,
      region: printedStories.region,
      begins: printedStories.begins,
    })
    .from(printedStories)
    .where(and(eq(printedStories.editionId, editionId), eq(printedStories.store, store)))
    .orderBy(asc(printedStories.id));

/** The parts of a story in an edition's file, in reading order. */
export const listPrintedParts = (db: Db, store: string, editionId: number, storyId: number) =>
  db
    .select({ page: printedStories.page, text: printedStories.text })
    .from(printedStories)
    .where(
      and(
        eq(printedStories.editionId, editionId),
        eq(printedStories.store, store),
        eq(printedStories.storyId, storyId),
      ),
    )
    .orderBy(asc(printedStories.id));

/** Published editions that contain a story, with the page on which it begins. */
export const listPrintings = (db: Db, storyId: number, limit: number) =>
  db
    .select({
      editionId: editions.id,
      title: editions.title,
      issueDate: editions.issueDate,
      page: printedStories.page,
    })
    .from(printedStories)
    .innerJoin(editions, and(eq(editions.id, printedStories.editionId), eq(editions.store, printedStories.store)))
    .where(and(eq(printedStories.storyId, storyId), eq(printedStories.begins, true), isPublished))
    .orderBy(...newestFirst, desc(printedStories.id))
    .limit(limit);

/** Drafts and orders in the making whose issue date is in a range. */
export const listOrdersByDate = (db: Db, { from, to }: { from: string; to: string }, limit: number) =>
  db
    .select({
      id: compositions.id,
      title: compositions.title,
      period: compositions.period,
      issueDate: compositions.issueDate,
      state: compositions.state,
    })
    .from(compositions)
    .where(
      and(
        or(isDraft, inArray(compositions.state, ['waiting', 'typesetting'])),
        gte(compositions.issueDate, from),
        lte(compositions.issueDate, to),
      ),
    )
    .orderBy(asc(compositions.issueDate), asc(compositions.id))
    .limit(limit);
