import { useEffect, useState } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { useQueryChanges } from '#src/client/query-changes.ts';
import { localStore } from '#src/client/storage.ts';
import { adjacentPage, parsePage } from '#src/epaper/pages/pages.rules.ts';
import type { OpenEdition } from '../server/reader.service.ts';

/** The reader's position: in the URL, so that it can be shared, and in local storage for the next visit. */
export interface Position {
  page: number;
  /** The search query; empty without a search. */
  words: string;
  href(page: number): string;
  goTo(page: number): void;
  turn(direction: 1 | -1): void;
  searchFor(words: string): void;
  /** The page of the last visit, if the URL names none. */
  last: number | undefined;
}

const keyOf = (editionId: number) => `reader-page:${editionId}`;

export function usePosition({ report: { id, pages } }: OpenEdition): Position {
  const to = usePaths();
  const [search, change] = useQueryChanges();
  const page = parsePage(search.get('page'), pages);
  const words = search.get('q') ?? '';
  const [last, setLast] = useState<number>();

  const address = (wanted: number) => ({ page: String(parsePage(String(wanted), pages)) });
  // Rendered before the next key press, which starts from the page that is open.
  const goTo = (wanted: number) => change(address(wanted), { flushSync: true });
  const turn = (direction: 1 | -1) => {
    // From the address as it is now: a key may be pressed before its page is rendered.
    const open = parsePage(new URLSearchParams(window.location.search).get('page'), pages);
    const next = adjacentPage(open, pages, direction, showsSpreads());
    if (next) goTo(next);
  };

  // Local storage and the URL's fragment are available in the browser only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the initial URL
  useEffect(() => {
    const [, marked] = /^#page=(\d+)$/.exec(window.location.hash) ?? [];
    if (marked) return change(address(Number(marked)));
    const stored = parsePage(localStore().getItem(keyOf(id)), pages);
    if (!search.has('page') && stored > 1) setLast(stored);
  }, []);
  useEffect(() => {
    if (search.has('page')) localStore().setItem(keyOf(id), String(page));
  }, [id, page, search]);

  return {
    page,
    words,
    href: (wanted) => `${to('/e-paper/:id', { id })}?page=${wanted}${words && `&q=${encodeURIComponent(words)}`}`,
    goTo,
    turn,
    searchFor: (wanted) => change({ q: wanted }),
    last: search.has('page') ? undefined : last,
  };
}

/** Whether two pages are shown side by side; the breakpoint matches reader.css. */
export const showsSpreads = (): boolean => window.matchMedia('(min-width: 64rem)').matches;

/** The direction of the page on the right (1) or left (-1): in right-to-left languages the next page is on the left. */
export const towards = (side: 1 | -1): 1 | -1 => (document.dir === 'rtl' ? (side === 1 ? -1 : 1) : side);
