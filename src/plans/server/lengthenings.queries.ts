import { asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { planLengthenings } from './plans.tables.ts';

export type LengtheningRow = typeof planLengthenings.$inferSelect;

// One a week for twenty years.
const most = 1000;

/** All lengthenings, in the order of their days. */
export const listLengthenings = (db: Db) =>
  db
    .select({ day: planLengthenings.day, days: planLengthenings.days, came: planLengthenings.came })
    .from(planLengthenings)
    .orderBy(asc(planLengthenings.day))
    .limit(most);

/** The newest lengthenings, newest first. */
export const listNewestLengthenings = (db: Db, limit: number): Promise<LengtheningRow[]> =>
  db.select().from(planLengthenings).orderBy(desc(planLengthenings.day)).limit(limit);

/** The newest lengthening that was decided after an instant. */
export const findLengtheningSince = async (db: Db, instant: Date) =>
  (
    await db
      .select({ day: planLengthenings.day, days: planLengthenings.days, came: planLengthenings.came })
      .from(planLengthenings)
      .where(gte(planLengthenings.decidedAt, instant))
      .orderBy(desc(planLengthenings.day))
      .limit(1)
  )[0];

/** Returns false if the day has a lengthening already. */
export async function createLengthening(
  tx: Db,
  row: Pick<LengtheningRow, 'day' | 'days' | 'came' | 'decidedAt'>,
): Promise<boolean> {
  const created = tx.insert(planLengthenings).values(row).onConflictDoNothing();
  return (await created.returning({ day: planLengthenings.day })).length > 0;
}

export async function countNotified(tx: Db, day: string, readers: number): Promise<void> {
  const notified = sql`${planLengthenings.notified} + ${readers}`;
  await tx.update(planLengthenings).set({ notified }).where(eq(planLengthenings.day, day));
}
