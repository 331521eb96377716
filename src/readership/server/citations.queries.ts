import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  submissionFiles,
  submissionPages,
  submissions,
} from '#src/submissions/submission/server/submissions.tables.ts';
import type { Work, WorkKind } from '../works.rules.ts';
import { workCitations } from './readership.tables.ts';

export interface CitingText {
  id: number;
  text: string;
}

const publicStory = and(eq(stories.status, 'published'), isNull(stories.deletedAt));

/** Texts of public stories after an id that contain a path of a story or an essay. */
const listStoryTexts = (db: Db, after: number, limit: number): Promise<CitingText[]> =>
  db
    .select({ id: stories.id, text: stories.body })
    .from(stories)
    .where(and(gt(stories.id, after), publicStory, sql`${stories.body} ~ '/(news|research)/[0-9]'`))
    .orderBy(asc(stories.id))
    .limit(limit);

/** Texts of public essays after an id, as their pages were rendered. */
const listEssayTexts = (db: Db, after: number, limit: number): Promise<CitingText[]> =>
  db
    .select({
      id: submissions.id,
      text: sql<string>`string_agg(${submissionPages.text}, E'\n' ORDER BY ${submissionPages.page})`,
    })
    .from(submissions)
    .innerJoin(
      submissionFiles,
      and(
        eq(submissionFiles.submissionId, submissions.id),
        eq(submissionFiles.kind, 'essay'),
        isNull(submissionFiles.replacedAt),
      ),
    )
    .innerJoin(submissionPages, eq(submissionPages.fileId, submissionFiles.id))
    .where(
      and(
        gt(submissions.id, after),
        eq(submissions.onResearch, true),
        sql`${submissionPages.text} ~ '/(news|research)/[0-9]'`,
      ),
    )
    .groupBy(submissions.id)
    .orderBy(asc(submissions.id))
    .limit(limit);

export const listCitingTexts = { story: listStoryTexts, essay: listEssayTexts } as const;

/** Replaces the citations in the works of a kind with ids in a range: above `after`, up to `last`. */
export async function replaceCitations(
  tx: Db,
  citing: { kind: WorkKind; after: number; last: number },
  found: { citingId: number; cited: Work }[],
): Promise<void> {
  const { citingKind, citingId } = workCitations;
  await tx
    .delete(workCitations)
    .where(and(eq(citingKind, citing.kind), gt(citingId, citing.after), lte(citingId, citing.last)));
  if (found.length === 0) return;
  const rows = found.map((row) => ({
    citedKind: row.cited.kind,
    citedId: row.cited.id,
    citingKind: citing.kind,
    citingId: row.citingId,
  }));
  await tx.insert(workCitations).values(rows);
}

const isPublic = (kind: WorkKind): SQL => (kind === 'story' ? sql`${publicStory}` : sql`${submissions.onResearch}`);

/** Public works of a kind that cite works of a kind, with the ids of these. */
export async function listCitations(db: Db, cited: { kind: WorkKind; ids: number[] }, citing: WorkKind, limit: number) {
  if (cited.ids.length === 0) return [];
  const table = citing === 'story' ? stories : submissions;
  const { rows } = await db.execute<{ citedId: number; id: number; title: string }>(sql`
    SELECT ${workCitations.citedId} AS "citedId", ${table.id} AS id, ${table.title} AS title
    FROM ${workCitations} JOIN ${table} ON ${table.id} = ${workCitations.citingId}
    WHERE ${workCitations.citedKind} = ${cited.kind} AND ${workCitations.citingKind} = ${citing}
      AND ${workCitations.citedId} IN (${sql.join(
        cited.ids.map((id) => sql`${id}`),
        sql`, `,
      )}) AND ${isPublic(citing)}
    ORDER BY ${table.id} DESC LIMIT ${limit}`);
  return rows;
}
