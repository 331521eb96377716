// How an open page is looked at: how far it is magnified, and where. At 1 it fits its place and cannot be moved.
import type { Region } from './reading.rules.ts';

/** `scale` from 1 to 4; `x` and `y` is how far the page's middle lies from its place's middle, in px. */
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

/** The view held within its limits: `shown` is what it shows at scale 1, `place` what it is seen through, in px. */
export function held({ scale, x, y }: View, shown: Size, place: Size): View {
  const kept = Math.min(largestScale, Math.max(1, scale));
  const reach = (length: number, room: number) => Math.max(0, (length * kept - room) / 2);
  const within = (at: number, most: number) => Math.min(most, Math.max(-most, at)) || 0; // no -0
  return {
    scale: kept,
    x: within(x, reach(shown.width, place.width)),
    y: within(y, reach(shown.height, place.height)),
  };
}

/** Magnified by a factor while the point under the finger stays where it is; measured from the place's middle, in px. */
export function zoomedAt({ scale, x, y }: View, factor: number, point: { x: number; y: number }): View {
  const next = Math.min(largestScale, Math.max(1, scale * factor));
  const by = next / scale;
  return { scale: next, x: point.x - (point.x - x) * by, y: point.y - (point.y - y) * by };
}

const swipePx = 48;

/** Which way a stroke turns the page: clearly sideways, and long enough to be meant. */
export function swipeOf(across: number, down: number): 1 | -1 | undefined {
  if (Math.abs(across) < swipePx || Math.abs(across) < Math.abs(down) * 1.5) return undefined;
  return across < 0 ? 1 : -1;
}

/** A box at scale 1, measured from the middle of the place that it is seen through, in px. */
export interface Box extends Size {
  left: number;
  top: number;
}

/** The part of a page that is seen, as parts of its width and height; undefined when none is. */
export function seenOf({ scale, x, y }: View, box: Box, place: Size): Region | undefined {
  const part = (from: number, start: number, length: number) => Math.min(1, Math.max(0, (from - start) / length));
  const [left, right] = [(-place.width / 2 - x) / scale, (place.width / 2 - x) / scale];
  const [top, bottom] = [(-place.height / 2 - y) / scale, (place.height / 2 - y) / scale];
  const region = {
    left: part(left, box.left, box.width),
    right: part(right, box.left, box.width),
    top: part(top, box.top, box.height),
    bottom: part(bottom, box.top, box.height),
  };
  return region.left < region.right && region.top < region.bottom ? region : undefined;
}
