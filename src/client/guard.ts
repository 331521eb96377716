import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePaths } from '#src/ui/paths.ts';
import { isExpired, useSession } from './session.ts';

/**
 * For pages of the newsroom: sends others to /news once the stored session has been read, and says when the page may be
 * shown. The server guards the calls; this only spares the visitor an empty shell.
 */
export function useNewsroomOnly(): boolean {
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

/** For pages of one's own: asks a visitor to log in, and comes back here afterwards. Says when the page may be shown. */
export function useSignedInOnly(): boolean {
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

/** Where to go after the login: a path of this site that came along, or the news. Never an address of another site. */
export function returnPath(state: unknown, search: string, fallback: string): string {
  const from = (state as { from?: unknown } | null)?.from ?? new URLSearchParams(search).get('from');
  const here = 'http://here.invalid';
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, here)) return fallback;
  const { origin, pathname, search: query, hash } = new URL(from, here);
  // What is left of "/.//evil.example" once its dots are resolved names another host: looked at last, as it will be used.
  return origin === here && isOwnPath(pathname) ? pathname + query + hash : fallback;
}

/** Whether a path, resolved and used as an address, stays on this site: two slashes at its beginning name another host. */
export const isOwnPath = (pathname: string): boolean => /^\/(?![/\\])/.test(pathname);
