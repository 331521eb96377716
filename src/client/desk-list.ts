import { type ChangeEvent, useState } from 'react';
import type { z } from 'zod';
import type { Call, Reply } from '#src/calls/call.ts';
import { useListFilter } from './list-filter.ts';
import { useCall } from './queries.ts';
import { useRequireEditor } from './route-guards.ts';

/** The query parameters of a call, without the cursor of its pages. */
type FilterName<C extends Call> = C extends { query: z.ZodObject<infer Shape> }
  ? Exclude<keyof Shape & string, 'before'>
  : never;
type Filter<C extends Call> = { [name in FilterName<C>]: string | undefined };

/**
 * A list of the newsroom, one page of it at a time. The query parameters of its call are filters, stored in the page's URL;
 * `valid` removes values that are to be ignored. Another filter begins with its first page.
 */
export function useDeskList<C extends Call, Row extends { id: number }>(
  call: C,
  rowsOf: (reply: Reply<C>) => Row[],
  valid = (filter: Filter<C>) => filter,
) {
  const allowed = useRequireEditor();
  const [before, setBefore] = useState<number>();
  const parameters = Object.keys(call.query?.shape ?? {}).filter((name) => name !== 'before');
  const { filter: asked, setFilter } = useListFilter(...(parameters as FilterName<C>[])); // `FilterName` has these
  const filter = valid(asked);
  const { data, error } = useCall(call, { query: { ...filter, before } });
  const rows = data && rowsOf(data);
  const { more } = (data ?? {}) as { more?: boolean }; // lists without pages lack it
  const searchName = 'search' as FilterName<C>; // or the page has no `SearchBox`
  const change = (name: FilterName<C>, value: string) => {
    setBefore(undefined);
    setFilter(name, value);
  };
  return {
    allowed,
    filter,
    change,
    /** Props of the `ListPage`. */
    list: { rows: allowed ? rows : undefined, error, onOlder: more ? () => setBefore(rows?.at(-1)?.id) : undefined },
    /** Props of the `SearchBox`, if the call has the parameter `search`. */
    search: { value: filter[searchName] ?? '', onSearch: (text: string) => change(searchName, text) },
    /** Props of the `SelectField` for a parameter. */
    choice: (name: FilterName<C>) => ({
      value: filter[name] ?? '',
      onChange: (event: ChangeEvent<HTMLSelectElement>) => change(name, event.target.value),
    }),
  };
}
