import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { clampView, type View, wholePage, zoomedAt } from '../view.rules.ts';

export interface Viewer {
  view: View;
  /** The viewport. */
  place: RefObject<HTMLElement | null>;
  /** Its content: the open pages at scale 1. */
  board: RefObject<HTMLUListElement | null>;
  /** Sets another view, clamped to its limits. */
  look(next: (before: View) => View): void;
  /** Zooms by a factor around a point, measured from the viewport's center in px. */
  zoom(factor: number, point?: { x: number; y: number }): void;
}

/** Zoom and pan of the open pages. `open` identifies them: the view is reset when it changes. */
export function useView(open: string): Viewer {
  const place = useRef<HTMLElement>(null);
  const board = useRef<HTMLUListElement>(null);
  const [{ of, view }, setState] = useState({ of: open, view: wholePage });
  if (of !== open) setState({ of: open, view: wholePage });

  const look = useCallback((next: (before: View) => View) => {
    const [viewport, content] = [place.current, board.current];
    if (!viewport || !content) return;
    const shown = { width: content.offsetWidth, height: content.offsetHeight };
    const room = { width: viewport.clientWidth, height: viewport.clientHeight };
    setState(({ of, view }) => ({ of, view: clampView(next(view), shown, room) }));
  }, []);
  const zoom = useCallback(
    (factor: number, point = { x: 0, y: 0 }) => look((view) => zoomedAt(view, factor, point)),
    [look],
  );
  // The viewport changes its size when a phone is rotated.
  useEffect(() => {
    const again = () => look((view) => view);
    window.addEventListener('resize', again);
    return () => window.removeEventListener('resize', again);
  }, [look]);
  return { view, place, board, look, zoom };
}
