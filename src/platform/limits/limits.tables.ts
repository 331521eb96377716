import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** Counters of attempts: see limits.ts. `expire` is the end of the window, in ms since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
