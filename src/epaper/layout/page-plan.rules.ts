// The page plan of a composed newspaper: stories pinned to a page, spaces reserved for advertisements and notices, and
// texts shortened for print.

import type { PaperSize } from './compose.rules.ts';
import { gap, type LayoutStory, type PageSize, pageSizes } from './layout-page.rules.ts';

export const spaceSizes = ['strip', 'quarter', 'half'] as const;
export type SpaceSize = (typeof spaceSizes)[number];

export const spaceKinds = ['advertisement', 'notice'] as const;
export type SpaceKind = (typeof spaceKinds)[number];

/** A space across the foot of a page. Spaces of one page are below each other, in the order of the list. */
export interface Space {
  page: number;
  size: SpaceSize;
  kind: SpaceKind;
  /** Whose advertisement it is, or the title of the notice. */
  label: string;
  text: string;
  /** Id of a picture that is printed instead of the text. */
  picture: number | null;
}

/** A text shortened for print. `of` is the digest of the story's text when it was shortened. */
export interface PrintText {
  id: number;
  of: string;
  text: string;
}

export const maxSpaces = 60;
export const maxPrintTexts = 60;
export const maxPages = 400;
export const spaceLabelMaxLength = 120;
export const spaceTextMaxLength = 1500;
export const printTextMaxLength = 12_000;

// Shares of the height of a page.
const shares: Record<SpaceSize, number> = { strip: 0.12, quarter: 0.25, half: 0.5 };
// Stories need the rest.
const maxReserved = 0.63;
// On the first page, with the nameplate.
const maxReservedOnFront = 0.75;

/** Pages whose spaces leave too little room for stories. */
export function overfullPages(spaces: Pick<Space, 'page' | 'size'>[], paper: PaperSize): number[] {
  const { plate, height } = pageSizes[paper];
  return [...Map.groupBy(spaces, ({ page }) => page)].flatMap(([page, here]) => {
    const reserved = here.reduce((sum, { size }) => sum + shares[size], 0);
    const isFull = reserved > maxReserved || (page === 1 && reserved + plate / height > maxReservedOnFront);
    return isFull ? [page] : [];
  });
}

export interface PlacedSpace {
  /** Index in the list of spaces. */
  index: number;
  /** In points from the top of the text area. */
  y: number;
  height: number;
}

/** The spaces of a page from top to bottom, and the page without them. */
export function reserve(
  spaces: Pick<Space, 'page' | 'size'>[],
  number: number,
  sheet: PageSize,
): { placed: PlacedSpace[]; rest: PageSize } {
  const here = spaces.flatMap(({ page, size }, index) => (page === number ? [{ index, size }] : []));
  let bottom = sheet.height;
  const placed = here.toReversed().map(({ index, size }): PlacedSpace => {
    const height = sheet.height * shares[size] - gap;
    const y = bottom - height;
    bottom = y - gap;
    return { index, y, height };
  });
  return { placed: placed.reverse(), rest: { ...sheet, height: bottom } };
}

/** A story that begins on a certain page. */
export interface Pin {
  piece: LayoutStory;
  page: number;
  /** Whether it opens the page. */
  top: boolean;
}

/**
 * The stories of a page with those that are pinned to it. A pinned lead is first; a story that continues from the page
 * before has to be on this page as well, so that it may also be first.
 */
export function withPins(queue: LayoutStory[], pins: Pin[]): LayoutStory[][] {
  const [tops, others] = [true, false].map((top) => pins.filter((pin) => pin.top === top).map(({ piece }) => piece));
  const [first, rest] = [queue.slice(0, 1), queue.slice(1)];
  if (!tops?.length || !others) return [[...first, ...(others ?? []), ...rest]];
  const opened = [...tops, ...first, ...others, ...rest];
  const continues = first.some(({ from }) => from !== null);
  return continues ? [opened, [...first, ...tops, ...others, ...rest]] : [opened];
}

// Average characters on a line of a column.
const lineCharacters: Record<PaperSize, number> = { a3: 27, a4: 30 };

/** About how many lines of one column a text takes. */
export const columnLines = (text: string, paper: PaperSize): number =>
  text.split('\n').reduce((sum, paragraph) => sum + Math.ceil(paragraph.trim().length / lineCharacters[paper]), 0);
