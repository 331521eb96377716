import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Claim } from '../plans.rules.ts';
import { claims, receipts, reminders } from './plans.tables.ts';

export type ClaimRow = typeof claims.$inferSelect;
export type NewClaim = typeof claims.$inferInsert;

/** Converts a row to the `Claim` of plans.rules.ts. */
export const ruleClaim = ({ lengthCount, lengthUnit, ...claim }: ClaimRow): Claim => ({
  ...claim,
  length: { count: lengthCount, unit: lengthUnit },
});

/** All claims of a reader, oldest first. */
export const listClaimsOf = (db: Db, userId: number): Promise<ClaimRow[]> =>
  db.select().from(claims).where(eq(claims.userId, userId)).orderBy(asc(claims.declaredAt)).limit(500);

/** All claims of several readers by their ids, oldest first. */
export async function listClaimsOfUsers(db: Db, userIds: number[]): Promise<Map<number, ClaimRow[]>> {
  if (userIds.length === 0) return new Map();
  const found = db.select().from(claims).where(inArray(claims.userId, userIds)).orderBy(asc(claims.declaredAt));
  return Map.groupBy(await found, ({ userId }) => userId);
}

/** All claims of a reader with their receipts, newest first. */
export const listClaimsWithReceipts = (db: Db, userId: number) =>
  db
    .select({ claim: claims, receipt: receipts })
    .from(claims)
    .leftJoin(receipts, eq(receipts.claimId, claims.id))
    .where(eq(claims.userId, userId))
    .orderBy(desc(claims.declaredAt))
    .limit(500);

export async function createClaim(db: Db, claim: NewClaim): Promise<ClaimRow> {
  const [created] = await db.insert(claims).values(claim).returning();
  return created as ClaimRow; // an insert without conflict returns its row
}

export type PayingReader = Awaited<ReturnType<typeof listPayingReaders>>[number];

/** A batch of readers after an id who have claims that are not rejected, with all their claims, oldest first. */
export async function listPayingReaders(
  db: Db,
  after: number,
  limit: number,
  { wantingReminders }: { wantingReminders: boolean },
) {
  const paying = db
    .selectDistinct({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .innerJoin(claims, and(eq(claims.userId, users.id), ne(claims.state, 'rejected')))
    .where(
      and(gt(users.id, after), wantingReminders ? eq(users.wantsReminders, true) : undefined, isNull(users.disabledAt)),
    )
    .orderBy(asc(users.id))
    .limit(limit)
    .as('paying');
  const rows = await db
    .select({ id: paying.id, name: paying.name, email: paying.email, claim: claims })
    .from(paying)
    .innerJoin(claims, eq(claims.userId, paying.id))
    .orderBy(asc(paying.id), asc(claims.declaredAt));
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((group) => {
    const [first] = group;
    return first ? { id: first.id, name: first.name, email: first.email, claims: group.map(({ claim }) => claim) } : [];
  });
}

/** Records reminders; returns the users who had not been reminded of that end before. */
export async function insertReminders(db: Db, ends: { userId: number; until: Date }[]): Promise<Set<number>> {
  if (ends.length === 0) return new Set();
  const values = ends.map(({ userId, until }) => ({ userId, until }));
  const noted = db.insert(reminders).values(values).onConflictDoNothing().returning({ userId: reminders.userId });
  return new Set((await noted).map(({ userId }) => userId));
}

/**
 * Erases the buyer's identity and address. Keeps the payments for the books, with the state, which determines the tax
 * heads, also of a payment that is confirmed later. Returns the ids of the receipts.
 */
export async function eraseBuyer(db: Db, userId: number): Promise<number[]> {
  // Updates the claims first: this waits for concurrent decisions, so that their receipts are visible below.
  await db.update(claims).set({ buyerPin: null, note: '' }).where(eq(claims.userId, userId));
  const { content } = receipts;
  const state = sql`regexp_replace(${content} ->> 'place', ', PIN [0-9]+$', '')`; // "Maharashtra (27), PIN 411001"
  const place = sql`CASE WHEN ${content} ? 'place' THEN jsonb_build_object('place', ${state}) ELSE '{}' END`;
  const changed = await db
    .update(receipts)
    .set({ content: sql`${content} - 'buyer' - 'email' || ${place}` })
    .from(claims)
    .where(and(eq(claims.id, receipts.claimId), eq(claims.userId, userId)))
    .returning({ id: receipts.id });
  return changed.map(({ id }) => id);
}
