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
  // The page that was turned to. React Router renders a change of the address in a transition, later than the next key.
  const [turned, setTurned] = useState<number>();
  const page = turned ?? parsePage(search.get('page'), pages);
  const words = search.get('q') ?? '';
  const [last, setLast] = useState<number>();

  const goTo = (wanted: number) => {
    const next = parsePage(String(wanted), pages);
    setTurned(next);
    change({ page: String(next) });
  };
  const turn = (direction: 1 | -1) => {
    const next = adjacentPage(page, pages, direction, showsSpreads());
    if (next) goTo(next);
  };
  // Once the newest address is rendered, it has the page.
  useEffect(() => {
    if (search.get('page') === new URLSearchParams(window.location.search).get('page')) setTurned(undefined);
  }, [search]);

  // Local storage and the URL's fragment are available in the browser only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the initial URL
  useEffect(() => {
    const [, marked] = /^#page=(\d+)$/.exec(window.location.hash) ?? [];
    if (marked) return goTo(Number(marked));
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
