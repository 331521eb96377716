import { useQueryChanges } from './query-changes.ts';

/** A list's filter, stored in the URL's query. */
export function useListFilter<N extends string>(...names: N[]) {
  const [search, change] = useQueryChanges();
  const filter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as {
    [name in N]: string | undefined; // made from the names
  };
  const setFilter = (name: N, value: string) => change({ [name]: value }, { preventScrollReset: false });
  return { filter, setFilter };
}
