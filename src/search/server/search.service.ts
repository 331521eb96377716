import { freePages } from '#src/epaper/epaper.settings.ts';
import { readableUpTo } from '#src/epaper/server/page-access.service.ts';
import { getCategory } from '#src/news/server/categories.service.ts';
import { getTitles } from '#src/news/server/search-results.service.ts';
import type { Context } from '#src/platform/context.ts';
import { endOfDayInIndia, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import type { PublicKind } from '#src/search-index/documents.rules.ts';
import { excerptOf, markedText } from '#src/search-index/highlight.rules.ts';
import { beforeLastWord } from '#src/search-index/query.rules.ts';
import {
  correctSpelling,
  findBest,
  getSuggestions,
  lexemesOf,
  type ParsedQuery,
  parseQuery,
  rankedAtMost,
  type SearchFilter,
} from '#src/search-index/server/search-index.service.ts';
import type { SearchQuery, SearchResponse, SearchResult, Suggestion } from '../search.contract.ts';
import { pagesAtMost, resultsPerPage } from '../search.rules.ts';
import { essayProvider } from './essay-provider.service.ts';
import { pageProvider } from './page-provider.service.ts';
import type { SearchProviders } from './providers.service.ts';
import { storyProvider } from './story-provider.service.ts';

const providers: SearchProviders = { story: storyProvider, page: pageProvider, essay: essayProvider };

/** Documents that contain all words of the query, best first. If there are none, searches with corrected spelling. */
export async function search(ctx: Context, query: SearchQuery): Promise<SearchResponse> {
  const parsed = await parseQuery(ctx, query.q);
  if (!parsed) return answer(query, [], null, []);
  const { category, kind, from, to, page } = query;
  const filter: SearchFilter = {
    audience: 'anyone',
    kind,
    readablePages: await readableUpTo(ctx),
    categoryId: category === undefined ? undefined : (await getCategory(ctx, category)).id,
    from: from === undefined ? undefined : startOfDayInIndia(from),
    to: to === undefined ? undefined : endOfDayInIndia(to),
  };
  const part = { limit: resultsPerPage, offset: (page - 1) * resultsPerPage };
  const rows = await findBest(ctx, parsed, filter, part);
  if (rows.length) return answer(query, rows, null, await shown(ctx, rows, parsed));

  const corrected = await correctSpelling(ctx, parsed, ctx.settings.get(freePages));
  if (!corrected) return answer(query, [], null, []);
  const other = await findBest(ctx, corrected.query, filter, part);
  return answer(query, other, other.length ? corrected.meant : null, await shown(ctx, other, corrected.query));
}

type Rows = Awaited<ReturnType<typeof findBest>>;

async function shown(ctx: Context, rows: Rows, query: ParsedQuery): Promise<SearchResult[]> {
  const lexemes = lexemesOf(query);
  const kinds = Object.keys(providers) as PublicKind[]; // the keys of `SearchProviders`
  const loaded = await Promise.all(
    kinds.map(async (kind) => {
      const refs = rows.filter((row) => row.kind === kind);
      const items = refs.length ? await providers[kind].load(ctx, refs) : [];
      return items.map((item) => ({ kind, item }));
    }),
  );
  // A document may have been deleted between the two queries.
  return rows.flatMap((row) => {
    const found = loaded
      .flat()
      .find(({ kind, item }) => kind === row.kind && item.id === row.ref && (item.page ?? 0) === row.page);
    if (!found) return [];
    const { title, text, ...item } = found.item;
    return { kind: found.kind, ...item, title: markedText(title, lexemes), excerpt: excerptOf(text, lexemes) };
  });
}

function answer({ q, page }: SearchQuery, rows: Rows, meant: string | null, results: SearchResult[]): SearchResponse {
  const total = rows[0]?.total ?? 0;
  const pages = Math.min(pagesAtMost, Math.ceil(total / resultsPerPage));
  return { query: q, results, total, more_than_total: total === rankedAtMost, page, pages, meant };
}

/** Completions of the last word, and the newest stories whose titles have words with all these prefixes. */
export async function suggest(ctx: Context, typed: string): Promise<Suggestion[]> {
  const { words, stories } = await getSuggestions(ctx, typed, ctx.settings.get(freePages));
  const before = beforeLastWord(typed);
  return [
    ...words.map((word) => ({ text: before + word, story: null })),
    ...(await getTitles(ctx, stories)).map(({ id, title }) => ({ text: title, story: id })),
  ];
}
