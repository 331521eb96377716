import { type PointerEvent, useEffect, useRef } from 'react';
import { swipeDirection } from '../view.rules.ts';
import { towards } from './use-position.ts';
import type { Viewer } from './use-view.ts';

interface Point {
  x: number;
  y: number;
}

const tapTwiceScale = 2.5;
const tapPx = 8; // a finger is never quite still

// Elements that handle pointers themselves. Story links cover a composed page: a tap opens one, a swipe ignores it.
const interactive = 'a:not(.story-link), button, [data-own-drag]';
const isWithin = (event: { target: EventTarget }, what: string) => (event.target as Element).closest(what) !== null; // a pointer's target is an element

/** Handlers of the viewport: drag pans, pinch zooms, a swipe turns the page. */
export function useGestures({ view, place, look, zoom }: Viewer, turn: (direction: 1 | -1) => void) {
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point>({ x: 0, y: 0 });
  const multiTouch = useRef(false);
  const moved = useRef(false);

  // React's wheel listener is passive, so it cannot call preventDefault.
  useEffect(() => {
    const target = place.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && view.scale === 1) return;
      event.preventDefault();
      if (event.ctrlKey) zoom(Math.exp(-event.deltaY / 200), fromMiddle(target, event));
      else look(({ scale, x, y }) => ({ scale, x: x - event.deltaX, y: y - event.deltaY }));
    };
    target?.addEventListener('wheel', onWheel, { passive: false });
    return () => target?.removeEventListener('wheel', onWheel);
  }, [place, view.scale, look, zoom]);

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || isWithin(event, interactive)) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    multiTouch.current = fingers.current.size > 1;
    start.current = { x: event.clientX, y: event.clientY };
    moved.current = multiTouch.current;
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    moved.current ||= distance(now, start.current) > tapPx;
    // Captured only after a move, so that a drag continues beyond the edge while a tap still reaches its target.
    if (moved.current) event.currentTarget.setPointerCapture(event.pointerId);
    if (other) {
      const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
      zoom(distance(now, other) / Math.max(1, distance(before, other)), fromMiddle(place.current, middle));
    }
    const share = other ? 2 : 1; // with two fingers, each one pans by half
    look(({ scale, x, y }) => ({ scale, x: x + (now.x - before.x) / share, y: y + (now.y - before.y) / share }));
  };
  const onPointerUp = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId)) return;
    if (multiTouch.current || view.scale > 1 || event.type === 'pointercancel' || event.pointerType === 'mouse') return;
    const direction = swipeDirection(event.clientX - start.current.x, event.clientY - start.current.y);
    if (direction) turn(towards(direction));
  };
  const onClickCapture = (event: React.MouseEvent) => {
    // The click at the end of a drag opens nothing. A click by keyboard has no `detail` and is not prevented.
    if (event.detail && moved.current && !isWithin(event, interactive)) event.preventDefault();
  };
  const onDoubleClick = (event: React.MouseEvent) => {
    if (isWithin(event, 'a, button, [data-own-drag]')) return;
    const factor = view.scale > 1 ? 1 / view.scale : tapTwiceScale;
    zoom(factor, fromMiddle(place.current, event));
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onClickCapture, onDoubleClick };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

function fromMiddle(place: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = place?.getBoundingClientRect() ?? {};
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
