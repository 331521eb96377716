import { freePages } from '#src/epaper/pages/epaper.settings.ts';
import { readableUpTo } from '#src/epaper/pages/server/page-access.service.ts';
import { getCategories, getCategory } from '#src/news/categories/server/categories.service.ts';
import { getTitles } from '#src/news/published/server/search-results.service.ts';
import { type LanguageOrder, orderParameter } from '#src/news/stories/language-order.rules.ts';
import { orderOf } from '#src/news/stories/server/language-order.service.ts';
import type { Context } from '#src/platform/context.ts';
import { endOfDayInIndia, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { inNewsroom } from '#src/rules/roles.rules.ts';
import type { PublicKind } from '#src/search-index/documents.rules.ts';
import { excerptOf, markedText } from '#src/search-index/highlight.rules.ts';
import { beforeLastWord } from '#src/search-index/query.rules.ts';
import {
  correctSpelling,
  findBest,
  getSuggestions,
  type LanguageFilter,
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
import { searchedSections } from './section-names.service.ts';
import { storyProvider } from './story-provider.service.ts';

const providers: SearchProviders = { story: storyProvider, page: pageProvider, essay: essayProvider };

/** Results of a query. Those of readers without any, in the whole paper, are counted. */
export async function search(ctx: Context, query: SearchQuery): Promise<SearchResponse> {
  const found = await findDocuments(ctx, query);
  const { q, page, kind, category, from, to } = query;
  const isWhole = page === 1 && !kind && !category && !from && !to;
  if (isWhole && found.total === 0 && !inNewsroom(ctx.actor.role))
    ctx.zeroResultSearches.count(q, ctx.language, ctx.address);
  return found;
}

/**
 * Documents that contain all words of the query, or belong to a section with such a name: those in the reader's language
 * before others, best first. If there are none, searches with corrected spelling.
 */
async function findDocuments(ctx: Context, query: SearchQuery): Promise<SearchResponse> {
  const order = orderOf(ctx, query[orderParameter]);
  const parsed = await parseQuery(ctx, query.q, { sections: searchedSections(await getCategories(ctx)) });
  if (!parsed) return answer(query, { rows: [], order }, null, []);
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
  const find = async (words: ParsedQuery): Promise<Found> => {
    const inOrder = (languages?: LanguageFilter) => findBest(ctx, words, filter, { ...part, languages });
    const { language } = ctx;
    if (order === 'all') return { rows: await inOrder(), order };
    const rows = await inOrder({ language, only: order === 'only' });
    // Results in other languages are better than none.
    if (rows.length || order === 'first' || page > 1) return { rows, order };
    return { rows: await inOrder({ language, only: false }), order: 'first' };
  };
  const found = await find(parsed);
  if (found.rows.length) return answer(query, found, null, await shown(ctx, found.rows, parsed));

  const corrected = await correctSpelling(ctx, parsed, ctx.settings.get(freePages));
  if (!corrected) return answer(query, found, null, []);
  const other = await find(corrected.query);
  const { rows } = other;
  return answer(query, other, rows.length ? corrected.meant : null, await shown(ctx, rows, corrected.query));
}

type Rows = Awaited<ReturnType<typeof findBest>>;

interface Found {
  rows: Rows;
  order: LanguageOrder;
}

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

function answer(
  { q, page }: SearchQuery,
  { rows, order }: Found,
  meant: string | null,
  results: SearchResult[],
): SearchResponse {
  const { total, inLanguage } = rows[0] ?? { total: 0, inLanguage: 0 };
  return {
    query: q,
    results,
    total,
    in_language: inLanguage,
    [orderParameter]: order,
    more_than_total: inLanguage === rankedAtMost || total - inLanguage === rankedAtMost,
    page,
    pages: Math.min(pagesAtMost, Math.ceil(total / resultsPerPage)),
    meant,
  };
}

/**
 * Completions of the last word, and the newest stories whose titles have words with all these prefixes. Those in the
 * reader's language come first, unless the paper shows all languages together.
 */
export async function suggest(ctx: Context, typed: string): Promise<Suggestion[]> {
  const reader = { language: ctx.language, first: orderOf(ctx) !== 'all' };
  const { words, stories } = await getSuggestions(ctx, typed, ctx.settings.get(freePages), reader);
  const before = beforeLastWord(typed);
  return [
    ...words.map((word) => ({ text: before + word, story: null })),
    ...(await getTitles(ctx, stories)).map(({ id, title }) => ({ text: title, story: id })),
  ];
}
