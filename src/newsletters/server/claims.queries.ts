// Plain SQL: the thread that sends copies does not load Drizzle, which takes a second of CPU time.
import type { Pool } from 'pg';
import type { copyStates } from '../newsletters.rules.ts';

type Connection = Pick<Pool, 'query'>;
type CopyState = (typeof copyStates)[number];

/** A copy that this process sends now. */
export interface ClaimedCopy {
  issueId: number;
  subscriptionId: number;
  email: string;
  /** Refusals of the copies before. */
  refusals: number;
  /** When it was claimed; a later claim supersedes it. */
  at: Date;
}

/**
 * Claims this number of copies that wait, so that no other process sends them; also those that were claimed before
 * `abandoned`. None of an issue that has been stopped, and none whose reader has unsubscribed meanwhile.
 */
export async function claimCopies(
  connection: Connection,
  issueId: number,
  { at, abandoned, count }: { at: Date; abandoned: Date; count: number },
): Promise<ClaimedCopy[]> {
  const { rows } = await connection.query<{ subscription_id: number; email: string; refusals: number }>(
    `UPDATE newsletter_copies SET state = 'sending', at = $2
    FROM newsletter_subscriptions AS reader
    WHERE issue_id = $1 AND reader.id = subscription_id AND subscription_id = ANY (ARRAY(
      SELECT open.subscription_id FROM newsletter_copies AS open
      JOIN newsletter_subscriptions AS subscribed ON subscribed.id = open.subscription_id
      WHERE open.issue_id = $1 AND subscribed.state = 'active'
        AND EXISTS (SELECT FROM newsletter_issues WHERE id = $1 AND state = 'sending')
        AND (open.state = 'waiting' OR open.state = 'sending' AND open.at < $3)
      LIMIT $4 FOR UPDATE OF open SKIP LOCKED))
    RETURNING subscription_id, reader.email, reader.refusals`,
    [issueId, at, abandoned, count],
  );
  return rows.map(({ subscription_id: subscriptionId, email, refusals }) => ({
    ...{ issueId, subscriptionId, email, refusals, at },
  }));
}

/**
 * Whether a claimed copy may still be sent: not if another process has claimed it, its issue was stopped or its reader has
 * unsubscribed.
 */
export async function isSendable(connection: Connection, { issueId, subscriptionId, at }: ClaimedCopy) {
  const { rowCount } = await connection.query(
    `SELECT FROM newsletter_copies AS copy
    JOIN newsletter_issues AS issue ON issue.id = issue_id
    JOIN newsletter_subscriptions AS reader ON reader.id = subscription_id
    WHERE issue_id = $1 AND subscription_id = $2 AND copy.state = 'sending' AND at = $3
      AND issue.state = 'sending' AND reader.state = 'active'`,
    [issueId, subscriptionId, at],
  );
  return rowCount === 1;
}

/** Marks a claimed copy as sent, if it is not marked yet. False if another process has taken it away. */
export async function markCopy(connection: Connection, { issueId, subscriptionId, at }: ClaimedCopy): Promise<boolean> {
  const { rowCount } = await connection.query(
    `UPDATE newsletter_copies SET state = 'sent'
    WHERE issue_id = $1 AND subscription_id = $2 AND state IN ('sending', 'sent') AND at = $3`,
    [issueId, subscriptionId, at],
  );
  return rowCount === 1;
}

/** Changes the state of a claimed copy. False if it is not in the state `from`, or a later claim has superseded this one. */
export async function setCopyState(
  connection: Connection,
  { issueId, subscriptionId, at }: ClaimedCopy,
  from: CopyState,
  to: CopyState,
): Promise<boolean> {
  const values = [issueId, subscriptionId, from, at, to];
  const { rowCount } = await connection.query(
    `UPDATE newsletter_copies SET state = $5
    WHERE issue_id = $1 AND subscription_id = $2 AND state = $3 AND at = $4`,
    values,
  );
  return rowCount === 1;
}

/** Releases copies of one claim that were not sent. */
export async function releaseCopies(connection: Connection, copies: ClaimedCopy[]): Promise<void> {
  const [first] = copies;
  if (!first) return;
  await connection.query(
    `UPDATE newsletter_copies SET state = 'waiting'
    WHERE issue_id = $1 AND subscription_id = ANY ($2) AND state = 'sending' AND at = $3`,
    [first.issueId, copies.map(({ subscriptionId }) => subscriptionId), first.at],
  );
}
