import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** A list's filter, stored in the URL's query, and its paging cursor `before`, which a new filter resets. */
export function useListFilter<N extends string>(...names: N[]) {
  const [search, setSearch] = useSearchParams();
  const [before, setBefore] = useState<number>();
  const filter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as {
    [name in N]: string | undefined; // made from the names
  };
  const setFilter = (name: N, value: string) => {
    setBefore(undefined);
    setSearch(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  };
  return { filter, setFilter, before, setBefore };
}
