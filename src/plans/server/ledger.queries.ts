import { and, asc, desc, eq, ilike, inArray, lt, or, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';
import type { ClaimState } from '../plans.rules.ts';
import type { ClaimRow, NewClaim } from './plans.queries.ts';
import { claims, receiptCounters, receipts } from './plans.tables.ts';

const rows = (db: Db) =>
  db
    .select({
      claim: claims,
      name: users.name,
      email: users.email,
      left: users.deletedAt,
      financialYear: receipts.financialYear,
      receiptNumber: receipts.number,
    })
    .from(claims)
    .innerJoin(users, eq(users.id, claims.userId))
    .leftJoin(receipts, eq(receipts.claimId, claims.id));

export type LedgerRow = Awaited<ReturnType<typeof listLedger>>[number];

export interface LedgerFilter {
  state?: ClaimState | undefined;
  search?: string | undefined;
  before?: number | undefined;
}

/** Claims, newest first, before an id; `search` matches name, e-mail, reference and UTR. */
export const listLedger = (db: Db, { state, search, before }: LedgerFilter, limit: number) => {
  const like = containsPattern(search);
  return rows(db)
    .where(
      and(
        state && eq(claims.state, state),
        before === undefined ? undefined : lt(claims.id, before),
        like
          ? or(
              ilike(users.name, like),
              ilike(users.email, like),
              ilike(claims.reference, like),
              ilike(claims.utr, like),
            )
          : undefined,
      ),
    )
    .orderBy(desc(claims.id))
    .limit(limit);
};

export const findLedgerRow = async (db: Db, id: number): Promise<LedgerRow | undefined> =>
  (await rows(db).where(eq(claims.id, id)))[0];

export const findLedgerRows = (db: Db, ids: number[]): Promise<LedgerRow[]> =>
  ids.length ? rows(db).where(inArray(claims.id, ids)).orderBy(asc(claims.id)) : Promise.resolve([]);

/** Undecided claims, oldest first. */
export const listUndecided = (db: Db, limit: number) =>
  rows(db).where(eq(claims.state, 'declared')).orderBy(asc(claims.id)).limit(limit);

/** Undecided claims of these amounts, for suggestions. */
export const listUndecidedOf = (db: Db, amounts: number[]) =>
  amounts.length
    ? rows(db)
        .where(and(eq(claims.state, 'declared'), inArray(claims.amountMinor, amounts)))
        .orderBy(asc(claims.id))
        .limit(1000)
    : Promise.resolve([]);

/** Locks a claim against concurrent decisions until the transaction ends. */
export const lockClaim = async (tx: Db, id: number): Promise<ClaimRow | undefined> =>
  (await tx.select().from(claims).where(eq(claims.id, id)).for('update'))[0];

export async function updateClaims(db: Db, ids: number[], change: Partial<NewClaim>): Promise<void> {
  await db.update(claims).set(change).where(inArray(claims.id, ids));
}

export type Receipt = typeof receipts.$inferSelect;

export const findReceipt = async (db: Db, id: number) =>
  (
    await db
      .select({ receipt: receipts, claim: claims })
      .from(receipts)
      .innerJoin(claims, eq(claims.id, receipts.claimId))
      .where(eq(receipts.id, id))
  )[0];

// The counter row stays locked until the transaction ends, so numbers have no gaps and no duplicates.
async function takeNumbers(tx: Db, financialYear: string, count: number): Promise<number> {
  const counted = tx.insert(receiptCounters).values({ financialYear, last: count });
  const [row] = await counted
    .onConflictDoUpdate({
      target: receiptCounters.financialYear,
      set: { last: sql`${receiptCounters.last} + ${count}` },
    })
    .returning({ last: receiptCounters.last });
  return (row as { last: number }).last - count + 1; // an upsert always returns its row
}

/** Creates receipts for claims, with the next numbers of the year. Skips claims that have a receipt. */
export async function createReceipts(
  tx: Db,
  financialYear: string,
  contents: { claimId: number; content: Record<string, string> }[],
  now: Date,
): Promise<void> {
  const ids = contents.map(({ claimId }) => claimId);
  const had = await tx.select({ claimId: receipts.claimId }).from(receipts).where(inArray(receipts.claimId, ids));
  const known = new Set(had.map(({ claimId }) => claimId));
  const missing = contents.filter(({ claimId }) => !known.has(claimId));
  if (missing.length === 0) return;
  const first = await takeNumbers(tx, financialYear, missing.length);
  await tx
    .insert(receipts)
    .values(missing.map((entry, place) => ({ ...entry, financialYear, number: first + place, issuedAt: now })));
}

/** How many declared payments wait for a decision. */
export const countDeclared = (db: Db): Promise<number> => db.$count(claims, eq(claims.state, 'declared'));
