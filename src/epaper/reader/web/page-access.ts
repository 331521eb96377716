import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { createPolling, type Polling } from '#src/client/polling.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { isReadableBy } from '#src/epaper/saved-editions/saved-editions.rules.ts';
import { findSavedEdition, offlineSignature } from '#src/epaper/saved-editions/web/edition-storage.ts';
import { readerCalls } from '../reader.contract.ts';
import type { OpenEdition } from '../server/reader.service.ts';

/** Access to the pages beyond the free ones; `unknown` until the session is loaded. */
export type Access =
  | { state: 'unknown' | 'asking' | 'failed' }
  | { state: 'open'; pass: string }
  | { state: 'closed'; signedIn: boolean };

const earlyMs = 60_000;
const retryMs = 10_000;

/** Requests a signature for the pages' picture URLs, and renews it before it expires; `renew` requests one at once. */
export function usePageAccess({ report: { id: editionId, pages }, free, version }: OpenEdition): {
  access: Access;
  renew(): Promise<void>;
} {
  const needed = pages > free;
  const [access, setAccess] = useState<Access>({ state: 'unknown' });
  const ready = useSession((session) => session.ready);
  const token = useSession(({ user }) => user.token);
  const polling = useRef<Polling>(undefined);
  const renew = useCallback(async () => polling.current?.runNow(), []);

  // Only the browser has the session, and only the server the plan.
  useEffect(() => {
    if (!ready || !needed) return;
    if (!token || isExpired(token)) return setAccess({ state: 'closed', signedIn: false });
    setAccess({ state: 'asking' });
    const renewal = createPolling((isCurrent) => requestPass(editionId, version, setAccess, isCurrent));
    polling.current = renewal;
    void renewal.runNow();
    // Pictures that failed before unmounting may still call `renew`: that must not restart the polling.
    return renewal.stop;
  }, [ready, needed, token, editionId, version]);
  return { access, renew };
}

/** Requests a signature and sets the access accordingly. Returns the delay until the next request, in ms. */
async function requestPass(
  editionId: number,
  version: string,
  setAccess: Dispatch<SetStateAction<Access>>,
  isCurrent: () => boolean,
): Promise<number | undefined> {
  try {
    const { pass, until } = await callApi(readerCalls.pass, { params: { id: editionId } });
    if (!isCurrent()) return undefined;
    setAccess({ state: 'open', pass });
    return Math.max(earlyMs, Date.parse(until) - Date.now() - earlyMs);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isCurrent()) return undefined;
    if (error.status === 402) {
      setAccess({ state: 'closed', signedIn: true });
      return undefined;
    }
    // Offline: loaded pages stay, or come from offline storage; the request is retried.
    const saved = await findSavedEdition(editionId);
    if (!isCurrent()) return undefined;
    const isSaved = saved?.version === version && isReadableBy(saved, useSession.getState().user.user_id, new Date());
    const open = (before: Access) => before.state === 'open' && before.pass !== offlineSignature;
    setAccess((before) =>
      isSaved ? { state: 'open', pass: offlineSignature } : open(before) ? before : { state: 'failed' },
    );
    return retryMs;
  }
}
