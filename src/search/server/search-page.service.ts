import { searches } from '#src/calls/call.ts';
import { findBySlug } from '#src/news/categories.rules.ts';
import { displayName } from '#src/news/category-names.rules.ts';
import { getCategories } from '#src/news/server/categories.service.ts';
import type { Context } from '#src/platform/context.ts';
import { type SearchAnswer, SearchQuery } from '../search.contract.ts';
import { queryMaxLength } from '../search.rules.ts';
import { search } from './search.service.ts';

/** What the page /search shows. */
export interface SearchPage {
  /** As it was understood: what an address has wrong is left out. */
  asked: SearchQuery;
  /** Null while nothing has been asked. */
  answer: SearchAnswer | null;
  categories: { name: string; slug: string }[];
}

/** The page for an address, which may be any: a reader's typing mistake there is no error. */
export async function getSearchPage(ctx: Context, address: URLSearchParams): Promise<SearchPage> {
  const categories = await getCategories(ctx);
  const given = (name: string) => address.get(name) ?? undefined;
  const { kind, from, to, page } = SearchQuery.shape;
  const asked: SearchQuery = {
    q: (given('q') ?? '').slice(0, queryMaxLength),
    kind: kind.safeParse(given('kind')).data,
    category: findBySlug(categories, given('category') ?? '')?.slug,
    from: from.safeParse(given('from')).data,
    to: to.safeParse(given('to')).data,
    page: page.safeParse(given('page')).data ?? 1,
  };
  if (asked.q.trim()) await ctx.limits.count(searches, ctx.address);
  return {
    asked,
    answer: asked.q.trim() ? await search(ctx, asked) : null,
    categories: categories.map(({ name, slug }) => ({ name: displayName(ctx.text, name), slug })),
  };
}
