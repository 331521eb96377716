import { gte, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { monthOf } from '../newsletters.rules.ts';
import { newsletterCopies, newsletterIssues, newsletterMonths } from './newsletters.tables.ts';

const months = newsletterMonths;

/** Counts one reader of each of these newsletters who has joined or left, or was given up. */
export async function addToMonth(
  tx: Db,
  newsletterIds: number[],
  what: 'joined' | 'left' | 'refused',
  now: Date,
): Promise<void> {
  if (newsletterIds.length === 0) return;
  // In order, so that two transactions that count several newsletters do not wait for each other.
  const rows = newsletterIds
    .toSorted((one, other) => one - other)
    .map((newsletterId) => ({ newsletterId, month: monthOf(now), [what]: 1 }));
  await tx
    .insert(months)
    .values(rows)
    .onConflictDoUpdate({ target: [months.newsletterId, months.month], set: { [what]: sql`${months[what]} + 1` } });
}

/** How the readers changed in the months from one on, such as "2026-11-01". */
export const listMonths = (db: Db, from: string) => db.select().from(months).where(gte(months.month, from));

export interface IssueSums {
  newsletterId: number;
  month: string;
  issues: number;
  delivered: number;
  failed: number;
}

/** The issues of the months from one on that have been sent, with the outcomes of their copies. */
export async function sumIssues(db: Db, from: string): Promise<IssueSums[]> {
  const { rows } = await db.execute<IssueSums & Record<string, unknown>>(sql`
    SELECT newsletter_id AS "newsletterId", to_char(day, 'YYYY-MM-01') AS month, count(*)::integer AS issues,
      sum(coalesce(delivered, counted.sent))::integer AS delivered, sum(coalesce(issue.failed, counted.failed))::integer AS failed
    FROM ${newsletterIssues} AS issue CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'sent') AS sent, count(*) FILTER (WHERE state = 'failed') AS failed
      FROM ${newsletterCopies} WHERE issue_id = issue.id AND issue.copies IS NULL) AS counted
    WHERE issue.state IN ('sent', 'stopped') AND day >= ${from}
    GROUP BY newsletter_id, to_char(day, 'YYYY-MM-01')`);
  return rows;
}
