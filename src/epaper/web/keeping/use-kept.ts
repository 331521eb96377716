import { useEffect, useState } from 'react';
import { isExpired, useSession } from '#src/client/session.ts';
import { isOpenTo, type KeptEdition } from '../../keeping.rules.ts';
import { forgetOthers, keepingLock, listCached, listKept } from './kept.ts';

/** The editions that this device keeps for its reader. */
export function useKept(): KeptEdition[] {
  const userId = useSession(({ ready, user }) => (ready && user.token ? user.user_id : null));
  const [own, setOwn] = useState<KeptEdition[]>([]);
  // The device is asked in the browser only.
  useEffect(() => {
    void listKept().then((kept) => setOwn(kept.filter((edition) => isOpenTo(edition, userId, new Date()))));
  }, [userId]);
  return own;
}

/**
 * Deletes what may not be kept any longer: at every page that is loaded, when the network is back, and at once for whoever
 * signs out.
 */
export function useKeptWatch(): void {
  const ready = useSession((session) => session.ready);
  const token = useSession(({ user }) => user.token);
  // Another reader, or the same one out of time, is noticed by his token.
  useEffect(() => {
    if (!ready) return;
    const look = async () => {
      if ((await listCached()).length === 0) return;
      await navigator.locks.request(keepingLock, async () => {
        const left = await forgetOthers(isExpired(token) ? null : useSession.getState().user.user_id);
        if (left.length && navigator.onLine) await (await import('./check-kept.ts')).checkKept(left);
      });
    };
    const tryToLook = () => void look().catch(() => undefined); // without a connection the next page tries again
    tryToLook();
    window.addEventListener('online', tryToLook);
    return () => window.removeEventListener('online', tryToLook);
  }, [ready, token]);
}
