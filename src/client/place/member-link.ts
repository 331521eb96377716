import { storageKey } from '../stored-session.ts';
import { handedStateKey } from './handed-over.ts';

/**
 * Links with `data-login` lead visitors to that login, which returns to the link's page; others take the page along that they
 * come from. Marks the page of a member for the styles, before the first paint. Inlined in the page, so that it works at
 * once: the session is read as it was stored.
 */
export const memberScript = !import.meta.env.SSR
  ? ''
  : `{
const token = () => { try { return JSON.parse(localStorage.${storageKey}).state.user.token } catch {} }; // nothing is stored, or storage is forbidden
if (token()) document.documentElement.dataset.member = '';
addEventListener('click', (event) => {
  const link = event.target.closest('a[data-login]');
  if (!link || link.pathname === location.pathname || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const [path, from] = token() ? [link.href, location.pathname] : [link.dataset.login, link.pathname];
  const { href } = new URL(path, location);
  try {
    sessionStorage['${handedStateKey}'] = JSON.stringify({ href, state: { from } });
    location.href = href;
  } catch {
    location.href = href + '?from=' + encodeURIComponent(from); // storage is forbidden
  }
}, true);
}`;
