import { useState } from 'react';
import { useQueryChanges } from './query-changes.ts';

/** A list's filter, stored in the URL's query, and its paging cursor `before`, which a new filter resets. */
export function useListFilter<N extends string>(...names: N[]) {
  const [search, change] = useQueryChanges();
  const [before, setBefore] = useState<number>();
  const filter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as {
    [name in N]: string | undefined; // made from the names
  };
  const setFilter = (name: N, value: string) => {
    setBefore(undefined);
    change({ [name]: value }, { preventScrollReset: false });
  };
  return { filter, setFilter, before, setBefore };
}
