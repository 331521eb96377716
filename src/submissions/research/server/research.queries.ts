import { and, count, desc, eq, inArray, isNotNull, max, min, type SQL, sql } from 'drizzle-orm';
import type { Position } from '#src/platform/database/cursors.ts';
import type { Db } from '#src/platform/database/db.ts';
import { endOfDayInIndia, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import type { ArticleType } from '#src/submissions/submission/form.rules.ts';
import { isCurrent, type Submission } from '#src/submissions/submission/server/submissions.queries.ts';
import {
  submissionFiles,
  submissionPages,
  submissions,
} from '#src/submissions/submission/server/submissions.tables.ts';

// A bare column, not a parameter, so that PostgreSQL can use the partial index.
const onResearch = sql`${submissions.onResearch}`;

const itsEssay = and(eq(submissionFiles.submissionId, submissions.id), isCurrent(submissionFiles, 'essay'));

export interface ResearchFilter {
  /** Ids of the essays that match a search, as a subquery. */
  matching?: SQL | undefined;
  type?: ArticleType | undefined;
  /** Calendar year in India. */
  year?: number | undefined;
}

// Not the start of the following year: 10000 is not a valid year in an ISO date.
const inYear = (year: number) => {
  const [from, to] = [startOfDayInIndia(`${year}-01-01`), endOfDayInIndia(`${year}-12-31`)];
  return sql`${submissions.publishedAt} >= ${from.toISOString()}::timestamptz AND ${submissions.publishedAt} < ${to.toISOString()}::timestamptz`;
};

/** Essays on /research, newest first, after a position; each with the size of its first page once that is rendered. */
export const listEssays = (db: Db, { matching, type, year }: ResearchFilter, limit: number, after?: Position) =>
  db
    .select({
      id: submissions.id,
      title: submissions.title,
      username: submissions.username,
      articleType: submissions.articleType,
      publishedAt: submissions.publishedAt,
      publicId: submissions.publicId,
      pages: submissionFiles.pages,
      width: submissionPages.width,
      height: submissionPages.height,
    })
    .from(submissions)
    .innerJoin(submissionFiles, itsEssay)
    .leftJoin(submissionPages, and(eq(submissionPages.fileId, submissionFiles.id), eq(submissionPages.page, 1)))
    .where(
      and(
        onResearch,
        matching && sql`${submissions.id} IN ${matching}`,
        type === undefined ? undefined : eq(submissions.articleType, type),
        year === undefined ? undefined : inYear(year),
        after &&
          sql`(${submissions.publishedAt}, ${submissions.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::integer)`,
      ),
    )
    .orderBy(desc(submissions.publishedAt), desc(submissions.id))
    .limit(limit);

// Text of an essay that is searched for an excerpt, in characters (decision 050).
const lettersFound = 60_000;

/** Fields for search results of essays, only those on /research. */
export const listEssayResults = (db: Db, ids: number[]) =>
  db
    .select({
      id: submissions.id,
      title: submissions.title,
      abstract: submissions.abstract,
      publishedAt: submissions.publishedAt,
      pages: sql<
        string | null
      >`(SELECT left(string_agg(${submissionPages.text}, E'\\n' ORDER BY ${submissionPages.page}), ${lettersFound})
        FROM ${submissionPages} WHERE ${submissionPages.fileId} = ${submissionFiles.id})`,
    })
    .from(submissions)
    .innerJoin(submissionFiles, itsEssay)
    .where(and(onResearch, inArray(submissions.id, ids)));

export type EssayRow = Awaited<ReturnType<typeof listEssays>>[number];

export const listEssayAddresses = (db: Db, limit: number) =>
  db
    .select({ id: submissions.id, changedAt: submissions.exposedAt })
    .from(submissions)
    .where(onResearch)
    .orderBy(desc(submissions.publishedAt), desc(submissions.id))
    .limit(limit);

/** Publication dates of the first and the last essay on /research; undefined if there are none. */
export async function findResearchSpan(db: Db) {
  const [span] = await db
    .select({ first: min(submissions.publishedAt), last: max(submissions.publishedAt) })
    .from(submissions)
    .where(onResearch);
  return span?.first && span.last ? { first: span.first, last: span.last } : undefined;
}

/** A submission that is or was on /research, in any state. */
export async function findPublished(db: Db, id: number): Promise<Submission | undefined> {
  const [found] = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), isNotNull(submissions.publishedAt)));
  return found;
}

export async function findByCode(db: Db, code: string): Promise<Submission | undefined> {
  const [found] = await db.select().from(submissions).where(eq(submissions.code, code));
  return found;
}

/** Seconds since 1970, both inclusive. */
export interface DatestampRange {
  from?: number | undefined;
  until?: number | undefined;
}

const second = (seconds: number) => sql`${new Date(seconds * 1000).toISOString()}::timestamptz`;

const within = ({ from, until }: DatestampRange) =>
  and(
    isNotNull(submissions.exposedAt),
    from === undefined ? undefined : sql`${submissions.exposedAt} >= ${second(from)}`,
    until === undefined ? undefined : sql`${submissions.exposedAt} <= ${second(until)}`,
  );

/** Submissions that are or were on /research, ordered by datestamp, after a position in that order. */
export const listHarvestable = (
  db: Db,
  span: DatestampRange,
  limit: number,
  after?: { seconds: number; id: number },
): Promise<Submission[]> =>
  db
    .select()
    .from(submissions)
    .where(
      and(
        within(span),
        after && sql`(${submissions.exposedAt}, ${submissions.id}) > (${second(after.seconds)}, ${after.id}::integer)`,
      ),
    )
    .orderBy(submissions.exposedAt, submissions.id)
    .limit(limit);

export async function countHarvestable(db: Db, span: DatestampRange): Promise<number> {
  const [row] = await db.select({ size: count() }).from(submissions).where(within(span));
  return row?.size ?? 0;
}

export async function findEarliestDatestamp(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ first: min(submissions.exposedAt) }).from(submissions);
  return row?.first ?? undefined;
}
