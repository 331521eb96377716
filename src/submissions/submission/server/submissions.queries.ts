import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Position } from '#src/platform/database/cursors.ts';
import type { Db } from '#src/platform/database/db.ts';
import { submissionFiles, submissionHistory, submissionNotes, submissions } from './submissions.tables.ts';

export type Submission = typeof submissions.$inferSelect;
export type NewSubmission = typeof submissions.$inferInsert;
export type FileRow = typeof submissionFiles.$inferSelect;
export type HistoryRow = typeof submissionHistory.$inferSelect;

// Literals, not parameters, so that PostgreSQL can use the partial indexes.
export const isNotRemoved = sql`${submissions.state} NOT IN ('withdrawn', 'deleted')`;
const isApproved = sql`${submissions.state} = 'approved'`;
const isQueued = sql`${submissions.state} IN ('pending', 'in_review')`;

const essay = alias(submissionFiles, 'essay');
const bonafide = alias(submissionFiles, 'bonafide');

/** A submission with its current files. */
export interface SubmissionRow {
  submission: Submission;
  essay: FileRow;
  bonafide: FileRow | null;
}

/** Condition for the current file of a kind. */
export const isCurrent = (files: Record<'kind' | 'replacedAt', AnyPgColumn>, kind: FileRow['kind']) =>
  and(eq(files.kind, kind), isNull(files.replacedAt));

export const withFiles = (db: Db) =>
  db
    .select({ submission: submissions, essay, bonafide })
    .from(submissions)
    .innerJoin(essay, and(eq(essay.submissionId, submissions.id), isCurrent(essay, 'essay')))
    .leftJoin(bonafide, and(eq(bonafide.submissionId, submissions.id), isCurrent(bonafide, 'bonafide')));

/** A submission that has not been withdrawn or deleted. */
export const findSubmission = async (db: Db, id: number): Promise<SubmissionRow | undefined> =>
  (await withFiles(db).where(and(eq(submissions.id, id), isNotRemoved)))[0];

/** A submission in any state, locked until the transaction ends. */
export const lockSubmission = async (tx: Db, id: number): Promise<Submission | undefined> =>
  (await tx.select().from(submissions).where(eq(submissions.id, id)).for('update'))[0];

export async function createSubmission(db: Db, submission: NewSubmission): Promise<Submission> {
  const [created] = await db.insert(submissions).values(submission).returning();
  return created as Submission; // an insert without conflict returns its row
}

export async function updateSubmission(db: Db, id: number, change: Partial<NewSubmission>): Promise<void> {
  await db.update(submissions).set(change).where(eq(submissions.id, id));
}

/** Who sees a list: the newsroom, a user, or a visitor. */
export type Viewer = { newsroom: true } | { newsroom: false; userId: number | undefined };

const visibleTo = (viewer: Viewer): SQL | undefined => {
  if (viewer.newsroom) return isNotRemoved;
  if (viewer.userId === undefined) return isApproved;
  return or(isApproved, and(isNotRemoved, eq(submissions.authorId, viewer.userId)));
};

/** Submissions visible to the viewer, newest first, after a position. */
export const listVisible = (db: Db, viewer: Viewer, limit: number, after?: Position): Promise<SubmissionRow[]> =>
  withFiles(db)
    .where(
      and(
        visibleTo(viewer),
        after &&
          sql`(${submissions.receivedAt}, ${submissions.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::integer)`,
      ),
    )
    .orderBy(desc(submissions.receivedAt), desc(submissions.id))
    .limit(limit);

/** An author's submissions, newest first, each with its place in the queue (null if not queued). */
export async function listByAuthor(db: Db, authorId: number, limit: number) {
  const rows = await withFiles(db)
    .where(and(eq(submissions.authorId, authorId), isNotRemoved))
    .orderBy(desc(submissions.receivedAt), desc(submissions.id))
    .limit(limit);
  const ids = rows.map(({ submission }) => submission.id);
  if (ids.length === 0) return [];
  const place = sql<number>`row_number() OVER (ORDER BY ${submissions.receivedAt}, ${submissions.id})`.mapWith(Number);
  const queue = db
    .select({ id: submissions.id, place: place.as('place') })
    .from(submissions)
    .where(isQueued)
    .as('queue');
  const places = await db.select().from(queue).where(inArray(queue.id, ids));
  const placeOf = new Map(places.map(({ id, place }) => [id, place]));
  return rows.map((row) => ({ ...row, place: placeOf.get(row.submission.id) ?? null }));
}

/** Locks all submissions of an author that still contain personal data. */
export const lockByAuthor = (tx: Db, authorId: number): Promise<Submission[]> =>
  tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.authorId, authorId), isNotRemoved))
    .orderBy(asc(submissions.id))
    .for('update');

/** Authors with submissions that await a guardian's consent. */
export async function listAwaitingAuthors(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: submissions.authorId })
    .from(submissions)
    .where(eq(submissions.state, 'awaiting_consent'));
  return rows.flatMap(({ id }) => id ?? []);
}

/** Submissions that have awaited consent since before an instant. */
export const listAwaitingSince = async (db: Db, before: Date, limit: number): Promise<number[]> =>
  (
    await db
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.state, 'awaiting_consent'), lt(submissions.receivedAt, before)))
      .orderBy(asc(submissions.id))
      .limit(limit)
  ).map(({ id }) => id);

export async function addHistory(db: Db, entry: typeof submissionHistory.$inferInsert): Promise<void> {
  await db.insert(submissionHistory).values(entry);
}

/** Deletes notes and message texts of a submission; the history keeps who did what, and when. */
export async function redactContent(db: Db, submissionId: number): Promise<void> {
  await db.delete(submissionNotes).where(eq(submissionNotes.submissionId, submissionId));
  await db
    .update(submissionHistory)
    .set({ note: '', before: null })
    .where(eq(submissionHistory.submissionId, submissionId));
}

/** Replaces a user's name in histories and notes. */
export async function redactName(db: Db, userId: number): Promise<void> {
  const nameless = `person ${userId}`;
  await db.update(submissionHistory).set({ actor: nameless }).where(eq(submissionHistory.actorId, userId));
  await db.update(submissionNotes).set({ writer: nameless }).where(eq(submissionNotes.writerId, userId));
}

/** Public corrections of an essay, oldest first. */
export const listCorrections = (db: Db, submissionId: number) =>
  db
    .select({ at: submissionHistory.at, note: submissionHistory.note })
    .from(submissionHistory)
    .where(and(eq(submissionHistory.submissionId, submissionId), eq(submissionHistory.action, 'correct')))
    .orderBy(asc(submissionHistory.id));

/** Histories of some submissions, oldest first. */
export const listHistory = (db: Db, ids: number[]): Promise<HistoryRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(submissionHistory)
        .where(inArray(submissionHistory.submissionId, ids))
        .orderBy(asc(submissionHistory.id));

/** Median days from receipt to first decision, of decisions since an instant; undefined if there were none. */
export async function medianDays(db: Db, since: Date): Promise<number | undefined> {
  const seconds = sql`extract(epoch FROM ${submissionHistory.at} - ${submissions.receivedAt})`;
  const [row] = await db
    .select({ days: sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds}) / 86400` })
    .from(submissionHistory)
    .innerJoin(submissions, eq(submissions.id, submissionHistory.submissionId))
    .where(
      and(
        gte(submissionHistory.at, since),
        sql`${submissionHistory.to} IN ('approved', 'rejected') AND ${submissionHistory.from} NOT IN ('approved', 'rejected')`,
      ),
    );
  return row?.days ?? undefined;
}

/** How many submissions wait for a decision. */
export const countPending = (db: Db): Promise<number> => db.$count(submissions, eq(submissions.state, 'pending'));
