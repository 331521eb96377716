import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useStore } from 'zustand';
import { network } from '#src/client/network.ts';

/** How long data counts as fresh, from the specification. */
const freshMs = 60_000;
// Minimum time between requests: a window can gain and lose the focus many times in a second.
const pauseMs = 10_000;

/**
 * Revalidates the page's data when the window gets the focus or the connection returns, if `data` is older than a
 * minute. Skips later pages of a list (`after`), which do not change. `mayRefresh` can prevent it.
 */
export function useRefreshOnFocus(data: unknown, mayRefresh: () => boolean = () => true) {
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const keptAt = useStore(network, (state) => state.keptAt);
  const loadedAt = useRef(0);
  const requestedAt = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: records when `data` changed
  useEffect(() => {
    loadedAt.current = Date.now();
  }, [data]);
  useEffect(() => {
    if (keptAt) loadedAt.current = keptAt.getTime(); // a page from offline storage
  }, [keptAt]);

  const refresh = useEffectEvent(async () => {
    const now = Date.now();
    if (now - loadedAt.current < freshMs || now - requestedAt.current < pauseMs) return;
    if (document.hidden || !navigator.onLine || !mayRefresh() || new URLSearchParams(search).has('after')) return;
    requestedAt.current = now;
    // A failed revalidation replaces the page with an error, so revalidate only after a fetch has succeeded. Then the
    // browser has the data in its HTTP cache, or the server answers 304 (ETag).
    const url = `${pathname}.data${search}`;
    const succeeded = await fetch(url).then(
      async (response) => response.ok && Boolean(await response.text()),
      () => false,
    );
    if (succeeded && location.pathname + location.search === pathname + search && mayRefresh()) await revalidate();
  });

  useEffect(() => {
    const onEvent = () => void refresh();
    addEventListener('focus', onEvent);
    addEventListener('online', onEvent);
    document.addEventListener('visibilitychange', onEvent);
    return () => {
      removeEventListener('focus', onEvent);
      removeEventListener('online', onEvent);
      document.removeEventListener('visibilitychange', onEvent);
    };
  }, []);
}
