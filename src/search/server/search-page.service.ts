import { searchLimit } from '#src/calls/call.ts';
import { findBySlug } from '#src/news/categories/categories.rules.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { getCategories } from '#src/news/categories/server/categories.service.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { orderParameter } from '#src/news/stories/language-order.rules.ts';
import { hasChoice } from '#src/news/stories/server/language-order.service.ts';
import type { Context } from '#src/platform/context.ts';
import { queryMaxLength } from '#src/search-index/documents.rules.ts';
import { SearchQuery, type SearchResponse } from '../search.contract.ts';
import { matchSections } from '../section-matches.rules.ts';
import { search } from './search.service.ts';
import { namesOf } from './section-names.service.ts';

/** Data of the page /search. */
export interface SearchPage {
  /** The valid parameters of the URL; invalid ones are ignored. */
  asked: SearchQuery;
  /** Null without a query. */
  answer: SearchResponse | null;
  /** Whether the reader is offered another order of languages. */
  hasChoice: boolean;
  categories: { name: string; slug: string }[];
  /** Categories and sub-categories whose names match the query. */
  sections: { name: string; category: string; sub: string | null }[];
}

/** The search page for the parameters of a URL. Invalid parameters are ignored instead of causing an error. */
export async function getSearchPage(ctx: Context, params: URLSearchParams): Promise<SearchPage> {
  const categories = await getCategories(ctx);
  const param = (name: string) => params.get(name) ?? undefined;
  const { kind, from, to, page, [orderParameter]: order } = SearchQuery.shape;
  const asked: SearchQuery = {
    q: (param('q') ?? '').slice(0, queryMaxLength),
    kind: kind.safeParse(param('kind')).data,
    category: findBySlug(categories, param('category') ?? '')?.slug,
    from: from.safeParse(param('from')).data,
    to: to.safeParse(param('to')).data,
    [orderParameter]: order.safeParse(param(orderParameter)).data,
    page: page.safeParse(param('page')).data ?? 1,
  };
  if (asked.q.trim()) await ctx.limits.count(searchLimit, ctx.address);
  const nameOf = (entry: { name: string; names: LocalNames }) => localName(ctx.text, ctx.language, entry);
  const shown = categories.filter(({ hidden }) => !hidden);
  const sections = shown.flatMap((category) => [
    { category: category.slug, sub: null, name: nameOf(category), names: namesOf(category) },
    ...category.sub_categories.map((sub) => ({
      category: category.slug,
      sub: sub.slug,
      name: `${nameOf(category)} – ${nameOf(sub)}`,
      names: namesOf(sub),
    })),
  ]);
  const answer = asked.q.trim() ? await search(ctx, asked) : null;
  return {
    asked,
    answer,
    hasChoice: answer !== null && (answer.in_language < answer.total || hasChoice(ctx, asked[orderParameter])),
    categories: categories
      .filter(({ hidden, slug }) => !hidden || slug === asked.category)
      .map(({ slug, ...category }) => ({ name: nameOf(category), slug })),
    sections: asked.page === 1 ? matchSections(asked.q, sections).map(({ names: _, ...section }) => section) : [],
  };
}
