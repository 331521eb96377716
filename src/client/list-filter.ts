import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** A list's filter as it stands in the address, and the row that its shown part comes after; a new filter begins anew. */
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
