import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { editionPages } from './editions.tables.ts';

export type Page = Omit<typeof editionPages.$inferSelect, 'searchText' | 'headlines' | 'articleTexts'>;

const pageColumns = {
  editionId: editionPages.editionId,
  page: editionPages.page,
  widthPt: editionPages.widthPt,
  heightPt: editionPages.heightPt,
  text: editionPages.text,
  corrected: editionPages.corrected,
  version: editionPages.version,
  words: editionPages.words,
};

const isPage = (editionId: number, page: number) =>
  and(eq(editionPages.editionId, editionId), eq(editionPages.page, page));

/** A page that has been processed. */
export const findPage = async (db: Db, editionId: number, page: number): Promise<Page | undefined> =>
  (await db.select(pageColumns).from(editionPages).where(isPage(editionId, page)))[0];

/** The pages that have been processed, with their sizes. */
export const listPageSizes = (db: Db, editionId: number) =>
  db
    .select({ page: editionPages.page, widthPt: editionPages.widthPt, heightPt: editionPages.heightPt })
    .from(editionPages)
    .where(eq(editionPages.editionId, editionId))
    .orderBy(asc(editionPages.page));

/** The headlines of an uploaded edition's pages. */
export const listHeadlines = (db: Db, editionId: number) =>
  db
    .select({ page: editionPages.page, headlines: editionPages.headlines })
    .from(editionPages)
    .where(eq(editionPages.editionId, editionId))
    .orderBy(asc(editionPages.page));

/** The texts of a page's articles, in the order of their headlines. */
export const findArticleTexts = async (db: Db, editionId: number, page: number): Promise<string[]> =>
  (await db.select({ texts: editionPages.articleTexts }).from(editionPages).where(isPage(editionId, page)))[0]?.texts ??
  [];

/**
 * Stores a page's corrected text, or restores the extracted text for null; `searchText` is indexed for search.
 * Undefined when the page no longer has this version.
 */
export async function correctPage(
  db: Db,
  editionId: number,
  { page, version }: Pick<Page, 'page' | 'version'>,
  corrected: string | null,
  searchText: string,
): Promise<Page | undefined> {
  const change = { corrected, searchText, version: sql`nextval('edition_page_versions')` };
  const isVersion = and(isPage(editionId, page), eq(editionPages.version, version));
  return (await db.update(editionPages).set(change).where(isVersion).returning(pageColumns))[0];
}

/** Positions of the words on an edition's pages, up to page `readableUpTo`. */
export const listPlacedWords = (db: Db, editionId: number, pages: number[], readableUpTo: number) =>
  db
    .select({ page: editionPages.page, words: editionPages.words })
    .from(editionPages)
    .where(
      and(
        eq(editionPages.editionId, editionId),
        inArray(editionPages.page, pages),
        lte(editionPages.page, readableUpTo),
      ),
    );
