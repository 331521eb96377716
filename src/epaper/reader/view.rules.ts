// Zoom and pan of an open page. At scale 1 it fits the viewport and cannot be moved.
import type { Region } from '#src/epaper/pages/pages.rules.ts';

/** `scale` from 1 to 4; `x` and `y` are the offset of the page's center from the viewport's center, in px. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export const wholePage: View = { scale: 1, x: 0, y: 0 };
export const largestScale = 4;
export const zoomStep = 1.5;

interface Size {
  width: number;
  height: number;
}

/** Clamps the view to its limits; `shown` is the content's size at scale 1, `viewport` the viewport's size, in px. */
export function clampView({ scale, x, y }: View, shown: Size, viewport: Size): View {
  const clamped = Math.min(largestScale, Math.max(1, scale));
  const reach = (length: number, room: number) => Math.max(0, (length * clamped - room) / 2);
  const within = (at: number, most: number) => Math.min(most, Math.max(-most, at)) || 0; // no -0
  return {
    scale: clamped,
    x: within(x, reach(shown.width, viewport.width)),
    y: within(y, reach(shown.height, viewport.height)),
  };
}

/** Zooms by a factor around a fixed point, measured from the viewport's center in px. */
export function zoomedAt({ scale, x, y }: View, factor: number, point: { x: number; y: number }): View {
  const next = Math.min(largestScale, Math.max(1, scale * factor));
  const by = next / scale;
  return { scale: next, x: point.x - (point.x - x) * by, y: point.y - (point.y - y) * by };
}

const swipePx = 48;

/** The side whose page a swipe brings in, 1 for the right: it must be mostly horizontal and long enough to be intended. */
export function swipeDirection(across: number, down: number): 1 | -1 | undefined {
  if (Math.abs(across) < swipePx || Math.abs(across) < Math.abs(down) * 1.5) return undefined;
  return across < 0 ? 1 : -1;
}

/** A box at scale 1, measured from the viewport's center in px. */
export interface Box extends Size {
  left: number;
  top: number;
}

/** The visible region of a page, as fractions of its width and height; undefined when none of it is visible. */
export function visibleRegion({ scale, x, y }: View, box: Box, viewport: Size): Region | undefined {
  const part = (from: number, start: number, length: number) => Math.min(1, Math.max(0, (from - start) / length));
  const [left, right] = [(-viewport.width / 2 - x) / scale, (viewport.width / 2 - x) / scale];
  const [top, bottom] = [(-viewport.height / 2 - y) / scale, (viewport.height / 2 - y) / scale];
  const region = {
    left: part(left, box.left, box.width),
    right: part(right, box.left, box.width),
    top: part(top, box.top, box.height),
    bottom: part(bottom, box.top, box.height),
  };
  return region.left < region.right && region.top < region.bottom ? region : undefined;
}
