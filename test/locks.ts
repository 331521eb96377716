import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { TestSite } from './site.ts';

const blocked = sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Waits until so many statements stand before what another transaction has locked. */
export const untilBlocked = ({ db }: Pick<TestSite, 'db'>, count: number): Promise<void> =>
  expect.poll(async () => (await db.execute(blocked)).rows.length, { timeout: 10_000 }).toBe(count);
