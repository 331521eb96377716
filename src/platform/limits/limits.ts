import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Limit } from '#src/calls/call.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { networkKey } from '../http/address.ts';
import { rateLimits } from './limits.tables.ts';

export type { Limit };
/**
 * Rate limits, counted in the database so that all nodes share the counters: within a window that begins with the first
 * attempt. An IPv6 address counts for its network too, which may have ten times as many attempts: one customer can have
 * 65,536 addresses that are limited one by one.
 */
export interface Limits {
  /** Counts an attempt. Throws `too_many_requests`, with the time to wait, when there were too many. */
  count(limit: Limit, key: string): Promise<void>;
  /** Throws `too_many_requests` when the attempts are used up, without counting one. */
  check(limit: Limit, key: string): Promise<void>;
  /** Counts an attempt in a transaction, which uncounts it if it fails. False when there were too many. */
  take(tx: Db, limit: Limit, key: string): Promise<boolean>;
  /** Uncounts one attempt that turned out to be legitimate. */
  refund(limit: Limit, key: string): Promise<void>;
  /** Resets the counter. */
  reset(limit: Limit, key: string): Promise<void>;
}

const attemptsOfNetwork = 10;

/** The counters of a key: its own and that of its network, each with its maximum. */
function countersOf({ name, attempts }: Limit, key: string): { row: string; most: number }[] {
  const network = networkKey(key);
  const own = { row: `${name}:${hashKey(key)}`, most: attempts };
  if (network === key) return [own];
  return [own, { row: `${name} of network:${hashKey(network)}`, most: attempts * attemptsOfNetwork }];
}

/** `now` is the clock of the database, so that a node whose clock is ahead does not end the counters of the others. */
export function openLimits(db: Db, now: () => Date): Limits {
  const isOf = (row: string) => and(eq(rateLimits.key, row), gt(rateLimits.expire, now().getTime()));
  const find = async (row: string) => (await db.select().from(rateLimits).where(isOf(row)))[0];

  /** Returns false if the counter is at its maximum. */
  const increment = async (tx: Db, row: string, most: number, perSeconds: number): Promise<boolean> => {
    const at = now().getTime();
    const isOver = sql`${rateLimits.expire} <= ${at}`;
    const counted = await tx
      .insert(rateLimits)
      .values({ key: row, points: 1, expire: at + perSeconds * 1000 })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          points: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rateLimits.points} + 1 END`,
          expire: sql`CASE WHEN ${isOver} THEN excluded.expire ELSE ${rateLimits.expire} END`,
        },
        setWhere: sql`${isOver} OR ${rateLimits.points} < ${most}`,
      })
      .returning({ points: rateLimits.points });
    return counted.length > 0;
  };
  const tooMany = ({ text: key = 'errors.tooManyWait' }: Limit, expire: number | null | undefined) => {
    const seconds = Math.max(1, Math.ceil(((expire ?? 0) - now().getTime()) / 1000));
    const text = { key, params: { minutes: Math.ceil(seconds / 60) } };
    return new AppError('too_many_requests', text, { headers: { 'retry-after': String(seconds) } });
  };

  return {
    async count(limit, key) {
      for (const { row, most } of countersOf(limit, key))
        if (!(await increment(db, row, most, limit.perSeconds))) throw tooMany(limit, (await find(row))?.expire);
    },
    async check(limit, key) {
      for (const { row, most } of countersOf(limit, key)) {
        const found = await find(row);
        if (found && found.points >= most) throw tooMany(limit, found.expire);
      }
    },
    async take(tx, limit, key) {
      for (const { row, most } of countersOf(limit, key))
        if (!(await increment(tx, row, most, limit.perSeconds))) return false;
      return true;
    },
    async refund(limit, key) {
      for (const { row } of countersOf(limit, key))
        await db
          .update(rateLimits)
          .set({ points: sql`greatest(${rateLimits.points} - 1, 0)` })
          .where(isOf(row));
    },
    async reset(limit, key) {
      const [own] = countersOf(limit, key);
      if (own) await db.delete(rateLimits).where(eq(rateLimits.key, own.row));
    },
  };
}

/** The rate-limit key of the requester: the account, or the address of a visitor. */
export const rateLimitKey = ({ actor, address }: { actor: Actor; address: string }): string =>
  actor.role === 'visitor' ? address : `person ${actor.userId}`;

// Hashed, so that all keys have one length and the table contains no IP or e-mail addresses.
const hashKey = (key: string) => createHash('sha256').update(key.toLowerCase()).digest('base64url');
