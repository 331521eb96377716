import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePaths } from '#src/ui/paths.ts';
import { isExpired, useSession } from './session.ts';

/**
 * For pages of the newsroom: redirects others to /news once the stored session has been read. Returns whether the page
 * may be shown. The server checks access to the data; this only avoids showing an empty page.
 */
export function useRequireEditor(): boolean {
  const { ready, user } = useSession();
  const navigate = useNavigate();
  const to = usePaths();
  const allowed = user.isAdmin && !isExpired(user.token);
  const away = to('/news');
  // Who is here is known in the browser only.
  useEffect(() => {
    if (ready && !allowed) navigate(away, { replace: true });
  }, [ready, allowed, navigate, away]);
  return ready && allowed;
}

/** For pages that require a login: redirects visitors to the login and back. Returns whether the page may be shown. */
export function useRequireLogin(): boolean {
  const { ready, user, expire, expired } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const to = usePaths();
  const login = to('/login');
  const allowed = user.token !== '' && !isExpired(user.token);
  // Who is here is known in the browser only.
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
