import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { usePaths } from './paths.ts';
import { isExpired, useSession } from './session.ts';

/**
 * For pages of the newsroom, once the stored session has been read: redirects an editor whose session has ended to the
 * newsroom's login and back, and others to /news. Returns whether the page may be shown. The server checks access to
 * the data; this only avoids showing an empty page.
 */
export function useRequireEditor(): boolean {
  const { ready, user, expire, newsroomEnded } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const to = usePaths();
  const [login, away] = [to('/admin'), to('/news')];
  const allowed = user.isAdmin && !isExpired(user.token);
  // Only the browser has the session.
  useEffect(() => {
    if (!ready || allowed) return;
    if (user.isAdmin) expire('leave');
    else if (newsroomEnded) navigate(login, { replace: true, state: { from: pathname + search } });
    else navigate(away, { replace: true });
  }, [ready, allowed, user.isAdmin, expire, newsroomEnded, navigate, login, away, pathname, search]);
  return ready && allowed;
}

/**
 * For pages of the newsroom that load nothing which the server could refuse: whether the user's role may not send their
 * form. Until the server has reported the role, it is assumed to be an editor's.
 */
export const useIsRefused = (audience: 'writers' | 'editors'): boolean =>
  useSession(({ user, role }) => user.isAdmin && !isAllowed(role, audience));

/** For pages that require a login: redirects visitors to the login and back. Returns whether the page may be shown. */
export function useRequireLogin(): boolean {
  const { ready, user, expire, expired } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const to = usePaths();
  const login = to('/login');
  const allowed = user.token !== '' && !isExpired(user.token);
  // Only the browser has the session.
  useEffect(() => {
    if (!ready || allowed) return;
    if (user.token) expire('leave');
    else if (!expired) navigate(login, { replace: true, state: { from: pathname + search } });
  }, [ready, allowed, user.token, expire, expired, navigate, login, pathname, search]);
  return ready && allowed;
}

/** Where to go after the login: `from` of the state or the query, or `fallback`. Never a URL of another site. */
export function returnPath(state: unknown, search: string, fallback: string): string {
  const from = (state as { from?: unknown } | null)?.from ?? new URLSearchParams(search).get('from');
  const here = 'http://here.invalid';
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, here)) return fallback;
  const { origin, pathname, search: query, hash } = new URL(from, here);
  // "/.//evil.example" becomes "//evil.example", another host, once its dots are resolved, so the result is checked.
  return origin === here && isInternalPath(pathname) ? pathname + query + hash : fallback;
}

/** Whether a resolved path stays on this site: one that begins with two slashes is a URL on another host. */
export const isInternalPath = (pathname: string): boolean => /^\/(?![/\\])/.test(pathname);
