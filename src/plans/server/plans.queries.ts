import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { users } from '#src/accounts/server/accounts.tables.ts';
import type { Db } from '#src/platform/db.ts';
import type { Claim } from '../plans.rules.ts';
import { claims, receipts, reminders } from './plans.tables.ts';

export type ClaimRow = typeof claims.$inferSelect;
export type NewClaim = typeof claims.$inferInsert;

/** A stored claim as the rules read it. */
export const ruleClaim = ({ lengthCount, lengthUnit, ...claim }: ClaimRow): Claim => ({
  ...claim,
  length: { count: lengthCount, unit: lengthUnit },
});

/** All claims of a reader, oldest first. */
export const listClaimsOf = (db: Db, userId: number): Promise<ClaimRow[]> =>
  db.select().from(claims).where(eq(claims.userId, userId)).orderBy(asc(claims.declaredAt)).limit(500);

/** The same with the receipts that were given for them, newest first. */
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

/** Readers after an id who have paid and want to be reminded, in portions, with their claims, oldest first. */
export async function listPayingReaders(db: Db, after: number, limit: number) {
  const counts = ne(claims.state, 'rejected');
  const paying = db
    .selectDistinct({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .innerJoin(claims, and(eq(claims.userId, users.id), counts))
    .where(and(gt(users.id, after), eq(users.wantsReminders, true), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .limit(limit)
    .as('paying');
  const rows = await db
    .select({ id: paying.id, name: paying.name, email: paying.email, claim: claims })
    .from(paying)
    .innerJoin(claims, and(eq(claims.userId, paying.id), counts))
    .orderBy(asc(paying.id), asc(claims.declaredAt));
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own;
    return first ? { id: first.id, name: first.name, email: first.email, claims: own.map(({ claim }) => claim) } : [];
  });
}

/** Notes that readers are reminded of these ends; returns those who were not before. */
export async function noteReminders(db: Db, ends: { userId: number; until: Date }[]): Promise<Set<number>> {
  if (ends.length === 0) return new Set();
  const values = ends.map(({ userId, until }) => ({ userId, until }));
  const noted = db.insert(reminders).values(values).onConflictDoNothing().returning({ userId: reminders.userId });
  return new Set((await noted).map(({ userId }) => userId));
}

export const wantsReminders = async (db: Db, userId: number): Promise<boolean> =>
  (await db.select({ on: users.wantsReminders }).from(users).where(eq(users.id, userId)))[0]?.on ?? false;

export async function setReminders(db: Db, userId: number, on: boolean): Promise<void> {
  await db.update(users).set({ wantsReminders: on }).where(eq(users.id, userId));
}

/**
 * Blots out who a buyer is and where he lives; what he paid stays in the books, with the state, which decides whose tax
 * it is, also of a payment that is confirmed later. Returns the ids of his receipts.
 */
export async function eraseBuyer(db: Db, userId: number): Promise<number[]> {
  // First the claims: it waits for who is deciding one, and then sees the receipt that he gave.
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
