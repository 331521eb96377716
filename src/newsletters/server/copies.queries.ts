import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { newsletterCopies, newsletterIssues, newsletterSubscriptions } from './newsletters.tables.ts';

const copies = newsletterCopies;

/** Gives up the copies of an issue that have not been sent. */
export const failOpenCopies = (tx: Db, issueId: number) =>
  tx
    .update(copies)
    .set({ state: 'failed' })
    .where(and(eq(copies.issueId, issueId), inArray(copies.state, ['waiting', 'sending'])));

/** Whether copies of an issue wait, or are being sent, to readers who have not unsubscribed. */
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

/** Stores the outcome of the copies with each issue that ended before `before`, once. */
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

/** Records that a sent copy has bounced. False if that is recorded already, or the copy was deleted. */
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
