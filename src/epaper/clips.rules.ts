// A clip is a region of a page that anyone may see: large enough to be read, and never so much that it stands in for
// the page.
import type { Region } from './reading.rules.ts';

/** The largest part of a page that a clip may show. */
export const largestClip = 1 / 3;
const leastWidth = 0.05;
const leastHeight = 0.02;

/** What is wrong with a region, or undefined when it can be clipped. */
export function clipFault({ left, top, right, bottom }: Region): 'tooLarge' | 'tooSmall' | undefined {
  if (right - left < leastWidth || bottom - top < leastHeight) return 'tooSmall';
  return (right - left) * (bottom - top) > largestClip + 1e-6 ? 'tooLarge' : undefined; // for rounding
}

/** Where a clip begins when nothing was drawn: the upper middle of the page, a fifth of it. */
export const firstClip: Region = { left: 0.2, top: 0.15, right: 0.8, bottom: 0.5 };

/** The region moved, but not off the page. */
export function moved({ left, top, right, bottom }: Region, across: number, down: number): Region {
  const x = Math.min(Math.max(across, -left), 1 - right);
  const y = Math.min(Math.max(down, -top), 1 - bottom);
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** The region with its lower right corner elsewhere. */
export const resized = (region: Region, across: number, down: number): Region => ({
  ...region,
  right: Math.min(1, Math.max(region.left + leastWidth, region.right + across)),
  bottom: Math.min(1, Math.max(region.top + leastHeight, region.bottom + down)),
});

/** The region between two corners, in whatever order, as far as it lies on the page. */
export function between(a: { x: number; y: number }, b: { x: number; y: number }): Region {
  const [x1, x2, y1, y2] = [a.x, b.x, a.y, b.y].map((part) => Math.min(1, Math.max(0, part))) as [
    number,
    number,
    number,
    number,
  ]; // four in, four out
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
}
