import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { isOpenTo } from '../keeping.rules.ts';
import { readingCalls } from '../reading.contract.ts';
import type { Reading } from '../server/reader.service.ts';
import { findKept, keptPass } from './keeping/kept.ts';

/** What the reader may have of the pages beyond the free ones. `unknown` until the browser has looked who is here. */
export type Access =
  | { state: 'unknown' | 'asking' | 'failed' }
  | { state: 'open'; pass: string }
  | { state: 'closed'; signedIn: boolean };

const earlyMs = 60_000;
const againMs = 10_000;

/** Asks for a pass to the pages' pictures, and for a new one before it runs out; `renew` asks at once. */
export function usePageAccess({ report: { id: editionId, pages }, free, version }: Reading): {
  access: Access;
  renew(): Promise<void>;
} {
  const needed = pages > free;
  const [access, setAccess] = useState<Access>({ state: 'unknown' });
  const ready = useSession((session) => session.ready);
  const token = useSession(({ user }) => user.token);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);

  const stop = useCallback(() => {
    newest.current += 1;
    clearTimeout(timer.current);
  }, []);
  const renew = useCallback(async () => {
    stop();
    const request = newest.current;
    const overtaken = () => request !== newest.current; // the page was left, or the session is another one
    const again = (ms: number) => {
      timer.current = setTimeout(() => void renew(), ms);
    };
    try {
      const { pass, until } = await callApi(readingCalls.pass, { params: { id: editionId } });
      if (overtaken()) return;
      setAccess({ state: 'open', pass });
      again(Math.max(earlyMs, Date.parse(until) - Date.now() - earlyMs));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (overtaken()) return;
      if (error.status === 402) return setAccess({ state: 'closed', signedIn: true });
      // Without a connection the pages that are there stay, or come from this device; another try follows.
      const kept = await findKept(editionId);
      if (overtaken()) return;
      const here = kept?.version === version && isOpenTo(kept, useSession.getState().user.user_id, new Date());
      const open = (before: Access) => before.state === 'open' && before.pass !== keptPass;
      setAccess((before) => (here ? { state: 'open', pass: keptPass } : open(before) ? before : { state: 'failed' }));
      again(againMs);
    }
  }, [editionId, version, stop]);

  // Who is here is known in the browser only, and what his plan opens to the server only.
  useEffect(() => {
    if (!ready || !needed) return;
    if (!token || isExpired(token)) return setAccess({ state: 'closed', signedIn: false });
    setAccess({ state: 'asking' });
    void renew();
    return stop;
  }, [ready, needed, token, renew, stop]);
  return { access, renew };
}
