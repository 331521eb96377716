import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { newestFirst, onRack } from './editions.queries.ts';
import { editionPages, editions } from './editions.tables.ts';

export type Page = Omit<typeof editionPages.$inferSelect, 'terms'>;

const pageColumns = {
  editionId: editionPages.editionId,
  page: editionPages.page,
  widthPt: editionPages.widthPt,
  heightPt: editionPages.heightPt,
  text: editionPages.text,
  corrected: editionPages.corrected,
  words: editionPages.words,
};

const isPage = (editionId: number, page: number) =>
  and(eq(editionPages.editionId, editionId), eq(editionPages.page, page));

/** A page that has been made. */
export const findPage = async (db: Db, editionId: number, page: number): Promise<Page | undefined> =>
  (await db.select(pageColumns).from(editionPages).where(isPage(editionId, page)))[0];

/** The pages that have been made, with their sizes. */
export const listPageSizes = (db: Db, editionId: number) =>
  db
    .select({ page: editionPages.page, widthPt: editionPages.widthPt, heightPt: editionPages.heightPt })
    .from(editionPages)
    .where(eq(editionPages.editionId, editionId))
    .orderBy(asc(editionPages.page));

/** Keeps a page's corrected text, or goes back to its own for null; `terms` are the words that find it from now on. */
export async function correctPage(
  db: Db,
  editionId: number,
  page: number,
  corrected: string | null,
  terms: string[],
): Promise<Page | undefined> {
  const found = sql`array_to_tsvector(${sql.param(terms)}::text[])`;
  const change = { corrected, terms: found };
  return (await db.update(editionPages).set(change).where(isPage(editionId, page)).returning(pageColumns))[0];
}

export interface PageSearch {
  /** As PostgreSQL's text search has it: "'onion':* & 'mandi':*". */
  tsQuery: string;
  editionId: number | undefined;
  /** Pages beyond this one come without their text. */
  readableUpTo: number;
  /** Leaves those out. */
  readableOnly: boolean;
  limit: number;
}

/** Pages on the rack that hold the words, newest editions first. Boxes of words come only for a search in one edition. */
export function searchPages(db: Db, { tsQuery, editionId, readableUpTo, readableOnly, limit }: PageSearch) {
  const readable = sql`${editionPages.page} <= ${readableUpTo}`;
  return db
    .select({
      editionId: editions.id,
      title: editions.title,
      issueDate: editions.issueDate,
      createdAt: editions.createdAt,
      place: editions.place,
      page: editionPages.page,
      text: sql<
        string | null
      >`CASE WHEN ${readable} THEN coalesce(${editionPages.corrected}, ${editionPages.text}) END`,
      words: sql<
        Page['words'] | null
      >`CASE WHEN ${readable} AND ${editionId !== undefined} THEN ${editionPages.words} END`,
    })
    .from(editionPages)
    .innerJoin(editions, eq(editions.id, editionPages.editionId))
    .where(
      and(
        onRack,
        sql`${editionPages.terms} @@ ${tsQuery}::tsquery`,
        editionId === undefined ? undefined : eq(editions.id, editionId),
        readableOnly ? readable : undefined,
      ),
    )
    .orderBy(...newestFirst, asc(editionPages.page))
    .limit(limit);
}
