import { useEffect, useRef } from 'react';
import { zoomStep } from '../view.rules.ts';
import type { Place } from './use-place.ts';
import type { Viewer } from './use-view.ts';

const panPx = 60;

/** Keys of the reader. Those that the whole page has a use for work only while its pages have the focus. */
export function useReaderKeys(viewer: Viewer, place: Place, pages: number): void {
  const press = useRef<(event: KeyboardEvent) => void>(undefined);
  press.current = (event) => {
    const target = event.target as HTMLElement; // of a key: an element
    const onPages = viewer.place.current === target;
    // Nobody has chosen anything yet, and the page as a whole has the focus.
    const onNothing = target === document.body || target.matches('main');
    if ((!onPages && !onNothing) || event.altKey || event.ctrlKey || event.metaKey) return;
    const magnified = viewer.view.scale > 1;
    const pan = (x: number, y: number) => viewer.look((view) => ({ ...view, x: view.x + x, y: view.y + y }));
    const sideways = (direction: 1 | -1) => (magnified ? pan(-direction * panPx, 0) : place.turn(direction));
    const acts: Record<string, (() => void) | false> = {
      ArrowLeft: () => sideways(-1),
      ArrowRight: () => sideways(1),
      ArrowUp: onPages && magnified && (() => pan(0, panPx)),
      ArrowDown: onPages && magnified && (() => pan(0, -panPx)),
      '+': onPages && (() => viewer.zoom(zoomStep)),
      '=': onPages && (() => viewer.zoom(zoomStep)),
      '-': onPages && (() => viewer.zoom(1 / zoomStep)),
      '0': onPages && (() => viewer.zoom(1 / viewer.view.scale)),
      Home: onPages && (() => place.goTo(1)),
      End: onPages && (() => place.goTo(pages)),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  // Keys pressed while nothing has the focus reach the document only.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press.current?.(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
