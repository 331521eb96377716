import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { composeCalls, type NewspaperOrder } from '../compose.contract.ts';

/** The order with its title, which is printed on the front. */
type PreviewOrder = NewspaperOrder & { title: string };

type Made = z.infer<(typeof composeCalls.preview.reply)[200]>;

export interface PreviewState {
  made: Made | undefined;
  busy: boolean;
  /** Error message; empty when the connection failed. */
  failure: string | undefined;
  warnings: Made['warnings'];
  misses: Made['misses'];
  goTo(page: number): void;
}

// Debounce: several quick changes, such as moving a story up step by step, are typeset once.
const debounceMs = 350;

/** The page preview, requested again after each change; replies to outdated requests are aborted. */
export function usePreview(order: PreviewOrder): PreviewState {
  const [page, setPage] = useState(1);
  const [made, setMade] = useState<Made>();
  const [busy, setBusy] = useState(true);
  const [failure, setFailure] = useState<string>();
  const wanted = JSON.stringify({ ...order, page });

  // The server typesets the preview of the state at the time of the request.
  useEffect(() => {
    const abort = new AbortController();
    setBusy(true);
    const timer = setTimeout(async () => {
      try {
        const reply = await callApi(composeCalls.preview, { body: JSON.parse(wanted), signal: abort.signal });
        setMade(reply);
        setFailure(undefined);
      } catch (error) {
        if (abort.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setFailure(Object.values(error.fields)[0] ?? error.message);
      }
      setBusy(false);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);

  return { made, busy, failure, warnings: made?.warnings ?? [], misses: made?.misses ?? [], goTo: setPage };
}
