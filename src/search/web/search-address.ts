import { orderParameter } from '#src/news/stories/language-order.rules.ts';
import type { SearchQuery } from '../search.contract.ts';

/** The URL of a search: the path of the page with the query as parameters. */
export function searchAddress(path: string, asked: Partial<SearchQuery>): string {
  const { q = '', kind, category, from, to, page = 1, [orderParameter]: order } = asked;
  const given = Object.entries({
    q,
    kind,
    category,
    from,
    to,
    [orderParameter]: order,
    page: page > 1 ? String(page) : undefined,
  });
  return `${path}?${new URLSearchParams(given.filter((entry): entry is [string, string] => Boolean(entry[1])))}`;
}

export const hasFilters = ({ kind, category, from, to }: SearchQuery): boolean =>
  Boolean(kind ?? category ?? from ?? to);
