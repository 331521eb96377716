import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { type ClaimRow, ruleClaim } from './plans.queries.ts';
import { claims } from './plans.tables.ts';

const isConfirmed = eq(claims.state, 'confirmed');

/** The confirmed payments of the next `limit` readers after an id, by reader. */
export async function listPaid(db: Db, after: number, limit: number) {
  const payers = await db
    .selectDistinct({ id: claims.userId })
    .from(claims)
    .where(and(isConfirmed, gt(claims.userId, after)))
    .orderBy(asc(claims.userId))
    .limit(limit);
  const last = payers.at(-1)?.id;
  if (last === undefined) return { last, readers: [] };
  const rows: ClaimRow[] = await db
    .select()
    .from(claims)
    .where(and(isConfirmed, gt(claims.userId, after), lte(claims.userId, last)));
  const byReader = Map.groupBy(rows, ({ userId }) => userId);
  return {
    last,
    readers: [...byReader.values()].map((paid) =>
      paid.map((row) => ({ ...ruleClaim(row), amountMinor: row.amountMinor })),
    ),
  };
}
