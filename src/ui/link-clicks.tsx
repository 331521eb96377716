import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { noteGoing, takeGoing } from '#src/client/interrupted.ts';
import { network } from '#src/client/network.ts';
import { isInternalPath } from '#src/client/route-guards.ts';
import { isDocument } from '#src/rules/documents.rules.ts';

/**
 * Client-side navigation for links within the site. One delegated listener for all of them: a board has two hundred
 * links, and a component for each would double the time of its server rendering.
 */
export function LinkClicks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever page is shown now, no other is on its way
  useEffect(() => void takeGoing(), [key]);
  // A link under the pointer is likely to be followed: `data-discover` makes the router discover its route in advance.
  const intend = ({ target }: SyntheticEvent) => {
    const link = (target as Element).closest('a'); // an event's target is an element
    if (link && !network.getState().offline && isInternal(link)) link.dataset.discover = 'true';
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
    if (!link || link.target || link.hasAttribute('download') || !isInternal(link)) return;
    const { pathname, search, hash } = link;
    const here = window.location;
    if (hash && pathname === here.pathname && search === here.search) return; // the browser scrolls to the fragment
    const { offline, outdated } = network.getState();
    if (offline || outdated) return; // offline storage has whole pages, but not their data
    event.preventDefault();
    noteGoing(pathname + search + hash);
    navigate(pathname + search + hash);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: event delegation, the links inside are the controls
    // biome-ignore lint/a11y/useKeyWithClickEvents: browsers turn Enter on a link into a click
    <div className="contents" onClick={follow} onPointerOver={intend} onFocus={intend}>
      {children}
    </div>
  );
}

// An anchor that is no link has an empty origin.
const isInternal = ({ origin, pathname, dataset }: HTMLAnchorElement) =>
  origin === window.location.origin &&
  isInternalPath(pathname) &&
  !pathname.startsWith('/api/') &&
  !isDocument(pathname) &&
  dataset.reload === undefined;
