import { useEffect, useRef } from 'react';
import { zoomStep } from '../view.rules.ts';
import { type Position, towards } from './use-position.ts';
import type { Viewer } from './use-view.ts';

const panPx = 60;

// Elements that use these keys themselves.
const ownKeys = 'input, textarea, select, dialog, [data-own-drag], [role="application"]';

/**
 * Keyboard shortcuts of the reader, wherever the focus is in it, or nowhere. Keys that the document also uses work only
 * while the viewport is focused. `onEscape` leaves what is open; false if nothing is.
 */
export function useReaderKeys(viewer: Viewer, place: Position, pages: number, onEscape: (() => void) | false): void {
  const press = useRef<(event: KeyboardEvent) => void>(undefined);
  press.current = (event) => {
    const target = event.target as HTMLElement; // of a key: an element
    const onPages = viewer.place.current === target;
    // No element has the focus, or the main landmark has it after navigation.
    const onNothing = target === document.body || target.matches('main');
    const inReader = target.closest('.reader') !== null;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !(inReader || onNothing)) return;
    if (event.key === 'Escape' && onEscape && !target.closest('dialog, input')) return onEscape();
    if (target.closest(ownKeys)) return;
    const magnified = viewer.view.scale > 1;
    const pan = (x: number, y: number) => viewer.look((view) => ({ ...view, x: view.x + x, y: view.y + y }));
    const sideways = (side: 1 | -1) => (magnified ? pan(-side * panPx, 0) : place.turn(towards(side)));
    const actions: Record<string, (() => void) | false> = {
      ArrowLeft: (onPages || onNothing) && (() => sideways(-1)),
      ArrowRight: (onPages || onNothing) && (() => sideways(1)),
      ArrowUp: onPages && magnified && (() => pan(0, panPx)),
      ArrowDown: onPages && magnified && (() => pan(0, -panPx)),
      '+': () => viewer.zoom(zoomStep),
      '=': () => viewer.zoom(zoomStep),
      '-': () => viewer.zoom(1 / zoomStep),
      '0': () => viewer.zoom(1 / viewer.view.scale),
      Home: onPages && (() => place.goTo(1)),
      End: onPages && (() => place.goTo(pages)),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  // Without a focused element, key events reach only the document.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press.current?.(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
