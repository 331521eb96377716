import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { TestSite } from './site.ts';

const blocked = sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Waits until this many statements are blocked by another transaction's lock. */
export const untilBlocked = ({ db }: Pick<TestSite, 'db'>, count: number): Promise<void> =>
  expect.poll(async () => (await db.execute(blocked)).rows.length).toBe(count);

/** Makes two calls wait for an account's lock; `first` succeeds, then `second` runs, whose response is returned. */
export async function inThisOrder(
  site: Pick<TestSite, 'db'>,
  userId: number,
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<Answer> {
  const answers = await site.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`);
    const one = first();
    await untilBlocked(site, 1);
    const other = second();
    await untilBlocked(site, 2);
    return [one, other] as const;
  });
  const [one, other] = await Promise.all(answers);
  expect(one.status).toBe(200);
  return other;
}
