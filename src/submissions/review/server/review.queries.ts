import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { ArticleType } from '#src/submissions/submission/form.rules.ts';
import { isNotRemoved, type SubmissionRow, withFiles } from '#src/submissions/submission/server/submissions.queries.ts';
import { submissionNotes, submissions } from '#src/submissions/submission/server/submissions.tables.ts';
import type { State } from '#src/submissions/submission/submission-states.rules.ts';
import type { ReviewSort } from '../review.contract.ts';

export interface ReviewFilter {
  /** Ids of the submissions that match a search, as a subquery. */
  matching?: SQL | undefined;
  state?: State | undefined;
  type?: ArticleType | undefined;
}

// Sort columns. The id breaks ties.
const sorts = {
  newest: { by: submissions.receivedAt, direction: desc, before: '<' },
  oldest: { by: submissions.receivedAt, direction: asc, before: '>' },
  changed: { by: submissions.updatedAt, direction: desc, before: '<' },
  username: { by: sql`lower(${submissions.username})`, direction: asc, before: '>' },
} as const satisfies Record<ReviewSort, object>;

/** Position of the last row of a page. */
export interface ReviewPosition {
  value: string;
  id: number;
}

/** The sort value of a submission, for the next page's cursor. */
export function sortValue({ submission }: SubmissionRow, sort: ReviewSort): string {
  if (sort === 'username') return submission.username;
  return (sort === 'changed' ? submission.updatedAt : submission.receivedAt).toISOString();
}

const beyond = (sort: ReviewSort, { value, id }: ReviewPosition): SQL => {
  const { by, before } = sorts[sort];
  // PostgreSQL lowercases names, as in the index; JavaScript's rules differ.
  const last = sort === 'username' ? sql`lower(${value}::text)` : sql`${value}::timestamptz`;
  return sql`(${by}, ${submissions.id}) ${sql.raw(before)} (${last}, ${id}::integer)`;
};

const chosen = ({ matching, state, type }: ReviewFilter): SQL | undefined =>
  and(
    isNotRemoved,
    state && eq(submissions.state, state),
    type && eq(submissions.articleType, type),
    matching && sql`${submissions.id} IN ${matching}`,
  );

/** Submissions for review in the chosen order, after a position. */
export const listForReview = (
  db: Db,
  filter: ReviewFilter,
  sort: ReviewSort,
  limit: number,
  after?: ReviewPosition,
): Promise<SubmissionRow[]> => {
  const { by, direction } = sorts[sort];
  return withFiles(db)
    .where(and(chosen(filter), after && beyond(sort, after)))
    .orderBy(direction(by), direction(submissions.id))
    .limit(limit);
};

/** Number of submissions by state. */
export async function countStates(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: submissions.state, size: count() })
    .from(submissions)
    .where(isNotRemoved)
    .groupBy(submissions.state);
  return Object.fromEntries(rows.map(({ state, size }) => [state, size]));
}

export type NoteRow = typeof submissionNotes.$inferSelect;

export async function addNote(db: Db, note: typeof submissionNotes.$inferInsert): Promise<NoteRow> {
  const [added] = await db.insert(submissionNotes).values(note).returning();
  return added as NoteRow; // an insert without conflict returns its row
}

/** The reviewers' notes, oldest first. */
export const listNotes = (db: Db, submissionId: number): Promise<NoteRow[]> =>
  db
    .select()
    .from(submissionNotes)
    .where(eq(submissionNotes.submissionId, submissionId))
    .orderBy(asc(submissionNotes.id));
