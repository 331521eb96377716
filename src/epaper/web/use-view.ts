import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { held, type View, wholePage, zoomedAt } from '../view.rules.ts';

export interface Viewer {
  view: View;
  /** What the page is seen through. */
  place: RefObject<HTMLElement | null>;
  /** What lies behind it: the open pages at scale 1. */
  board: RefObject<HTMLUListElement | null>;
  /** Another view, held within its limits. */
  look(next: (before: View) => View): void;
  /** Magnifies by a factor around a point, measured from the middle of the place. */
  zoom(factor: number, point?: { x: number; y: number }): void;
}

/** How the open pages are looked at. `open` names them: others begin at their whole size. */
export function useView(open: string): Viewer {
  const place = useRef<HTMLElement>(null);
  const board = useRef<HTMLUListElement>(null);
  const [{ of, view }, setState] = useState({ of: open, view: wholePage });
  if (of !== open) setState({ of: open, view: wholePage });

  const look = useCallback((next: (before: View) => View) => {
    const [through, behind] = [place.current, board.current];
    if (!through || !behind) return;
    const shown = { width: behind.offsetWidth, height: behind.offsetHeight };
    const room = { width: through.clientWidth, height: through.clientHeight };
    setState(({ of, view }) => ({ of, view: held(next(view), shown, room) }));
  }, []);
  const zoom = useCallback(
    (factor: number, point = { x: 0, y: 0 }) => look((view) => zoomedAt(view, factor, point)),
    [look],
  );
  // A turned phone has another place.
  useEffect(() => {
    const again = () => look((view) => view);
    window.addEventListener('resize', again);
    return () => window.removeEventListener('resize', again);
  }, [look]);
  return { view, place, board, look, zoom };
}
