import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** Counters of attempts, kept by rate-limiter-flexible; the columns are its own. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
