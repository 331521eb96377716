import { type NavigateOptions, useSearchParams } from 'react-router';

/** New values of parameters by name; empty ones are removed. */
export type QueryChanges = Record<string, string | undefined>;

/**
 * The query of the page's address, and a function that changes some of its parameters. By default a change replaces the
 * entry in the browser's history. It applies to the address as it is now, which may be newer than what has been
 * rendered: a search that begins when the typing pauses must not undo a change that was made during the pause.
 */
export function useQueryChanges() {
  const [search, setSearch] = useSearchParams();
  const change = (changes: QueryChanges, options?: NavigateOptions) => {
    const now = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes))
      if (value) now.set(name, value);
      else now.delete(name);
    setSearch(now, { replace: true, preventScrollReset: true, ...options });
  };
  return [search, change] as const;
}
