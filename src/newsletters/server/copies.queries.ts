import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { newsletterCopies, newsletterIssues, newsletterSubscriptions } from './newsletters.tables.ts';

const copies = newsletterCopies;

/** A copy that this process sends now. */
export interface ClaimedCopy {
  issueId: number;
  subscriptionId: number;
  email: string;
  /** When it was claimed: who claims it later takes it away. */
  at: Date;
}

/**
 * Claims a copy that waits, so that no other process sends it; also one that was claimed before `abandoned`. None of an
 * issue that has been stopped, and none whose reader has left meanwhile.
 */
export async function claimCopy(db: Db, issueId: number, at: Date, abandoned: Date): Promise<ClaimedCopy | undefined> {
  const { rows } = await db.execute<{ subscription_id: number; email: string }>(sql`
    UPDATE ${copies} SET state = 'sending', at = ${at.toISOString()}
    FROM ${newsletterSubscriptions} AS reader
    WHERE issue_id = ${issueId} AND reader.id = subscription_id AND subscription_id = (
      SELECT open.subscription_id FROM ${copies} AS open
      JOIN ${newsletterSubscriptions} AS subscribed ON subscribed.id = open.subscription_id
      WHERE open.issue_id = ${issueId} AND subscribed.state = 'active'
        AND EXISTS (SELECT FROM ${newsletterIssues} WHERE id = ${issueId} AND state = 'sending')
        AND (open.state = 'waiting' OR open.state = 'sending' AND open.at < ${abandoned.toISOString()})
      LIMIT 1 FOR UPDATE OF open SKIP LOCKED)
    RETURNING subscription_id, reader.email`);
  const [row] = rows;
  return row && { issueId, subscriptionId: row.subscription_id, email: row.email, at };
}

/** Sets what has become of a claimed copy. False if another process has taken it away. */
export async function setCopyState(
  db: Db,
  { issueId, subscriptionId, at }: ClaimedCopy,
  from: 'sending' | 'sent',
  to: 'waiting' | 'sending' | 'sent' | 'failed',
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`UPDATE ${copies} SET state = ${to}
    WHERE issue_id = ${issueId} AND subscription_id = ${subscriptionId} AND state = ${from} AND at = ${at.toISOString()}`);
  return rowCount === 1;
}

/** Gives up the copies of an issue that have not been sent. */
export const failOpenCopies = (tx: Db, issueId: number) =>
  tx
    .update(copies)
    .set({ state: 'failed' })
    .where(and(eq(copies.issueId, issueId), inArray(copies.state, ['waiting', 'sending'])));

/** Whether copies of an issue wait, or are being sent, to readers who have not left. */
export async function hasOpenCopies(db: Db, issueId: number): Promise<boolean> {
  const open = db
    .select({ id: copies.subscriptionId })
    .from(copies)
    .innerJoin(newsletterSubscriptions, eq(newsletterSubscriptions.id, copies.subscriptionId))
    .where(
      and(
        eq(copies.issueId, issueId),
        inArray(copies.state, ['waiting', 'sending']),
        eq(newsletterSubscriptions.state, 'active'),
      ),
    );
  return (await open.limit(1)).length > 0;
}

/** Deletes the copies of issues that were sent before `before`: who has got which issue. */
export const deleteOldCopies = (db: Db, before: Date) =>
  db
    .delete(copies)
    .where(
      inArray(
        copies.issueId,
        db.select({ id: newsletterIssues.id }).from(newsletterIssues).where(lt(newsletterIssues.sentAt, before)),
      ),
    );

/** Stores with issues that ended before `before` what has become of their copies, once. */
export const storeCounts = (db: Db, before: Date) =>
  db.execute(sql`
    UPDATE ${newsletterIssues} SET copies = counted.copies, delivered = counted.delivered, failed = counted.failed
    FROM (
      SELECT issue.id, count(copy.state) AS copies, count(*) FILTER (WHERE copy.state = 'sent') AS delivered,
        count(*) FILTER (WHERE copy.state = 'failed') AS failed
      FROM ${newsletterIssues} AS issue LEFT JOIN ${copies} AS copy ON copy.issue_id = issue.id
      WHERE issue.copies IS NULL AND issue.state IN ('sent', 'stopped') AND issue.sent_at < ${before.toISOString()}
      GROUP BY issue.id) AS counted
    WHERE ${newsletterIssues.id} = counted.id`);

/** Notes that a copy which was sent has come back. False if that is known, or nothing is known of it any more. */
export async function returnCopy(tx: Db, issueId: number, subscriptionId: number): Promise<boolean> {
  const returned = await tx
    .update(copies)
    .set({ state: 'failed' })
    .where(and(eq(copies.issueId, issueId), eq(copies.subscriptionId, subscriptionId), eq(copies.state, 'sent')))
    .returning({ issueId: copies.issueId });
  if (returned.length === 0) return false;
  await tx
    .update(newsletterIssues)
    .set({ delivered: sql`${newsletterIssues.delivered} - 1`, failed: sql`${newsletterIssues.failed} + 1` })
    .where(eq(newsletterIssues.id, issueId)); // null stays null: they are counted later
  return true;
}
