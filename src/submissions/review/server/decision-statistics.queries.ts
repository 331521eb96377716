import { and, count, eq, gte, isNotNull, lt, min, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#src/platform/database/db.ts';
import { submissionHistory, submissions } from '#src/submissions/submission/server/submissions.tables.ts';

/** Instants; the second does not belong to it. */
export interface Span {
  from: Date;
  until: Date;
}

const { articleType, receivedAt, publishedAt } = submissions;
const total = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})::int`;
const medianDays = (length: SQL) =>
  sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${length}) / 86400)`;
/** Groups by kind, and once all together, with null as their kind. */
const byKindAndAll = sql`GROUPING SETS ((), (${articleType}))`;
const kind = sql<(typeof articleType)['_']['data'] | null>`${articleType}`;

/** Works that reached the newsroom: those that never got a guardian's consent did not. */
export function countReceived(db: Db, { from, until }: Span) {
  const arrived = db
    .selectDistinct({ id: submissionHistory.submissionId })
    .from(submissionHistory)
    .where(eq(submissionHistory.to, 'pending'))
    .as('arrived');
  return db
    .select({ kind, received: count() })
    .from(submissions)
    .innerJoin(arrived, eq(arrived.id, submissions.id))
    .where(and(gte(receivedAt, from), lt(receivedAt, until)))
    .groupBy(byKindAndAll);
}

/** First decisions, also on works that have been removed since. */
export function countDecisions(db: Db, { from, until }: Span) {
  const looked = alias(submissionHistory, 'looked');
  const review = db
    .select({ id: looked.submissionId, began: min(looked.at).as('review_began') })
    .from(looked)
    .where(eq(looked.action, 'start_review'))
    .groupBy(looked.submissionId)
    .as('review');
  const { at, to } = submissionHistory;
  return db
    .select({
      kind,
      decided: count(),
      accepted: total(sql`${to} = 'approved'`),
      daysToDecision: medianDays(sql`${at} - ${receivedAt}`),
      reviewed: total(isNotNull(review.began)),
      daysToReview: medianDays(sql`${review.began} - ${receivedAt}`),
      published: total(sql`${to} = 'approved' AND ${publishedAt} < ${until.toISOString()}::timestamptz`),
      daysToPublication: medianDays(
        sql`CASE WHEN ${to} = 'approved' AND ${publishedAt} < ${until.toISOString()}::timestamptz THEN ${publishedAt} - ${at} END`,
      ),
    })
    .from(submissionHistory)
    .innerJoin(submissions, eq(submissions.id, submissionHistory.submissionId))
    .leftJoin(review, eq(review.id, submissions.id))
    .where(
      and(
        gte(at, from),
        lt(at, until),
        // As in the index submission_history_decided_idx.
        sql`${to} IN ('approved', 'rejected') AND ${submissionHistory.from} NOT IN ('approved', 'rejected')`,
      ),
    )
    .groupBy(byKindAndAll);
}
