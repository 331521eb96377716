import { and, asc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { editions, promisedEditions } from '#src/epaper/pages/server/editions.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { startOfDayInIndia, timeZone } from '#src/rules/calendar.rules.ts';
import { dayAfter, missingAfterDays } from '../due-editions.rules.ts';

/** Days from `day` on for which a newspaper was promised. */
export const listDueDays = async (db: Db, day: string): Promise<string[]> =>
  (
    await db
      .select({ day: promisedEditions.day })
      .from(promisedEditions)
      .where(gte(promisedEditions.day, day))
      .limit(100)
  ).map((row) => row.day);

export async function createDueEdition(db: Db, day: string): Promise<void> {
  await db.insert(promisedEditions).values({ day }).onConflictDoNothing();
}

/** Locks the promises whose newspapers are awaited, oldest first. */
export const lockOpenDueEditions = async (tx: Db): Promise<string[]> =>
  (
    await tx
      .select({ day: promisedEditions.day })
      .from(promisedEditions)
      .where(isNull(promisedEditions.settledAt))
      .orderBy(asc(promisedEditions.day))
      .limit(100)
      .for('update')
  ).map((row) => row.day);

/**
 * The first weekly edition that came for a promise: dated within a week of it, published before the next was due, and not
 * that of another promise. Without a date, its date is the day on which it was published.
 */
export async function findDueEdition(tx: Db, day: string): Promise<{ id: number; createdAt: Date } | undefined> {
  const dated: SQL = sql`coalesce(${editions.issueDate}, (${editions.createdAt} AT TIME ZONE ${timeZone})::date)`;
  const taken = sql`EXISTS (SELECT FROM ${promisedEditions} WHERE ${promisedEditions.editionId} = ${editions.id})`;
  const [found] = await tx
    .select({ id: editions.id, createdAt: editions.createdAt })
    .from(editions)
    .where(
      and(
        eq(editions.period, 'weekly'),
        isNull(editions.deletedAt),
        lt(editions.createdAt, startOfDayInIndia(dayAfter(day, missingAfterDays))),
        sql`${dated} > ${dayAfter(day, -missingAfterDays)}::date`,
        sql`${dated} < ${dayAfter(day, missingAfterDays)}::date`,
        sql`NOT ${taken}`,
      ),
    )
    .orderBy(asc(editions.createdAt))
    .limit(1);
  return found;
}

export async function settleDueEdition(tx: Db, day: string, editionId: number | null, settledAt: Date): Promise<void> {
  await tx.update(promisedEditions).set({ editionId, settledAt }).where(eq(promisedEditions.day, day));
}

/** Deletes the promises whose newspapers are awaited. */
export async function deleteOpenDueEditions(db: Db): Promise<void> {
  await db.delete(promisedEditions).where(isNull(promisedEditions.settledAt));
}
