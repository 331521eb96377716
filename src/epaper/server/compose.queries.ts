import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import type { Period } from '../editions.rules.ts';
import { compositions, printedStories } from './compose.tables.ts';
import { newestFirst, onRack } from './editions.queries.ts';
import { editions } from './editions.tables.ts';

export type CompositionRow = typeof compositions.$inferSelect;
export type PrintedStory = typeof printedStories.$inferSelect;
export type NewPrintedStory = Omit<typeof printedStories.$inferInsert, 'id' | 'editionId' | 'store'>;

export async function createComposition(
  db: Db,
  composition: typeof compositions.$inferInsert,
): Promise<CompositionRow> {
  const [created] = await db.insert(compositions).values(composition).returning();
  return created as CompositionRow; // an insert without conflict returns its row
}

/** Whether there has been a draft of this period and first day, whatever came of it. */
export const hasDraft = async (db: Db, period: Period, firstDay: string): Promise<boolean> => {
  const itsDays = and(compositions.drafted, eq(compositions.period, period), eq(compositions.firstDay, firstDay));
  return (await db.select({ id: compositions.id }).from(compositions).where(itsDays)).length > 0;
};

/** Keeps a draft, unless there has been one of its period and first day. */
export async function createDraft(db: Db, draft: typeof compositions.$inferInsert): Promise<void> {
  await db
    .insert(compositions)
    .values({ ...draft, state: 'draft', drafted: true })
    .onConflictDoNothing();
}

// One that could not be typeset waits again.
const isDraft = and(compositions.drafted, inArray(compositions.state, ['draft', 'failed']));

/** Drafts that wait, newest first. */
export const listDrafts = (db: Db, limit: number): Promise<CompositionRow[]> =>
  db.select().from(compositions).where(isDraft).orderBy(desc(compositions.id)).limit(limit);

/** Orders a draft of these days as it has been arranged; undefined when none waits. */
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

/** Takes a draft off the list; false when it is none. */
export const dropDraft = async (db: Db, id: number): Promise<boolean> =>
  (
    await db
      .update(compositions)
      .set({ state: 'dropped' })
      .where(and(eq(compositions.id, id), isDraft))
  ).rowCount === 1;

export const findComposition = async (db: Db, id: number): Promise<CompositionRow | undefined> =>
  (await db.select().from(compositions).where(eq(compositions.id, id)))[0];

/** Notes how far an order is; one that is done stays so. Returns whether it was noted. */
export async function noteComposition(
  db: Db,
  id: number,
  change: Partial<Pick<CompositionRow, 'state' | 'failure' | 'editionId' | 'number'>>,
): Promise<boolean> {
  const isOpen = and(eq(compositions.id, id), notInArray(compositions.state, ['done', 'draft', 'dropped']));
  return (await db.update(compositions).set(change).where(isOpen)).rowCount === 1;
}

export const hasSampleComposition = async (db: Db): Promise<boolean> =>
  (await db.select({ id: compositions.id }).from(compositions).where(eq(compositions.sample, true)).limit(1)).length >
  0;

/** The editions that the sample's orders have come to. */
export const listSampleEditions = async (db: Db): Promise<number[]> =>
  (
    await db.select({ editionId: compositions.editionId }).from(compositions).where(eq(compositions.sample, true))
  ).flatMap(({ editionId }) => editionId ?? []);

// Those on the rack are counted too, since some were uploaded; a number that was printed once is never given again.
const next = (period: Period) => sql<number>`(
  SELECT greatest(coalesce(max(numbered.number), 0), (SELECT count(*) FROM ${editions} WHERE ${editions.period} = ${period})) + 1
  FROM ${compositions} AS numbered WHERE numbered.period = ${period})::integer`;

/** The number that the next edition of a period would have. */
export const nextNumber = async (db: Db, period: Period): Promise<number> =>
  Number((await db.execute(sql`SELECT ${next(period)} AS number`)).rows[0]?.number);

// A number that nothing else in this database locks by.
const numbersLock = 6_002;

/** The number of an order, given when it is asked for first. */
export const giveNumber = (db: Db, { id, period }: Pick<CompositionRow, 'id' | 'period'>): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${numbersLock})`); // two at once would take the same one
    const number = sql`coalesce(${compositions.number}, ${next(period)})`;
    const [given] = await tx.update(compositions).set({ number }).where(eq(compositions.id, id)).returning();
    return given?.number as number; // just set
  });

export async function putPrinted(
  db: Db,
  { editionId, store }: { editionId: number; store: string },
  printed: NewPrintedStory[],
): Promise<void> {
  // PostgreSQL takes 65,535 parameters a statement; a year has some thousand parts of stories.
  for (let from = 0; from < printed.length; from += 1000)
    await db
      .insert(printedStories)
      .values(printed.slice(from, from + 1000).map((story) => ({ ...story, editionId, store })));
}

/** What was printed on a page of this file, from top to bottom as it was placed. */
export const listPrintedOn = (db: Db, store: string, editionId: number, page: number): Promise<PrintedStory[]> =>
  db
    .select()
    .from(printedStories)
    .where(and(eq(printedStories.editionId, editionId), eq(printedStories.page, page), eq(printedStories.store, store)))
    .orderBy(asc(printedStories.id));

/** Where the stories of an edition's file stand. */
export const listRegions = (db: Db, store: string, editionId: number) =>
  db
    .select({
      storyId: printedStories.storyId,
      page: printedStories.page,
      title: printedStories.title,
      region: printedStories.region,
    })
    .from(printedStories)
    .where(and(eq(printedStories.editionId, editionId), eq(printedStories.store, store)))
    .orderBy(asc(printedStories.id));

/** Editions on the rack that hold a story, with the page on which it begins. */
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
    .where(and(eq(printedStories.storyId, storyId), eq(printedStories.begins, true), onRack))
    .orderBy(...newestFirst, desc(printedStories.id))
    .limit(limit);
