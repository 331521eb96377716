import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { localKept } from '#src/client/storage.ts';
import { usePaths } from '#src/ui/paths.ts';
import { pageOf, stepFrom } from '../reading.rules.ts';
import type { Reading } from '../server/reader.service.ts';

/** Where the reader is: it stands in the address, so that it can be shared, and is kept for the next time. */
export interface Place {
  page: number;
  /** Words that are searched for; empty when none are. */
  words: string;
  href(page: number): string;
  goTo(page: number): void;
  turn(direction: 1 | -1): void;
  searchFor(words: string): void;
  /** Where he was the last time, when he has come without saying where to. */
  last: number | undefined;
}

const keyOf = (editionId: number) => `reader-page:${editionId}`;

export function usePlace({ report: { id, pages } }: Reading): Place {
  const to = usePaths();
  const [search, setSearch] = useSearchParams();
  const page = pageOf(search.get('page'), pages);
  const words = search.get('q') ?? '';
  const [last, setLast] = useState<number>();

  const change = (name: string, value: string) =>
    setSearch(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const goTo = (wanted: number) => change('page', String(pageOf(String(wanted), pages)));
  const turn = (direction: 1 | -1) => {
    const next = stepFrom(page, pages, direction, showsSpreads());
    if (next) goTo(next);
  };

  // The storage and the part of the address after # are known in the browser only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the address of arrival
  useEffect(() => {
    const [, marked] = /^#page=(\d+)$/.exec(window.location.hash) ?? [];
    if (marked) return goTo(Number(marked));
    const kept = pageOf(localKept().getItem(keyOf(id)), pages);
    if (!search.has('page') && kept > 1) setLast(kept);
  }, []);
  useEffect(() => {
    if (search.has('page')) localKept().setItem(keyOf(id), String(page));
  }, [id, page, search]);

  return {
    page,
    words,
    href: (wanted) => `${to('/e-paper/:id', { id })}?page=${wanted}${words && `&q=${encodeURIComponent(words)}`}`,
    goTo,
    turn,
    searchFor: (wanted) => change('q', wanted),
    last: search.has('page') ? undefined : last,
  };
}

/** Whether two pages lie side by side, as reader.css has it. */
export const showsSpreads = (): boolean => window.matchMedia('(min-width: 64rem)').matches;
