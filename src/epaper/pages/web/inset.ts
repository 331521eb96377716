import type { Region } from '../pages.rules.ts';

/** Style that positions an overlay on a region of its page. */
export const inset = ({ left, top, right, bottom }: Region) => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${(right - left) * 100}%`,
  height: `${(bottom - top) * 100}%`,
});
