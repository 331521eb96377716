import { and, count, desc, eq, getTableColumns, inArray, isNotNull, max, min, type SQL, sql } from 'drizzle-orm';
import type { Position } from '#src/platform/cursors.ts';
import type { Db } from '#src/platform/db.ts';
import type { ArticleType } from '../form.rules.ts';
import { isCurrent, type Submission } from './submissions.queries.ts';
import { submissionFiles, submissionPages, submissions } from './submissions.tables.ts';

const { search: _, ...columns } = getTableColumns(submissions);

// Spelled out, so that its partial index serves these queries.
const onResearch = sql`${submissions.onResearch}`;

const itsEssay = and(eq(submissionFiles.submissionId, submissions.id), isCurrent(submissionFiles, 'essay'));

export interface ResearchFilter {
  search?: string | undefined;
  type?: ArticleType | undefined;
  /** Calendar year in India. */
  year?: number | undefined;
}

// "lake fr" finds "Lake frogs": every word must begin a word of the work.
function searchFor(text: string): SQL | undefined {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0) return text.trim() ? sql`false` : undefined;
  const query = words.map((word) => `'${word}':*`).join(' & ');
  return sql`${submissions.search} @@ to_tsquery('simple', ${query})`;
}

const inYear = (year: number) => {
  const midnight = (of: number) => sql`${`${of}-01-01T00:00:00+05:30`}::timestamptz`;
  return sql`${submissions.publishedAt} >= ${midnight(year)} AND ${submissions.publishedAt} < ${midnight(year + 1)}`;
};

/** Essays on /research, newest first, after a position; each with the shape of its first page once that is drawn. */
export const listEssays = (db: Db, { search, type, year }: ResearchFilter, limit: number, after?: Position) =>
  db
    .select({
      id: submissions.id,
      title: submissions.title,
      username: submissions.username,
      articleType: submissions.articleType,
      publishedAt: submissions.publishedAt,
      openName: submissions.openName,
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
        search === undefined ? undefined : searchFor(search),
        type === undefined ? undefined : eq(submissions.articleType, type),
        year === undefined ? undefined : inYear(year),
        after &&
          sql`(${submissions.publishedAt}, ${submissions.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::integer)`,
      ),
    )
    .orderBy(desc(submissions.publishedAt), desc(submissions.id))
    .limit(limit);

// As much of a text as is looked through for a search, decision 050.
const lettersFound = 60_000;

/** What a search shows of essays, those that are on /research. */
export const listFoundEssays = (db: Db, ids: number[]) =>
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

/** When the first and the last essay on /research appeared there; null when there are none. */
export async function findResearchSpan(db: Db) {
  const [span] = await db
    .select({ first: min(submissions.publishedAt), last: max(submissions.publishedAt) })
    .from(submissions)
    .where(onResearch);
  return span?.first && span.last ? { first: span.first, last: span.last } : undefined;
}

/** A work that is or was on /research, whatever became of it. */
export async function findPublished(db: Db, id: number): Promise<Submission | undefined> {
  const [found] = await db
    .select(columns)
    .from(submissions)
    .where(and(eq(submissions.id, id), isNotNull(submissions.publishedAt)));
  return found;
}

export async function findByCode(db: Db, code: string): Promise<Submission | undefined> {
  const [found] = await db.select(columns).from(submissions).where(eq(submissions.code, code));
  return found;
}

/** Seconds since 1970, both included. */
export interface Span {
  from?: number | undefined;
  until?: number | undefined;
}

const second = (seconds: number) => sql`${new Date(seconds * 1000).toISOString()}::timestamptz`;

const within = ({ from, until }: Span) =>
  and(
    isNotNull(submissions.exposedAt),
    from === undefined ? undefined : sql`${submissions.exposedAt} >= ${second(from)}`,
    until === undefined ? undefined : sql`${submissions.exposedAt} <= ${second(until)}`,
  );

/** Works that are or were on /research, by when that last changed, after a place in that order. */
export const listExposed = (
  db: Db,
  span: Span,
  limit: number,
  after?: { seconds: number; id: number },
): Promise<Submission[]> =>
  db
    .select(columns)
    .from(submissions)
    .where(
      and(
        within(span),
        after && sql`(${submissions.exposedAt}, ${submissions.id}) > (${second(after.seconds)}, ${after.id}::integer)`,
      ),
    )
    .orderBy(submissions.exposedAt, submissions.id)
    .limit(limit);

export async function countExposed(db: Db, span: Span): Promise<number> {
  const [row] = await db.select({ size: count() }).from(submissions).where(within(span));
  return row?.size ?? 0;
}

export async function findFirstExposed(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ first: min(submissions.exposedAt) }).from(submissions);
  return row?.first ?? undefined;
}
