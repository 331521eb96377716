import type { Context } from '#src/platform/context.ts';
import type { PageHits } from '../reading.contract.ts';
import { asTsQuery, boxesOf, excerptOf, wordsAsked } from '../search.rules.ts';
import { readableUpTo } from './page-right.service.ts';
import { searchPages } from './pages.queries.ts';

const shownHits = 50;

export interface Search {
  q: string;
  edition?: number | undefined;
  /** Leaves out what is for readers with a plan, for a page that is made for everybody. */
  readableOnly?: boolean;
}

/**
 * Pages that hold the words. What a page says is told only to those who may read it. The caller has counted the search.
 */
export async function findPages(ctx: Context, { q, edition, readableOnly = false }: Search): Promise<PageHits> {
  const words = wordsAsked(q);
  if (words.length === 0) return { hits: [], more: false };
  const upTo = await readableUpTo(ctx);
  const rows = await searchPages(ctx.db, {
    tsQuery: asTsQuery(words),
    editionId: edition,
    readableUpTo: upTo,
    readableOnly,
    limit: shownHits + 1,
  });
  const hits = rows.slice(0, shownHits).map((row) => ({
    edition_id: row.editionId,
    title: row.title,
    issue_date: row.issueDate,
    created_at: row.createdAt.toISOString(),
    place: row.place,
    page: row.page,
    excerpt: row.text === null ? null : excerptOf(row.text, words),
    boxes: row.words && boxesOf(row.words, words),
  }));
  return { hits, more: rows.length > shownHits };
}
