import { useEffect, useState } from 'react';
import { useSession } from '#src/client/session.ts';
import { isOpenTo, type KeptEdition } from '../../keeping.rules.ts';
import { listCached, listKept } from './kept.ts';

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

/** Deletes what may not be kept any longer: at every page that is loaded, when the network is back, and at once for whoever signs out. */
export function useKeptWatch(): void {
  const ready = useSession((session) => session.ready);
  const token = useSession(({ user }) => user.token);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked after anew when somebody else is here
  useEffect(() => {
    if (!ready) return;
    const look = async () => {
      if ((await listCached()).length) await (await import('./review-kept.ts')).reviewKept();
    };
    void look();
    window.addEventListener('online', look);
    return () => window.removeEventListener('online', look);
  }, [ready, token]);
}
