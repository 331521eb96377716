import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import type { StatementColumns } from '../plans.contract.ts';
import { claims, statementKinds, statementLines } from './plans.tables.ts';

export type Line = typeof statementLines.$inferSelect;
export type NewLine = typeof statementLines.$inferInsert;

export const findColumns = async (db: Db, headings: string): Promise<StatementColumns | undefined> =>
  (await db.select().from(statementKinds).where(eq(statementKinds.headings, headings)))[0]?.columns;

export async function keepColumns(db: Db, headings: string, columns: StatementColumns): Promise<void> {
  await db
    .insert(statementKinds)
    .values({ headings, columns })
    .onConflictDoUpdate({ target: statementKinds.headings, set: { columns } });
}

// PostgreSQL takes 65,535 parameters in a statement; a line has eight.
const portion = 2000;

/** Adds the lines that are new; returns them. */
export async function addLines(tx: Db, lines: NewLine[]): Promise<Line[]> {
  const added: Line[] = [];
  for (let from = 0; from < lines.length; from += portion) {
    const some = tx.insert(statementLines).values(lines.slice(from, from + portion));
    added.push(...(await some.onConflictDoNothing().returning()));
  }
  return added;
}

const named = (utrs: string[], references: string[]) =>
  or(
    sql`${claims.utr} = ANY(${sql.param(utrs)}::text[])`,
    sql`${claims.reference} = ANY(${sql.param(references)}::text[])`,
  );

/** Claims that lines name, by UTR or reference, and that no other line has proved. Locked until the transaction ends. */
export const lockNamedClaims = (tx: Db, utrs: string[], references: string[]) =>
  tx
    .select({ claim: claims })
    .from(claims)
    .leftJoin(statementLines, eq(statementLines.claimId, claims.id))
    .where(and(isNull(statementLines.id), named(utrs, references)))
    .orderBy(asc(claims.id))
    .for('update', { of: claims });

/** Ids of the claims that lines name. */
export const listNamedClaims = async (db: Db, utrs: string[], references: string[]): Promise<number[]> =>
  (await db.select({ id: claims.id }).from(claims).where(named(utrs, references)).limit(1000)).map(({ id }) => id);

// A number that nothing else in this database locks by.
const matchingLock = 6_001;

/** Statements wait for declarations that have begun, and those for a statement: whichever comes second sees the other. */
export const holdDeclarations = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock(${matchingLock})`);
export const holdStatements = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${matchingLock})`);

/** Open lines that name a claim by UTR or reference, the oldest first. Locked until the transaction ends. */
export const lockLinesNaming = (tx: Db, utr: string | null, reference: string): Promise<Line[]> =>
  tx
    .select()
    .from(statementLines)
    .where(
      and(
        eq(statementLines.state, 'open'),
        or(eq(statementLines.reference, reference), utr === null ? undefined : eq(statementLines.utr, utr)),
      ),
    )
    .orderBy(asc(statementLines.day), asc(statementLines.id))
    .for('update');

/** Notes which claims lines have proved. */
export async function pairLines(tx: Db, pairs: { lineId: number; claimId: number }[]): Promise<void> {
  if (pairs.length === 0) return;
  const [lineIds, claimIds] = [pairs.map(({ lineId }) => lineId), pairs.map(({ claimId }) => claimId)];
  await tx.execute(sql`
    UPDATE ${statementLines} AS line SET state = 'paired', claim_id = pair.claim_id
    FROM unnest(${sql.param(lineIds)}::integer[], ${sql.param(claimIds)}::integer[]) AS pair (line_id, claim_id)
    WHERE line.id = pair.line_id`);
}

/** A line loses its claim, whose payment was rejected, and is open again. */
export async function releaseLine(tx: Db, claimId: number): Promise<void> {
  await tx.update(statementLines).set({ state: 'open', claimId: null }).where(eq(statementLines.claimId, claimId));
}

export const listOpenLines = (db: Db, limit: number): Promise<Line[]> =>
  db
    .select()
    .from(statementLines)
    .where(eq(statementLines.state, 'open'))
    .orderBy(desc(statementLines.day), asc(statementLines.id))
    .limit(limit);

export const lockLine = async (tx: Db, id: number): Promise<Line | undefined> =>
  (await tx.select().from(statementLines).where(eq(statementLines.id, id)).for('update'))[0];

export async function dismissLine(tx: Db, id: number, note: string): Promise<void> {
  await tx.update(statementLines).set({ state: 'dismissed', note }).where(eq(statementLines.id, id));
}

export const countOpenLines = (db: Db): Promise<number> => db.$count(statementLines, eq(statementLines.state, 'open'));

/** The day up to which the bank's lines are known. */
export const lastDay = async (db: Db): Promise<string | null> =>
  (await db.select({ day: sql<string | null>`max(${statementLines.day})` }).from(statementLines))[0]?.day ?? null;
