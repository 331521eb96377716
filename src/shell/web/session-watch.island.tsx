import { useEffect, useState } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
import { openReaderLists, type ReaderLists, readerLists, readerListsKey } from '#src/client/reader-lists.ts';
import { restoreSession, useSession } from '#src/client/session.ts';
import { sessionStore } from '#src/client/storage.ts';
import { failedLogoutKey, storageKey } from '#src/client/stored-session.ts';
import { toast } from '#src/client/toasts.ts';
import { useSavedEditionsCheck } from '#src/epaper/saved-editions/web/use-saved-editions-check.ts';
import { usePlan } from '#src/plans/web/plan-store.ts';

const readersPath = /\/profile\//;
// The story editor, which readers may open and see an error on, has no guard of its own.
const newsroomPath = /\/admin\//;

const setMarks = (marks: ReaderLists['marks']) =>
  Object.keys(marks)
    .filter((key) => marks[key]?.removed === false)
    .sort()
    .join();

/** Syncs the stored session with the server and with other tabs, and handles its end. */
export default function SessionWatch() {
  const { ready, expired, user, newsroomEnded } = useSession();
  const { pathname, search, go } = usePlace();
  const to = usePaths();
  // An editor who logs in as a reader could not go on, except in his profile.
  const login = to(newsroomEnded && !readersPath.test(pathname) ? '/admin' : '/login');
  const [leaving, setLeaving] = useState<{ path: string; from: string }>();
  useSavedEditionsCheck();

  // Styles show what is for visitors only: member-link.ts sets it before the first paint.
  useEffect(() => {
    if (ready) document.documentElement.toggleAttribute('data-member', user.token !== '');
  }, [ready, user.token]);

  // The stored copy may be outdated.
  useEffect(() => {
    if (!ready || !user.token) return;
    void import('#src/accounts/login/web/confirm-session.ts').then(({ verifySession }) => verifySession());
    void import('#src/accounts/login/web/log-out.ts').then(({ prepareLogOut }) => prepareLogOut());
  }, [ready, user.token]);

  // So are the reader's lists, on all of his devices.
  useEffect(() => {
    if (!ready || !user.token) return;
    const sync = import('#src/following/web/sync.ts').then(({ keepInSync }) => keepInSync());
    return () => void sync.then((stop) => stop());
  }, [ready, user.token]);

  // A press on "Follow" here may concern what this device is notified of.
  useEffect(
    () =>
      readerLists.subscribe(({ marks }, before) => {
        if (!before.ready || document.hidden || setMarks(marks) === setMarks(before.marks)) return;
        void import('#src/push/web/follow-offer.ts')
          .then(({ handleMarks }) => handleMarks(before.marks, marks))
          .catch(() => undefined); // without a network nothing is offered
      }),
    [],
  );

  // A logout that failed may have ended in a page load, which removed its toast.
  useEffect(() => {
    if (sessionStore().getItem(failedLogoutKey))
      void import('#src/accounts/login/web/log-out.ts').then(({ showPendingLogoutFailure }) =>
        showPendingLogoutFailure(),
      );
  }, []);

  // The reader's plan is a copy of the server's state as well.
  useEffect(() => {
    if (user.token) void import('#src/plans/web/load-my-plan.ts').then(({ loadMyPlan }) => loadMyPlan());
    else usePlan.getState().mirror(null);
  }, [user.token]);

  // API calls detect the end of a session; this component redirects to the login.
  useEffect(() => {
    if (!expired) return;
    useSession.setState({ expired: false });
    toast({ kind: 'error', text: 'errors.sessionExpired' });
    if (expired === 'leave' || (newsroomEnded && newsroomPath.test(pathname)))
      setLeaving({ path: pathname, from: pathname + search });
  }, [expired, newsroomEnded, pathname, search]);
  // A list that writes its filter into the URL meanwhile cancels this navigation, so it runs again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is what such a list changes
  useEffect(() => {
    if (leaving === undefined) return;
    // A page that has navigated elsewhere meanwhile takes precedence, such as a reset link in a mail.
    if (pathname === login || pathname !== leaving.path || user.token) setLeaving(undefined);
    else go(login, { state: { from: leaving.from } });
  }, [leaving, pathname, search, login, user.token, go]);

  // `storage` events come from other tabs of the same browser.
  useEffect(() => {
    const handleStorage = ({ key }: StorageEvent) => {
      if (key === storageKey || key === null) void restoreSession();
      if (key === readerListsKey) openReaderLists();
    };
    // The browser's own cache shows a page as it was left: Back after a logout.
    const handleReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      void restoreSession();
      openReaderLists();
    };
    window.addEventListener('storage', handleStorage);
    window.addEventListener('pageshow', handleReturn);
    return () => {
      window.removeEventListener('storage', handleStorage);
      window.removeEventListener('pageshow', handleReturn);
    };
  }, []);
  return null;
}
