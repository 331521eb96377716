import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { editionPlans } from './edition-plans.tables.ts';

export type PlanRow = typeof editionPlans.$inferSelect;
export type PlanValues = Omit<typeof editionPlans.$inferInsert, 'id' | 'version'>;

const head = {
  id: editionPlans.id,
  title: editionPlans.title,
  period: editionPlans.period,
  firstDay: editionPlans.firstDay,
  lastDay: editionPlans.lastDay,
  issueDate: editionPlans.issueDate,
  version: editionPlans.version,
  savedAt: editionPlans.savedAt,
  savedBy: users.name,
};
const heads = (db: Db) => db.select(head).from(editionPlans).leftJoin(users, eq(users.id, editionPlans.savedBy));

export const listPlans = (db: Db, limit: number) => heads(db).orderBy(desc(editionPlans.savedAt)).limit(limit);
export type PlanHeadRow = Awaited<ReturnType<typeof listPlans>>[number];

/** Plans whose issue date is in a range. */
export const listPlansByDate = (db: Db, { from, to }: { from: string; to: string }, limit: number) =>
  heads(db)
    .where(and(gte(editionPlans.issueDate, from), lte(editionPlans.issueDate, to)))
    .orderBy(editionPlans.issueDate, editionPlans.id)
    .limit(limit);

export const findPlanHead = async (db: Db, id: number): Promise<PlanHeadRow | undefined> =>
  (await heads(db).where(eq(editionPlans.id, id)))[0];

export const findPlan = async (db: Db, id: number): Promise<PlanRow | undefined> =>
  (await db.select().from(editionPlans).where(eq(editionPlans.id, id)))[0];

export async function createPlan(db: Db, values: PlanValues): Promise<number> {
  const [created] = await db.insert(editionPlans).values(values).returning({ id: editionPlans.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

export const countPlans = (db: Db): Promise<number> => db.$count(editionPlans);

/** Saves a plan if it still has this version. Returns whether it had. */
export async function changePlan(db: Db, id: number, version: number, values: PlanValues): Promise<boolean> {
  const changed = await db
    .update(editionPlans)
    .set({ ...values, version: sql`${editionPlans.version} + 1` })
    .where(and(eq(editionPlans.id, id), eq(editionPlans.version, version)));
  return changed.rowCount === 1;
}

export const deletePlan = async (db: Db, id: number): Promise<boolean> =>
  (await db.delete(editionPlans).where(eq(editionPlans.id, id))).rowCount === 1;
