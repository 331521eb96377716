import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { newsletterSubscriptions, newsletters } from './newsletters.tables.ts';

const subscriptions = newsletterSubscriptions;

export type SubscriptionRow = typeof subscriptions.$inferSelect;

const isOf = (email: string) => eq(subscriptions.email, email.toLowerCase());

/**
 * Stores requests of an address that wait for its link; the newest link replaces an earlier one. Returns how many of these
 * newsletters the address does not get yet.
 */
export async function requestSubscriptions(
  tx: Db,
  email: string,
  newsletterIds: number[],
  tokenHash: string,
  now: Date,
): Promise<number> {
  const requested = { email: email.toLowerCase(), state: 'pending', tokenHash, requestedAt: now } as const;
  const rows = await tx
    .insert(subscriptions)
    .values(newsletterIds.map((newsletterId) => ({ newsletterId, ...requested })))
    .onConflictDoUpdate({
      target: [subscriptions.newsletterId, subscriptions.email],
      set: { ...requested, confirmedAt: null, endedAt: null, refusals: 0 },
      setWhere: sql`${subscriptions.state} <> 'active'`,
    })
    .returning({ id: subscriptions.id });
  return rows.length;
}

/** Begins the subscriptions of a link that was mailed after `since`. Returns the names of their newsletters. */
export async function confirmSubscriptions(tx: Db, tokenHash: string, since: Date, now: Date): Promise<string[]> {
  const begun = await tx
    .update(subscriptions)
    .set({ state: 'active', tokenHash: null, confirmedAt: now })
    .where(
      and(
        eq(subscriptions.tokenHash, tokenHash),
        eq(subscriptions.state, 'pending'),
        sql`${subscriptions.requestedAt} > ${since.toISOString()}`,
      ),
    )
    .returning({ newsletterId: subscriptions.newsletterId });
  if (begun.length === 0) return [];
  const ids = begun.map(({ newsletterId }) => newsletterId);
  const named = tx.select({ name: newsletters.name }).from(newsletters).where(inArray(newsletters.id, ids));
  return (await named.orderBy(asc(newsletters.name))).map(({ name }) => name);
}

export async function findSubscription(db: Db, id: number): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

const end = (now: Date) => ({ state: 'ended', tokenHash: null, endedAt: now }) as const;

/** Ends one subscription, also one that waits for its link. */
export const endSubscription = (tx: Db, id: number, now: Date) =>
  tx
    .update(subscriptions)
    .set(end(now))
    .where(and(eq(subscriptions.id, id), sql`${subscriptions.state} <> 'ended'`));

/** Ends all subscriptions of an address. */
export const endSubscriptionsOf = (tx: Db, email: string, now: Date) =>
  tx
    .update(subscriptions)
    .set(end(now))
    .where(and(isOf(email), sql`${subscriptions.state} <> 'ended'`));

/** Counts a permanent refusal; the last of several, one after the other, ends the subscription. */
export const countRefusal = (tx: Db, id: number, most: number, now: Date) =>
  tx
    .update(subscriptions)
    .set({
      refusals: sql`${subscriptions.refusals} + 1`,
      state: sql`CASE WHEN ${subscriptions.refusals} + 1 >= ${most} THEN 'ended'::newsletter_subscription_state ELSE ${subscriptions.state} END`,
      endedAt: sql`CASE WHEN ${subscriptions.refusals} + 1 >= ${most} THEN ${now.toISOString()}::timestamptz ELSE ${subscriptions.endedAt} END`,
    })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.state, 'active')));

/** Forgets refusals, since the server has taken a copy. */
export const forgetRefusals = (tx: Db, id: number) =>
  tx
    .update(subscriptions)
    .set({ refusals: 0 })
    .where(and(eq(subscriptions.id, id), sql`${subscriptions.refusals} > 0`));

/** Deletes requests before `unconfirmed`, and what has ended before `ended`. */
export const deleteOldSubscriptions = (db: Db, before: { unconfirmed: Date; ended: Date }) =>
  db
    .delete(subscriptions)
    .where(
      or(
        and(eq(subscriptions.state, 'pending'), lt(subscriptions.requestedAt, before.unconfirmed)),
        and(eq(subscriptions.state, 'ended'), lt(subscriptions.endedAt, before.ended)),
      ),
    );

/** What an address has subscribed to, for the export of its owner's data. */
export const listSubscriptionsOf = (db: Db, email: string) =>
  db
    .select({
      newsletter: newsletters.name,
      state: subscriptions.state,
      requested_at: subscriptions.requestedAt,
      confirmed_at: subscriptions.confirmedAt,
      ended_at: subscriptions.endedAt,
    })
    .from(subscriptions)
    .innerJoin(newsletters, eq(newsletters.id, subscriptions.newsletterId))
    .where(isOf(email))
    .orderBy(asc(subscriptions.id));

/** Deletes all that is stored about an address. */
export const deleteSubscriptionsOf = (tx: Db, email: string) => tx.delete(subscriptions).where(isOf(email));
