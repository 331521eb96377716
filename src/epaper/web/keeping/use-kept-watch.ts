import { useEffect } from 'react';
import { useSession } from '#src/client/session.ts';

/**
 * Deletes what may not be kept any longer: at every page that is loaded, when the network is back, and at once for whoever
 * signs out. A part of every page, so what it takes is fetched only where something is kept.
 */
export function useKeptWatch(): void {
  const ready = useSession((session) => session.ready);
  const token = useSession(({ user }) => user.token);
  // Another reader, or the same one out of time, is noticed by his token.
  useEffect(() => {
    if (!ready) return;
    const look = async () => {
      // An address without TLS has no caches, and some browsers refuse them.
      const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
      // As `cacheOf` names them.
      if (names.some((name) => name.startsWith('edition-')))
        await (await import('./check-kept.ts')).lookAfterKept(token);
    };
    const tryToLook = () => void look().catch(() => undefined); // without a connection the next page tries again
    tryToLook();
    window.addEventListener('online', tryToLook);
    return () => window.removeEventListener('online', tryToLook);
  }, [ready, token]);
}
