import { and, asc, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import type { ArticleType } from '../form.rules.ts';
import type { ReviewSort } from '../review.contract.ts';
import type { State } from '../submissions.rules.ts';
import { isKept, type SubmissionRow, withFiles } from './submissions.queries.ts';
import { submissionNotes, submissions } from './submissions.tables.ts';

export interface ReviewFilter {
  search?: string | undefined;
  state?: State | undefined;
  type?: ArticleType | undefined;
}

// What each order sorts by, as text in a cursor and as SQL; the id decides between equals.
const sorts = {
  newest: { by: submissions.receivedAt, direction: desc, before: '<' },
  oldest: { by: submissions.receivedAt, direction: asc, before: '>' },
  changed: { by: submissions.updatedAt, direction: desc, before: '<' },
  username: { by: sql`lower(${submissions.username})`, direction: asc, before: '>' },
} as const satisfies Record<ReviewSort, object>;

/** The last entry of a page in its order. */
export interface ReviewPosition {
  value: string;
  id: number;
}

/** What a submission sorts by, for the cursor of the next page. */
export function sortValue({ submission }: SubmissionRow, sort: ReviewSort): string {
  if (sort === 'username') return submission.username;
  return (sort === 'changed' ? submission.updatedAt : submission.receivedAt).toISOString();
}

const beyond = (sort: ReviewSort, { value, id }: ReviewPosition): SQL => {
  const { by, before } = sorts[sort];
  // The database makes names small, as in its index: JavaScript does so by other rules.
  const last = sort === 'username' ? sql`lower(${value}::text)` : sql`${value}::timestamptz`;
  return sql`(${by}, ${submissions.id}) ${sql.raw(before)} (${last}, ${id}::integer)`;
};

const matching = ({ search, state, type }: ReviewFilter): SQL | undefined => {
  const like = search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
  const { username, email, mobile, title } = submissions;
  return and(
    isKept,
    state && eq(submissions.state, state),
    type && eq(submissions.articleType, type),
    like ? or(...[username, email, mobile, title].map((column) => ilike(column, like))) : undefined,
  );
};

/** Submissions for the newsroom in one of its orders, after a position. */
export const listForReview = (
  db: Db,
  filter: ReviewFilter,
  sort: ReviewSort,
  limit: number,
  after?: ReviewPosition,
): Promise<SubmissionRow[]> => {
  const { by, direction } = sorts[sort];
  return withFiles(db)
    .where(and(matching(filter), after && beyond(sort, after)))
    .orderBy(direction(by), direction(submissions.id))
    .limit(limit);
};

/** How many submissions there are in each state. */
export async function countStates(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: submissions.state, size: count() })
    .from(submissions)
    .where(isKept)
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
