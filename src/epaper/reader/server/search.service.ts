import { boxesOf } from '#src/epaper/pages/search.rules.ts';
import { listFoundPages } from '#src/epaper/pages/server/editions.queries.ts';
import { readableUpTo } from '#src/epaper/pages/server/page-access.service.ts';
import { listPlacedWords } from '#src/epaper/pages/server/pages.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { excerptOf } from '#src/search-index/highlight.rules.ts';
import { findNewest, lexemesOf, parseQuery } from '#src/search-index/server/search-index.service.ts';
import type { PageHits } from '../reader.contract.ts';

const shownHits = 50;

export interface Search {
  q: string;
  edition?: number | undefined;
  /** Leaves out pages that require a plan, for a cached public page. */
  readableOnly?: boolean;
}

/**
 * Pages with words that begin with the searched words, newest editions first. Excerpts and boxes are returned only for
 * pages that the actor may read, boxes only for a search in one edition. The caller applies the rate limit.
 */
export async function findPages(ctx: Context, { q, edition, readableOnly = false }: Search): Promise<PageHits> {
  const query = await parseQuery(ctx, q, { beginnings: true });
  if (!query) return { hits: [], more: false };
  const readablePages = await readableUpTo(ctx);
  const refs = await findNewest(
    ctx,
    query,
    { audience: 'anyone', kind: 'page', ref: edition, textOnly: true, readablePages, readableOnly },
    shownHits + 1,
  );
  const shown = refs.slice(0, shownHits);
  const numbers = shown.map(({ page }) => page);
  const [pages, placed] = await Promise.all([
    listFoundPages(ctx.db, shown, readablePages),
    edition === undefined ? [] : listPlacedWords(ctx.db, edition, numbers, readablePages),
  ]);
  const lexemes = lexemesOf(query);
  const hits = shown.flatMap(({ ref, page }) => {
    const found = pages.find((one) => one.editionId === ref && one.page === page);
    if (!found) return []; // Deleted between the two queries.
    const words = placed.find((one) => one.page === page)?.words;
    return {
      edition_id: ref,
      title: found.title,
      issue_date: found.issueDate,
      created_at: found.createdAt.toISOString(),
      place: found.place,
      page,
      excerpt:
        found.text === null ? null : excerptOf(found.text, lexemes).map(({ text, marked }) => ({ text, hit: marked })),
      boxes: words ? boxesOf(words, lexemes) : null,
    };
  });
  return { hits, more: refs.length > shownHits };
}
