import { and, asc, eq, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { newsletterCopies, newsletterSubscriptions, newsletters } from './newsletters.tables.ts';
import { addToMonth } from './statistics.queries.ts';

const subscriptions = newsletterSubscriptions;

export type SubscriptionRow = typeof subscriptions.$inferSelect;

const isOf = (email: string) => eq(subscriptions.email, email.toLowerCase());

/** Stores requests of an address that wait for a link. Returns how many of these newsletters it does not get yet. */
export async function requestSubscriptions(tx: Db, email: string, newsletterIds: number[], now: Date): Promise<number> {
  const requested = { email: email.toLowerCase(), state: 'pending', requestedAt: now } as const;
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

const isPending = (email: string, since: Date) =>
  and(isOf(email), eq(subscriptions.state, 'pending'), gt(subscriptions.requestedAt, since));

/** The subscriptions that an address has requested after `since`, unconfirmed. */
export const listPending = (db: Db, email: string, since: Date) =>
  db
    .select({ id: subscriptions.id, name: newsletters.name })
    .from(subscriptions)
    .innerJoin(newsletters, eq(newsletters.id, subscriptions.newsletterId))
    .where(isPending(email, since))
    .orderBy(asc(newsletters.name));

/** Activates what an address has requested after `since`. Returns the names of the newsletters. */
export async function confirmSubscriptions(tx: Db, email: string, since: Date, now: Date): Promise<string[]> {
  const begun = await tx
    .update(subscriptions)
    .set({ state: 'active', tokenHash: null, confirmedAt: now })
    .where(isPending(email, since))
    .returning({ newsletterId: subscriptions.newsletterId });
  if (begun.length === 0) return [];
  const ids = begun.map(({ newsletterId }) => newsletterId);
  await addToMonth(tx, ids, 'joined', now);
  const named = tx.select({ name: newsletters.name }).from(newsletters).where(inArray(newsletters.id, ids));
  return (await named.orderBy(asc(newsletters.name))).map(({ name }) => name);
}

/** The address of a link that a version before this one has mailed. */
export const findByToken = async (db: Db, tokenHash: string): Promise<SubscriptionRow | undefined> =>
  (await db.select().from(subscriptions).where(eq(subscriptions.tokenHash, tokenHash)))[0];

export async function findSubscription(db: Db, id: number): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

/** Ends subscriptions, also those that wait for their link, and counts those that had begun. */
async function end(tx: Db, which: SQL, now: Date): Promise<void> {
  const ended = await tx
    .update(subscriptions)
    .set({ state: 'ended', tokenHash: null, endedAt: now })
    .where(and(which, ne(subscriptions.state, 'ended')))
    .returning({ newsletterId: subscriptions.newsletterId, confirmedAt: subscriptions.confirmedAt });
  const begun = ended.filter(({ confirmedAt }) => confirmedAt !== null);
  await addToMonth(
    tx,
    begun.map(({ newsletterId }) => newsletterId),
    'left',
    now,
  );
}

/** Ends one subscription. */
export const endSubscription = (tx: Db, id: number, now: Date) => end(tx, eq(subscriptions.id, id), now);

/** Ends all subscriptions of an address. */
export const endSubscriptionsOf = (tx: Db, email: string, now: Date) => end(tx, isOf(email), now);

/** State of the copy before that of an issue. */
const stateBefore = (id: number, issueId: number) =>
  sql`(SELECT state FROM ${newsletterCopies} WHERE subscription_id = ${id} AND issue_id < ${issueId}
    ORDER BY issue_id DESC LIMIT 1)`;

/**
 * Counts that the copy of an issue was refused permanently, in a transaction; the last of several, one after the other, ends
 * the subscription.
 */
export async function countRefusal(tx: Db, id: number, issueId: number, most: number, now: Date): Promise<void> {
  const refusals = sql`CASE WHEN ${stateBefore(id, issueId)} = 'sent' THEN 1 ELSE ${subscriptions.refusals} + 1 END`;
  const ends = sql`${refusals} >= ${most}`;
  const [row] = await tx
    .update(subscriptions)
    .set({
      refusals,
      state: sql`CASE WHEN ${ends} THEN 'ended'::newsletter_subscription_state ELSE ${subscriptions.state} END`,
      endedAt: sql`CASE WHEN ${ends} THEN ${now.toISOString()}::timestamptz ELSE ${subscriptions.endedAt} END`,
    })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.state, 'active')))
    .returning({ state: subscriptions.state, newsletterId: subscriptions.newsletterId });
  if (row?.state === 'ended') await addToMonth(tx, [row.newsletterId], 'refused', now);
}

/**
 * Resets the count of refusals, since the server has taken a copy and has not reported that the one before came back: a
 * server that passes mails on takes all of them.
 */
export const forgetRefusals = (tx: Db, id: number, issueId: number) =>
  tx
    .update(subscriptions)
    .set({ refusals: 0 })
    .where(
      and(
        eq(subscriptions.id, id),
        gt(subscriptions.refusals, 0),
        sql`${stateBefore(id, issueId)} IS DISTINCT FROM 'failed'`,
      ),
    );

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
export async function deleteSubscriptionsOf(tx: Db, email: string, now: Date): Promise<void> {
  await endSubscriptionsOf(tx, email, now);
  await tx.delete(subscriptions).where(isOf(email));
}
