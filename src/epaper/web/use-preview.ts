import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { type Composing, composeCalls } from '../compose.contract.ts';

type Made = z.infer<(typeof composeCalls.preview.reply)[200]>;

export interface PreviewState {
  made: Made | undefined;
  busy: boolean;
  /** Why there is none, in words; empty when the connection failed. */
  failure: string | undefined;
  warnings: Made['warnings'];
  goTo(page: number): void;
}

// A few changes in a row, such as a story that moves up step by step, are set once.
const pauseMs = 350;

/** The page as it would be, made anew after each change; what comes for an older state is dropped. */
export function usePreview(order: Composing): PreviewState {
  const [page, setPage] = useState(1);
  const [made, setMade] = useState<Made>();
  const [busy, setBusy] = useState(true);
  const [failure, setFailure] = useState<string>();
  const wanted = JSON.stringify({ ...order, page });

  // The server typesets; the answer belongs to what stood here when it was asked.
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
        setFailure(error.fields.stories ?? error.message);
      }
      setBusy(false);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);

  return { made, busy, failure, warnings: made?.warnings ?? [], goTo: setPage };
}
