import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#src/calls/call.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';

export type { Limit };
/** Counts attempts in the database, so that all nodes count together. */
export interface Limits {
  /** Counts an attempt. Throws `too_many_requests`, with the time to wait, when there were too many. */
  count(limit: Limit, who: string): Promise<void>;
  /** Throws as `count` does when the attempts are used up, and counts none. */
  check(limit: Limit, who: string): Promise<void>;
  /** Takes back one attempt that was counted and turned out to be in order. */
  giveBack(limit: Limit, who: string): Promise<void>;
  /** Forgets the attempts. */
  forget(limit: Limit, who: string): Promise<void>;
}

export function openLimits(pool: Pool): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, attempts, perSeconds }: Limit) => {
    const known = limiters.get(name);
    if (known) return known;
    const options = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true };
    const made = new RateLimiterPostgres({ ...options, keyPrefix: name, points: attempts, duration: perSeconds });
    limiters.set(name, made);
    return made;
  };
  return {
    async count(limit, who) {
      await limiterOf(limit)
        .consume(keyOf(who))
        .catch((refusal) => {
          throw refusal instanceof RateLimiterRes ? tooMany(limit, refusal.msBeforeNext) : refusal;
        });
    },
    async check(limit, who) {
      const state = await limiterOf(limit).get(keyOf(who));
      if (state && state.consumedPoints >= limit.attempts) throw tooMany(limit, state.msBeforeNext);
    },
    async giveBack(limit, who) {
      await limiterOf(limit).reward(keyOf(who));
    },
    async forget(limit, who) {
      await limiterOf(limit).delete(keyOf(who));
    },
  };
}

/** Whose attempts are counted: an account's, or those from an address. */
export const requester = ({ actor, address }: Pick<Context, 'actor' | 'address'>): string =>
  actor.role === 'visitor' ? address : `person ${actor.userId}`;

// Of one length, whatever is counted by, and no address or e-mail stands in the table.
const keyOf = (who: string) => createHash('sha256').update(who.toLowerCase()).digest('base64url');

function tooMany({ text: key = 'errors.tooManyWait' }: Limit, waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const text = { key, params: { minutes: Math.ceil(seconds / 60) } };
  return new AppError('too_many_requests', text, { headers: { 'retry-after': String(seconds) } });
}
