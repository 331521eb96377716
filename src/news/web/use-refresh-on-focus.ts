import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useNetwork } from '#src/client/network.ts';

/** The retention of data that the specification has. */
const freshMs = 60_000;
// After a failed request: a window can get and lose the focus many times in a second.
const pauseMs = 10_000;

/**
 * Loads the page's data again when the window gets the focus or the connection comes back, if `data` is older than a minute.
 * Not for a page further back in a list (`after`), which does not change. `mayRefresh` can hold it back.
 */
export function useRefreshOnFocus(data: unknown, mayRefresh: () => boolean = () => true) {
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const { keptAt } = useNetwork();
  const loadedAt = useRef(0);
  const askedAt = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: records when `data` changed
  useEffect(() => {
    loadedAt.current = Date.now();
  }, [data]);
  useEffect(() => {
    if (keptAt) loadedAt.current = keptAt.getTime(); // a page from this device's offline storage
  }, [keptAt]);

  const refresh = useEffectEvent(async () => {
    const now = Date.now();
    if (now - loadedAt.current < freshMs || now - askedAt.current < pauseMs) return;
    if (document.hidden || !navigator.onLine || !mayRefresh() || new URLSearchParams(search).has('after')) return;
    askedAt.current = now;
    // A revalidation that fails replaces the page by an error. So it is asked for only once the server has answered; the
    // browser then has the data already, or the server says that they have not changed (ETag).
    const address = `${pathname}.data${search}`;
    const answered = await fetch(address).then(
      async (answer) => answer.ok && Boolean(await answer.text()),
      () => false,
    );
    if (answered && location.pathname + location.search === pathname + search && mayRefresh()) await revalidate();
  });

  useEffect(() => {
    const ask = () => void refresh();
    addEventListener('focus', ask);
    addEventListener('online', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      removeEventListener('focus', ask);
      removeEventListener('online', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
}
