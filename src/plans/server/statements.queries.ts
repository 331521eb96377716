import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { StatementColumns } from '../plans.contract.ts';
import { bankTransactions, claims, statementKinds } from './plans.tables.ts';

export type BankTransactionRow = typeof bankTransactions.$inferSelect;
export type NewBankTransaction = typeof bankTransactions.$inferInsert;

export const findColumns = async (db: Db, headings: string): Promise<StatementColumns | undefined> =>
  (await db.select().from(statementKinds).where(eq(statementKinds.headings, headings)))[0]?.columns;

export async function saveColumns(db: Db, headings: string, columns: StatementColumns): Promise<void> {
  await db
    .insert(statementKinds)
    .values({ headings, columns })
    .onConflictDoUpdate({ target: statementKinds.headings, set: { columns } });
}

// PostgreSQL allows 65,535 parameters per statement; a row has eight.
const batchSize = 2000;

/** Inserts new bank transactions and returns them; skips those that exist. */
export async function addTransactions(tx: Db, lines: NewBankTransaction[]): Promise<BankTransactionRow[]> {
  const added: BankTransactionRow[] = [];
  for (let from = 0; from < lines.length; from += batchSize) {
    const insert = tx.insert(bankTransactions).values(lines.slice(from, from + batchSize));
    added.push(...(await insert.onConflictDoNothing().returning()));
  }
  return added;
}

const named = (utrs: string[], references: string[]) =>
  or(
    sql`${claims.utr} = ANY(${sql.param(utrs)}::text[])`,
    sql`${claims.reference} = ANY(${sql.param(references)}::text[])`,
  );

/** Unmatched claims with these UTRs or references. Locked until the transaction ends. */
export const lockMatchingClaims = (tx: Db, utrs: string[], references: string[]) =>
  tx
    .select({ claim: claims })
    .from(claims)
    .leftJoin(bankTransactions, eq(bankTransactions.claimId, claims.id))
    .where(and(isNull(bankTransactions.id), named(utrs, references)))
    .orderBy(asc(claims.id))
    .for('update', { of: claims });

/** Ids of claims with these UTRs or references. */
export const listNamedClaims = async (db: Db, utrs: string[], references: string[]): Promise<number[]> =>
  (await db.select({ id: claims.id }).from(claims).where(named(utrs, references)).limit(1000)).map(({ id }) => id);

// Key of the advisory lock, unique in this database.
const matchingLock = 6_001;

/** Advisory lock: imports exclude concurrent declarations and vice versa, so that the second one sees the first. */
export const lockExclusive = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock(${matchingLock})`);
export const lockShared = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${matchingLock})`);

/** Open bank transactions with this UTR or reference, oldest first. Locked until the transaction ends. */
export const lockMatchingTransactions = (
  tx: Db,
  utr: string | null,
  reference: string,
): Promise<BankTransactionRow[]> =>
  tx
    .select()
    .from(bankTransactions)
    .where(
      and(
        eq(bankTransactions.state, 'open'),
        or(eq(bankTransactions.reference, reference), utr === null ? undefined : eq(bankTransactions.utr, utr)),
      ),
    )
    .orderBy(asc(bankTransactions.day), asc(bankTransactions.id))
    .for('update');

/** Assigns bank transactions to claims. */
export async function pairTransactions(tx: Db, pairs: { lineId: number; claimId: number }[]): Promise<void> {
  if (pairs.length === 0) return;
  const [lineIds, claimIds] = [pairs.map(({ lineId }) => lineId), pairs.map(({ claimId }) => claimId)];
  await tx.execute(sql`
    UPDATE ${bankTransactions} AS line SET state = 'paired', claim_id = pair.claim_id
    FROM unnest(${sql.param(lineIds)}::integer[], ${sql.param(claimIds)}::integer[]) AS pair (line_id, claim_id)
    WHERE line.id = pair.line_id`);
}

/** Reopens the bank transaction of a claim that was rejected. */
export async function releaseTransaction(tx: Db, claimId: number): Promise<void> {
  await tx.update(bankTransactions).set({ state: 'open', claimId: null }).where(eq(bankTransactions.claimId, claimId));
}

export const listOpenTransactions = (db: Db, limit: number): Promise<BankTransactionRow[]> =>
  db
    .select()
    .from(bankTransactions)
    .where(eq(bankTransactions.state, 'open'))
    .orderBy(desc(bankTransactions.day), asc(bankTransactions.id))
    .limit(limit);

export const lockTransaction = async (tx: Db, id: number): Promise<BankTransactionRow | undefined> =>
  (await tx.select().from(bankTransactions).where(eq(bankTransactions.id, id)).for('update'))[0];

export async function dismissTransaction(tx: Db, id: number, note: string): Promise<void> {
  await tx.update(bankTransactions).set({ state: 'dismissed', note }).where(eq(bankTransactions.id, id));
}

export const countOpenTransactions = (db: Db): Promise<number> =>
  db.$count(bankTransactions, eq(bankTransactions.state, 'open'));

/** The day of the last bank transaction. */
export const lastDay = async (db: Db): Promise<string | null> =>
  (await db.select({ day: sql<string | null>`max(${bankTransactions.day})` }).from(bankTransactions))[0]?.day ?? null;
