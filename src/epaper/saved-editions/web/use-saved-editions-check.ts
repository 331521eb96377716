import { useEffect } from 'react';
import { useSession } from '#src/client/session.ts';
import { hasSavedEditions } from './has-saved-editions.ts';

/**
 * Deletes saved editions that are no longer allowed: on every page load, when the network is back, and on sign-out. The
 * hook is part of every page, so the check is loaded only if an edition is saved.
 */
export function useSavedEditionsCheck(): void {
  const ready = useSession((session) => session.ready);
  const token = useSession(({ user }) => user.token);
  // The token changes with the user and when the session expires.
  useEffect(() => {
    if (!ready) return;
    const check = async () => {
      if (await hasSavedEditions()) await (await import('./check-saved-editions.ts')).deleteUnreadableEditions(token);
    };
    const tryCheck = () => void check().catch(() => undefined); // offline: the next page load tries again
    tryCheck();
    window.addEventListener('online', tryCheck);
    return () => window.removeEventListener('online', tryCheck);
  }, [ready, token]);
}
