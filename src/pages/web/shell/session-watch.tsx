import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { restoreSession, storageKey, unreachedLogoutKey, useSession } from '#src/client/session.ts';
import { tabKept } from '#src/client/storage.ts';
import { toast } from '#src/client/toasts.ts';
import { usePlan } from '#src/plans/web/plan-store.ts';
import { usePaths } from '#src/ui/paths.ts';

/** Keeps the session true: asks the server at the start, follows logins and logouts in other tabs, says when it is over. */
export function SessionWatch() {
  const { ready, expired, user } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const to = usePaths();
  const login = to('/login');
  const [leaving, setLeaving] = useState<{ path: string; from: string }>();

  // The stored mirror may be older than the server's mind.
  useEffect(() => {
    if (!ready || !user.token) return;
    void import('#src/accounts/web/confirm-session.ts').then(({ confirmSession }) => confirmSession());
    void import('#src/accounts/web/log-out.ts').then(({ prepareLogOut }) => prepareLogOut());
  }, [ready, user.token]);

  // A logout that did not reach the server may have ended in a page load, which took its toast away.
  useEffect(() => {
    if (tabKept().getItem(unreachedLogoutKey))
      void import('#src/accounts/web/log-out.ts').then(({ repeatUnreached }) => repeatUnreached());
  }, []);

  // What the reader has paid for is a mirror of the server as well.
  useEffect(() => {
    if (user.token) void import('#src/plans/web/read-own-plan.ts').then(({ readOwnPlan }) => readOwnPlan());
    else usePlan.getState().mirror(null);
  }, [user.token]);

  // Calls find out that a session is over; only here is a page to leave.
  useEffect(() => {
    if (!expired) return;
    useSession.setState({ expired: false });
    toast({ kind: 'error', text: 'errors.sessionExpired' });
    if (expired === 'leave') setLeaving({ path: pathname, from: pathname + search });
  }, [expired, pathname, search]);
  // A list that puts its filter into the address meanwhile takes the place of this way, which is gone again then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is what such a list changes
  useEffect(() => {
    if (leaving === undefined) return;
    // A page that has led elsewhere meanwhile knows better where to go: from a link in a mail to a new password.
    if (pathname === login || pathname !== leaving.path || user.token) setLeaving(undefined);
    else navigate(login, { state: { from: leaving.from } });
  }, [leaving, pathname, search, login, user.token, navigate]);

  // The storage tells other tabs of the same browser.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === storageKey || key === null) void restoreSession();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return null;
}
