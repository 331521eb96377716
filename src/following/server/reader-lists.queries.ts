import { and, eq, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mark, ReadStory } from '../reader-lists.rules.ts';
import { readingChoices, readingHistory, readingMarks } from './reader-lists.tables.ts';

const milliseconds = (column: PgColumn) => sql<number>`(extract(epoch FROM ${column}) * 1000)::float8`;
const rowsOf = (list: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)`;
const instant = (at: string) => sql.raw(`to_timestamp(${at} / 1000.0)`);

export interface Choices {
  historySyncedAt: Date | null;
  historyClearedAt: Date | null;
}

export const findChoices = async (db: Db, userId: number): Promise<Choices> =>
  (await db.select().from(readingChoices).where(eq(readingChoices.userId, userId)))[0] ?? {
    historySyncedAt: null,
    historyClearedAt: null,
  };

/** Locks the lists of an account until the transaction ends, and returns its choices. */
export async function lockLists(tx: Db, userId: number): Promise<Choices> {
  await tx.insert(readingChoices).values({ userId }).onConflictDoNothing();
  await tx.select().from(readingChoices).where(eq(readingChoices.userId, userId)).for('update');
  return findChoices(tx, userId);
}

export async function setChoices(tx: Db, userId: number, choices: Partial<Choices>): Promise<void> {
  await tx.update(readingChoices).set(choices).where(eq(readingChoices.userId, userId));
}

/** The marks of an account, removals included. */
export const listMarks = (db: Db, userId: number): Promise<Mark[]> =>
  db
    .select({
      kind: readingMarks.kind,
      id: readingMarks.itemId,
      at: milliseconds(readingMarks.markedAt),
      removed: readingMarks.removed,
    })
    .from(readingMarks)
    .where(eq(readingMarks.userId, userId));

/** Replaces the marks of an account, whose lists are locked. */
export async function replaceMarks(tx: Db, userId: number, marks: readonly Mark[]): Promise<void> {
  const sent = sql`${rowsOf(marks)} AS sent (kind reading_mark_kind, id int, at float8, removed boolean)`;
  await tx
    .delete(readingMarks)
    .where(
      and(
        eq(readingMarks.userId, userId),
        sql`NOT EXISTS (SELECT FROM ${sent} WHERE sent.kind = ${readingMarks.kind} AND sent.id = ${readingMarks.itemId})`,
      ),
    );
  await tx.execute(sql`
    INSERT INTO ${readingMarks} (user_id, kind, item_id, marked_at, removed)
    SELECT ${userId}, kind, id, ${instant('at')}, removed FROM ${sent}
    ON CONFLICT (user_id, kind, item_id) DO UPDATE SET marked_at = excluded.marked_at, removed = excluded.removed
    WHERE (${readingMarks.markedAt}, ${readingMarks.removed}) <> (excluded.marked_at, excluded.removed)`);
}

/** Deletes removals of before an instant. Returns how many. */
export const deleteRemovals = async (db: Db, before: Date): Promise<number> =>
  (await db.delete(readingMarks).where(and(readingMarks.removed, lt(readingMarks.markedAt, before)))).rowCount ?? 0;

export const listHistory = (db: Db, userId: number): Promise<ReadStory[]> =>
  db
    .select({
      id: readingHistory.storyId,
      at: milliseconds(readingHistory.readAt),
      corrections: readingHistory.corrections,
    })
    .from(readingHistory)
    .where(eq(readingHistory.userId, userId));

/** Replaces the history of an account, whose lists are locked. Stories that do not exist are left out. */
export async function replaceHistory(tx: Db, userId: number, history: readonly ReadStory[]): Promise<void> {
  const sent = sql`${rowsOf(history)} AS sent (id int, at float8, corrections int)`;
  await tx
    .delete(readingHistory)
    .where(
      and(
        eq(readingHistory.userId, userId),
        sql`NOT EXISTS (SELECT FROM ${sent} WHERE sent.id = ${readingHistory.storyId})`,
      ),
    );
  await tx.execute(sql`
    INSERT INTO ${readingHistory} (user_id, story_id, read_at, corrections)
    SELECT ${userId}, sent.id, ${instant('at')}, sent.corrections FROM ${sent} JOIN ${stories} ON ${stories.id} = sent.id
    ON CONFLICT (user_id, story_id) DO UPDATE SET read_at = excluded.read_at, corrections = excluded.corrections
    WHERE (${readingHistory.readAt}, ${readingHistory.corrections}) <> (excluded.read_at, excluded.corrections)`);
}

/** Deletes all lists of an account and its choices. */
export async function deleteLists(tx: Db, userId: number): Promise<void> {
  await tx.delete(readingMarks).where(eq(readingMarks.userId, userId));
  await tx.delete(readingHistory).where(eq(readingHistory.userId, userId));
  await tx.delete(readingChoices).where(eq(readingChoices.userId, userId));
}
