import type { Context } from '#src/platform/context.ts';
import type { Limit } from '#src/platform/limits.ts';
import type { PageHits } from '../reading.contract.ts';
import { asTsQuery, boxesOf, excerptOf, wordsAsked } from '../search.rules.ts';
import { readableUpTo } from './page-right.service.ts';
import { searchPages } from './pages.queries.ts';

const shownHits = 50;

// Enough for whoever looks for something; too few to read a paid page word by word from whether it is found.
const searches: Limit = { name: 'epaper-search', attempts: 120, perSeconds: 600 };

export interface Search {
  q: string;
  edition?: number | undefined;
}

/**
 * Pages that hold the words. What a page says is told only to those who may read it. `from` is whose searches are
 * counted; where nobody is known, as in a page's loader, only pages that everyone may read are found.
 */
export async function findPages(ctx: Context, { q, edition }: Search, from?: string): Promise<PageHits> {
  const words = wordsAsked(q);
  if (words.length === 0) return { hits: [], more: false };
  if (from) await ctx.limits.count(searches, from);
  const upTo = await readableUpTo(ctx);
  const rows = await searchPages(ctx.db, {
    tsQuery: asTsQuery(words),
    editionId: edition,
    readableUpTo: upTo,
    readableOnly: from === undefined,
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
