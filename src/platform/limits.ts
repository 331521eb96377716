import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#src/calls/call.ts';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';
import { networkKey } from './http/address.ts';

export type { Limit };
/**
 * Rate limits, counted in the database so that all nodes share the counters. An IPv6 address counts for its network too,
 * which may have ten times as many attempts: one customer can have 65,536 addresses that are limited one by one.
 */
export interface Limits {
  /** Counts an attempt. Throws `too_many_requests`, with the time to wait, when there were too many. */
  count(limit: Limit, key: string): Promise<void>;
  /** Throws `too_many_requests` when the attempts are used up, without counting one. */
  check(limit: Limit, key: string): Promise<void>;
  /** Uncounts one attempt that turned out to be legitimate. */
  refund(limit: Limit, key: string): Promise<void>;
  /** Resets the counter. */
  reset(limit: Limit, key: string): Promise<void>;
}

export function openLimits(pool: Pool, now: () => Date): Limits {
  const storeClient = withClock(pool, now);
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, attempts, perSeconds }: Limit) => {
    const existing = limiters.get(name);
    if (existing) return existing;
    const options = { storeClient, storeType: 'pool', tableName: 'rate_limits', tableCreated: true };
    const made = new RateLimiterPostgres({ ...options, keyPrefix: name, points: attempts, duration: perSeconds });
    limiters.set(name, made);
    return made;
  };
  /** The limits that hold for a key, each with its limiter and the key in it. */
  const allOf = (limit: Limit, key: string): [RateLimiterPostgres, string][] => {
    const network = networkKey(key);
    const own: [RateLimiterPostgres, string] = [limiterOf(limit), hashKey(key)];
    return network === key ? [own] : [own, [limiterOf(ofNetwork(limit)), hashKey(network)]];
  };
  return {
    async count(limit, key) {
      for (const [limiter, hashed] of allOf(limit, key))
        await limiter.consume(hashed).catch((refusal) => {
          throw refusal instanceof RateLimiterRes ? tooMany(limit, refusal.msBeforeNext) : refusal;
        });
    },
    async check(limit, key) {
      for (const [limiter, hashed] of allOf(limit, key)) {
        const state = await limiter.get(hashed);
        if (state && state.consumedPoints >= limiter.points) throw tooMany(limit, state.msBeforeNext);
      }
    },
    async refund(limit, key) {
      for (const [limiter, hashed] of allOf(limit, key)) await limiter.reward(hashed);
    },
    async reset(limit, key) {
      await limiterOf(limit).delete(hashKey(key));
    },
  };
}

const attemptsOfNetwork = 10;
const ofNetwork = (limit: Limit): Limit => ({
  ...limit,
  name: `${limit.name} /48`,
  attempts: limit.attempts * attemptsOfNetwork,
});

// The only other numbers in the library's statements are points, whose column is an `integer`: none can be larger.
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 2 ** 31;

/**
 * A client for the library, which reads the clock of the process and has no option for another: converts the times in its
 * statements to those of `now`, and those in the answers back. Otherwise a node whose clock is ahead would end the
 * counters of the others.
 */
function withClock(pool: Pick<Pool, 'query'>, now: () => Date) {
  return {
    async query({ name, text, values }: { name: string; text: string; values: unknown[] }) {
      const aheadMs = Date.now() - now().getTime();
      const sent = values.map((value) => (isTime(value) ? Math.round(value - aheadMs) : value));
      const { rows, rowCount } = await pool.query({ name, text, values: sent });
      const times = rows.map(({ expire, ...row }) => ({ ...row, expire: expire && Number(expire) + aheadMs }));
      return { rows: times, rowCount };
    },
  };
}

/** The rate-limit key of the requester: the account, or the address of a visitor. */
export const rateLimitKey = ({ actor, address }: { actor: Actor; address: string }): string =>
  actor.role === 'visitor' ? address : `person ${actor.userId}`;

// Hashed, so that all keys have one length and the table contains no IP or e-mail addresses.
const hashKey = (key: string) => createHash('sha256').update(key.toLowerCase()).digest('base64url');

function tooMany({ text: key = 'errors.tooManyWait' }: Limit, waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const text = { key, params: { minutes: Math.ceil(seconds / 60) } };
  return new AppError('too_many_requests', text, { headers: { 'retry-after': String(seconds) } });
}
