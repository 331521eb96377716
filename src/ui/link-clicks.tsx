import type { MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { isOwnPath } from '#src/client/guard.ts';
import { useNetwork } from '#src/client/network.ts';

/**
 * Follows links within the site without loading a whole page. One listener for all of them: a board has two hundred
 * links, and a component for each would double the time that the server needs to render it.
 */
export function LinkClicks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  // Whoever points at a link is likely to follow it: the router asks ahead where it leads (`data-discover` is its mark).
  const intend = ({ target }: SyntheticEvent) => {
    const link = (target as Element).closest('a'); // an event's target is an element
    if (link && !useNetwork.getState().offline && inside(link)) link.dataset.discover = 'true';
  };
  const follow = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest('a'); // a click's target is an element
    if (!link || link.target || link.hasAttribute('download') || !inside(link)) return;
    const { pathname, search, hash } = link;
    const here = window.location;
    if (hash && pathname === here.pathname && search === here.search) return; // the browser jumps by itself
    if (useNetwork.getState().offline) return; // whole pages may be kept on the device, their data are not
    event.preventDefault();
    navigate(pathname + search + hash);
  };
  return (
    // The links themselves are the controls, also by keyboard: Enter on a link is a click.
    // biome-ignore lint/a11y/noStaticElementInteractions: event delegation, the links inside are the controls
    // biome-ignore lint/a11y/useKeyWithClickEvents: browsers turn Enter on a link into a click
    <div className="contents" onClick={follow} onPointerOver={intend} onFocus={intend}>
      {children}
    </div>
  );
}

const inside = ({ href, origin, pathname, dataset }: HTMLAnchorElement) =>
  href !== '' &&
  origin === window.location.origin &&
  isOwnPath(pathname) &&
  !pathname.startsWith('/api/') &&
  dataset.reload === undefined;
