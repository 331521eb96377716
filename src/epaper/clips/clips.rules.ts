// A clip is a public region of a page: large enough to be legible, too small to replace the page.
import type { Region } from '#src/epaper/pages/pages.rules.ts';

/** The largest part of a page that a clip may show. */
export const maxClipShare = 1 / 3;
const minWidth = 0.05;
const minHeight = 0.02;

/** Validates a region; undefined when it can be clipped. */
export function clipError({ left, top, right, bottom }: Region): 'tooLarge' | 'tooSmall' | undefined {
  if (right - left < minWidth || bottom - top < minHeight) return 'tooSmall';
  return (right - left) * (bottom - top) > maxClipShare + 1e-6 ? 'tooLarge' : undefined; // tolerance for rounding
}

/** The initial region of a clip: a fifth of the page, at its upper middle. */
export const initialRegion: Region = { left: 0.2, top: 0.15, right: 0.8, bottom: 0.5 };

/** Moves the region within the bounds of the page. */
export function moveRegion({ left, top, right, bottom }: Region, across: number, down: number): Region {
  const x = Math.min(Math.max(across, -left), 1 - right);
  const y = Math.min(Math.max(down, -top), 1 - bottom);
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Moves the lower right corner of the region. */
export const resizeRegion = (region: Region, across: number, down: number): Region => ({
  ...region,
  right: Math.min(1, Math.max(region.left + minWidth, region.right + across)),
  bottom: Math.min(1, Math.max(region.top + minHeight, region.bottom + down)),
});

/** The region between two corners, in any order, clamped to the page. */
export function regionBetween(a: { x: number; y: number }, b: { x: number; y: number }): Region {
  const [x1, x2, y1, y2] = [a.x, b.x, a.y, b.y].map((part) => Math.min(1, Math.max(0, part))) as [
    number,
    number,
    number,
    number,
  ]; // four in, four out
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
}
