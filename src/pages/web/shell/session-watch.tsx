import { useEffect } from 'react';
import { storageKey, useSession } from '#src/client/session.ts';

/** Keeps the stored session true: asks the server about it at the start, and follows logins and logouts in other tabs. */
export function SessionWatch() {
  const ready = useSession((session) => session.ready);
  const token = useSession((session) => session.user.token);

  // The stored mirror may be older than the server's mind.
  useEffect(() => {
    if (!ready || !token) return;
    import('#src/accounts/web/confirm-session.ts').then(async ({ confirmSession }) => {
      if (!(await confirmSession())) useSession.getState().logout();
    });
  }, [ready, token]);

  // The storage tells other tabs of the same browser.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === storageKey || key === null) void useSession.persist.rehydrate();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return null;
}
