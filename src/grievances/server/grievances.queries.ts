import { and, desc, eq, ilike, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';
import { timeZone } from '#src/rules/calendar.rules.ts';
import type { GrievanceFilter } from '../grievances.contract.ts';
import type { MonthCount } from '../grievances.rules.ts';
import { grievances } from './grievances.tables.ts';

export type GrievanceRow = typeof grievances.$inferSelect;

export const createGrievance = async (db: Db, grievance: typeof grievances.$inferInsert): Promise<number> => {
  const [created] = await db.insert(grievances).values(grievance).returning({ id: grievances.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
};

/** Grievances that match a filter, newest first, before an id. */
export function listGrievances(
  db: Db,
  { state, search }: GrievanceFilter,
  limit: number,
  before?: number,
): Promise<GrievanceRow[]> {
  const like = containsPattern(search);
  const id = Number(/^(?:GR-\d{4}-)?(\d{1,9})$/i.exec(search ?? '')?.[1] ?? 0); // "GR-2026-17" or "17"
  return db
    .select()
    .from(grievances)
    .where(
      and(
        state && eq(grievances.state, state),
        like
          ? or(
              ilike(grievances.name, like),
              ilike(grievances.email, like),
              ilike(grievances.text, like),
              eq(grievances.id, id),
            )
          : undefined,
        before === undefined ? undefined : lt(grievances.id, before),
      ),
    )
    .orderBy(desc(grievances.id))
    .limit(limit);
}

export const findGrievance = async (db: Db, id: number): Promise<GrievanceRow | undefined> =>
  (await db.select().from(grievances).where(eq(grievances.id, id)))[0];

/** Stores a decision; undefined if there is no undecided grievance of this id. */
export const decidePending = async (
  db: Db,
  id: number,
  decided: Pick<GrievanceRow, 'state' | 'decision' | 'decidedAt' | 'decidedBy'>,
): Promise<GrievanceRow | undefined> =>
  (
    await db
      .update(grievances)
      .set(decided)
      .where(and(eq(grievances.id, id), eq(grievances.state, 'pending')))
      .returning()
  )[0];

/** Received and decided grievances by month in India, without empty months. */
export async function countByMonth(db: Db): Promise<MonthCount[]> {
  const month = (instant: typeof grievances.receivedAt | typeof grievances.decidedAt) =>
    sql`to_char(${instant} AT TIME ZONE ${sql.raw(`'${timeZone}'`)}, 'YYYY-MM')`;
  const { rows } = await db.execute<{ month: string; received: number; disposed: number }>(sql`
    SELECT month, sum(received)::int AS received, sum(disposed)::int AS disposed FROM (
      SELECT ${month(grievances.receivedAt)} AS month, 1 AS received, 0 AS disposed FROM ${grievances}
      UNION ALL
      SELECT ${month(grievances.decidedAt)}, 0, 1 FROM ${grievances} WHERE ${grievances.decidedAt} IS NOT NULL
    ) AS happened GROUP BY month`);
  return rows;
}

/** Redacts name, address and text of grievances decided before an instant. Returns their number. */
export const redactGrievancesBefore = async (db: Db, instant: Date): Promise<number> => {
  const { rowCount } = await db
    .update(grievances)
    .set({ name: '', email: '', text: '', decision: '' })
    .where(and(ne(grievances.state, 'pending'), lt(grievances.decidedAt, instant), ne(grievances.email, '')));
  return rowCount ?? 0;
};

/** How many grievances wait for a decision. */
export const countPending = (db: Db): Promise<number> => db.$count(grievances, eq(grievances.state, 'pending'));
