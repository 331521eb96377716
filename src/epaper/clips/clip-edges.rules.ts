// Aligns the edges of a clip with the gaps between columns and lines: an edge that would cut letters moves to the
// nearest white gap. The page is analyzed as a picture, since text positions are unreliable for Indian scripts.

import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { clipError } from './clips.rules.ts';

/** A page in shades of grey, row by row, from 0 (black). */
export interface GreyPage {
  pixels: Uint8Array;
  width: number;
  height: number;
}

// How far an edge may move: about half a column of a broadsheet, and a line of a headline.
const reach = { across: 0.1, down: 0.035 };
const marginPx = 3;
const darkness = 150;
// A headline crosses the gap between the columns below it, so a gap is not always quite white.
const mostlyWhite = 0.2;

/** The region with edges that cut no letters where that is possible; as it is if it would become too large or small. */
export function alignToGaps(region: Region, page: GreyPage): Region {
  const tries = ['both', 'inward'] as const;
  for (const way of tries) {
    const { left, right } = alignPair(
      region.left,
      region.right,
      page.width,
      reach.across,
      inkOfColumns(page, region),
      way,
    );
    const wide = { ...region, left, right };
    const rows = alignPair(region.top, region.bottom, page.height, reach.down, inkOfRows(page, wide), way);
    const aligned = { ...wide, top: rows.left, bottom: rows.right };
    if (!clipError(aligned)) return aligned;
  }
  return region;
}

/** Aligns two opposite edges; `ink` is the share of dark pixels on a line at this pixel. */
function alignPair(
  from: number,
  to: number,
  length: number,
  reachOf: number,
  ink: (at: number) => number,
  way: 'both' | 'inward',
) {
  const most = Math.round(length * reachOf);
  const align = (edge: number, inward: 1 | -1) => {
    const at = Math.round(edge * length);
    const here = ink(at);
    if (at <= 0 || at >= length || here <= 0.01) return edge;
    const steps = Array.from({ length: most }, (_, n) => n + 1).flatMap((n) =>
      way === 'both' ? [inward * n, -inward * n] : [inward * n],
    );
    const within = steps.map((step) => at + step).filter((place) => place >= 0 && place <= length);
    const gap = within.find((place) => ink(place) <= 0.01) ?? within.find((place) => ink(place) <= here * mostlyWhite);
    if (gap === undefined) return edge;
    // A little further from the letters, as far as it is white.
    const away = Math.sign(gap - at);
    let place = gap;
    while (Math.abs(place - gap) < marginPx && ink(place + away) <= ink(gap)) place += away;
    return Math.min(length, Math.max(0, place)) / length;
  };
  return { left: align(from, 1), right: align(to, -1) };
}

function inkOfColumns({ pixels, width, height }: GreyPage, { top, bottom }: Region) {
  const [first, last] = [Math.floor(top * height), Math.min(height, Math.ceil(bottom * height))];
  return (x: number) => {
    if (x >= width) return 0;
    let dark = 0;
    for (let y = first; y < last; y++) if ((pixels[y * width + x] ?? 255) < darkness) dark += 1;
    return dark / (last - first);
  };
}

function inkOfRows({ pixels, width, height }: GreyPage, { left, right }: Region) {
  const [first, last] = [Math.floor(left * width), Math.min(width, Math.ceil(right * width))];
  return (y: number) => {
    if (y >= height) return 0;
    let dark = 0;
    for (let x = first; x < last; x++) if ((pixels[y * width + x] ?? 255) < darkness) dark += 1;
    return dark / (last - first);
  };
}
