import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Page } from '#src/ui/paths.ts';
import { usePaths } from '#src/ui/paths.ts';
import { isExpired, useSession } from './session.ts';

/**
 * For pages of the newsroom: sends others to `elsewhere` once the stored session has been read, and says when the page
 * may be shown. The server guards the calls; this only spares the visitor an empty shell.
 */
export function useNewsroomOnly(elsewhere: Extract<Page, '/news' | '/admin'> = '/news'): boolean {
  const { ready, user } = useSession();
  const navigate = useNavigate();
  const to = usePaths();
  const allowed = user.isAdmin && !isExpired(user.token);
  const away = to(elsewhere);
  // Who is here is known in the browser only.
  useEffect(() => {
    if (ready && !allowed) navigate(away, { replace: true });
  }, [ready, allowed, navigate, away]);
  return ready && allowed;
}
