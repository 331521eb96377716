import { and, asc, desc, eq, gt, gte, isNull, lte, ne, sql } from 'drizzle-orm';
import type { LiveState } from '#src/news/schema/live-states.rules.ts';
import { liveCoverages, liveEntries, liveEntryRevisions } from '#src/news/schema/server/live.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { isPublic } from '#src/news/schema/story-conditions.queries.ts';
import { ofRow } from '#src/platform/cache/recorded-queries.ts';
import type { Db } from '#src/platform/database/db.ts';

export type CoverageRow = typeof liveCoverages.$inferSelect;
export type EntryRow = typeof liveEntries.$inferSelect;
type NewEntry = typeof liveEntries.$inferInsert;

/** The coverage of a story, for pages: the query depends on this story's row only. */
export const findCoverage = (db: Db, storyId: number): Promise<CoverageRow | undefined> =>
  ofRow(
    'live_coverages',
    storyId,
    async () => (await db.select().from(liveCoverages).where(eq(liveCoverages.id, storyId)))[0],
  );

// Drizzle names columns without their table in a query of one table, which would be those of the subquery.
/** When a story or, if it is live, its entries have changed last. */
export const storyChangedAt = sql<Date>`greatest(stories.updated_at, (SELECT coverage.updated_at
  FROM ${liveCoverages} AS coverage WHERE coverage.id = stories.id AND coverage.state <> 'none'))`.mapWith(
  stories.updatedAt,
);

const entryColumns = {
  id: liveEntries.id,
  title: liveEntries.title,
  text: liveEntries.text,
  keyEvent: liveEntries.keyEvent,
  pinned: liveEntries.pinned,
  author: liveEntries.author,
  createdAt: liveEntries.createdAt,
  updatedAt: liveEntries.updatedAt,
  deletedAt: liveEntries.deletedAt,
  seq: liveEntries.seq,
};
export type ShownEntryRow = Pick<EntryRow, keyof typeof entryColumns>;

// Joined with the coverage, so that the cache finds these queries by the coverage's row: see `visibleLiveEntries`.
const entriesOf = (db: Db) =>
  db.select(entryColumns).from(liveEntries).innerJoin(liveCoverages, eq(liveCoverages.id, liveEntries.storyId));

const isShownIn = (storyId: number) => and(eq(liveEntries.storyId, storyId), isNull(liveEntries.deletedAt));

interface EntryPart {
  order: 'newest' | 'oldest';
  /** The id of the first entry. */
  from?: number | undefined;
  limit: number;
}

/** Entries of a story, from one on. */
export const listEntries = (db: Db, storyId: number, { order, from, limit }: EntryPart): Promise<ShownEntryRow[]> =>
  ofRow('live_coverages', storyId, async () =>
    entriesOf(db)
      .where(
        and(
          isShownIn(storyId),
          from === undefined ? undefined : order === 'newest' ? lte(liveEntries.id, from) : gte(liveEntries.id, from),
        ),
      )
      .orderBy(order === 'newest' ? desc(liveEntries.id) : asc(liveEntries.id))
      .limit(limit),
  );

export const findPinned = (db: Db, storyId: number): Promise<ShownEntryRow | undefined> =>
  ofRow(
    'live_coverages',
    storyId,
    async () => (await entriesOf(db).where(and(isShownIn(storyId), liveEntries.pinned)))[0],
  );

/** Key events, newest first. */
export const listKeyEvents = (db: Db, storyId: number, limit: number) =>
  ofRow('live_coverages', storyId, async () =>
    db
      .select({
        id: liveEntries.id,
        title: liveEntries.title,
        text: liveEntries.text,
        createdAt: liveEntries.createdAt,
      })
      .from(liveEntries)
      .innerJoin(liveCoverages, eq(liveCoverages.id, liveEntries.storyId))
      .where(and(isShownIn(storyId), liveEntries.keyEvent))
      .orderBy(desc(liveEntries.id))
      .limit(limit),
  );

/** What has changed since a number, in the order of the changes, also removals. */
export const listChanges = (db: Db, storyId: number, after: number, limit: number): Promise<ShownEntryRow[]> =>
  ofRow('live_coverages', storyId, async () =>
    entriesOf(db)
      .where(and(eq(liveEntries.storyId, storyId), gt(liveEntries.seq, after)))
      .orderBy(asc(liveEntries.seq))
      .limit(limit),
  );

/** The last changes, in their order. */
export const listLastChanges = async (db: Db, storyId: number, limit: number): Promise<ShownEntryRow[]> =>
  (
    await entriesOf(db).where(eq(liveEntries.storyId, storyId)).orderBy(desc(liveEntries.seq)).limit(limit)
  ).toReversed();

/** The coverage of a story that readers see. */
export const findPublicCoverage = (db: Db, storyId: number): Promise<CoverageRow | undefined> =>
  ofRow(
    'live_coverages',
    storyId,
    async () =>
      (
        await db
          .select({
            id: liveCoverages.id,
            state: liveCoverages.state,
            startedAt: liveCoverages.startedAt,
            endedAt: liveCoverages.endedAt,
            seq: liveCoverages.seq,
            updatedAt: liveCoverages.updatedAt,
          })
          .from(liveCoverages)
          .innerJoin(stories, eq(stories.id, liveCoverages.id))
          .where(and(eq(liveCoverages.id, storyId), isPublic, ne(liveCoverages.state, 'none')))
      )[0],
  );

/** Entries for the newsroom, also the deleted ones, newest first. */
export const listStaffEntries = (db: Db, storyId: number, limit: number, before?: number): Promise<EntryRow[]> =>
  db
    .select()
    .from(liveEntries)
    .where(and(eq(liveEntries.storyId, storyId), before === undefined ? undefined : sql`${liveEntries.id} < ${before}`))
    .orderBy(desc(liveEntries.id))
    .limit(limit);

/**
 * The coverage of a story, locked until the transaction ends, so that readers see its numbers in the order of the
 * commits; undefined if the story has never been live.
 */
export const lockCoverage = async (tx: Db, storyId: number): Promise<CoverageRow | undefined> =>
  (await tx.select().from(liveCoverages).where(eq(liveCoverages.id, storyId)).for('update'))[0];

/** Takes the next `count` numbers of a locked coverage. Returns the last of them. */
export const takeNumbers = async (tx: Db, storyId: number, count: number, updatedAt: Date): Promise<number> => {
  const seq = sql<number>`${liveCoverages.seq} + ${count}`;
  const set = tx.update(liveCoverages).set({ seq, updatedAt }).where(eq(liveCoverages.id, storyId));
  const [{ seq: last }] = (await set.returning({ seq: liveCoverages.seq })) as [{ seq: number }]; // it is there: locked
  return last;
};

/** Saves a state, with the next number. A coverage that was begun before keeps the time of its beginning. */
export const saveState = async (tx: Db, id: number, state: LiveState, now: Date): Promise<void> => {
  const set = { state, endedAt: state === 'ended' ? now : null, updatedAt: now };
  await tx
    .insert(liveCoverages)
    .values({ ...set, id, startedAt: now, seq: 1 })
    .onConflictDoUpdate({ target: liveCoverages.id, set: { ...set, seq: sql`${liveCoverages.seq} + 1` } });
};

export const findEntry = async (db: Db, storyId: number, id: number): Promise<EntryRow | undefined> =>
  (
    await db
      .select()
      .from(liveEntries)
      .where(and(eq(liveEntries.storyId, storyId), eq(liveEntries.id, id)))
  )[0];

export const findEntryByKey = async (db: Db, storyId: number, key: string): Promise<EntryRow | undefined> =>
  (
    await db
      .select()
      .from(liveEntries)
      .where(and(eq(liveEntries.storyId, storyId), eq(liveEntries.key, key)))
  )[0];

/** The entries that a user has written, also the deleted ones. */
export const listEntriesOf = (db: Db, authorId: number): Promise<EntryRow[]> =>
  db.select().from(liveEntries).where(eq(liveEntries.authorId, authorId)).orderBy(asc(liveEntries.id));

export const createEntry = async (tx: Db, entry: NewEntry): Promise<EntryRow> =>
  (await tx.insert(liveEntries).values(entry).returning())[0] as EntryRow; // one row was inserted

export const updateEntry = async (tx: Db, id: number, values: Partial<NewEntry>): Promise<EntryRow> =>
  (await tx.update(liveEntries).set(values).where(eq(liveEntries.id, id)).returning())[0] as EntryRow; // locked by the caller

/** Unpins the pinned entry of a story, with this number for the change. */
export const unpin = async (tx: Db, storyId: number, seq: number): Promise<void> => {
  await tx
    .update(liveEntries)
    .set({ pinned: false, seq })
    .where(and(eq(liveEntries.storyId, storyId), liveEntries.pinned));
};

export const createEntryRevision = async (
  tx: Db,
  { id, version, title, text, keyEvent }: EntryRow,
  author: string,
  at: Date,
) => {
  await tx.insert(liveEntryRevisions).values({ entryId: id, version, title, text, keyEvent, author, at });
};

/** The versions of an entry, newest first. */
export const listEntryRevisions = (db: Db, entryId: number, limit: number) =>
  db
    .select()
    .from(liveEntryRevisions)
    .where(eq(liveEntryRevisions.entryId, entryId))
    .orderBy(desc(liveEntryRevisions.version))
    .limit(limit);
