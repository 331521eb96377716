// Page sizes of the composed newspaper, and the measures of a story before layout. Lengths in points.

import type { PaperSize, Weight } from './compose.rules.ts';

const mm = 72 / 25.4;

export interface PageSize {
  columns: number;
  column: number;
  gutter: number;
  /** Size of the text area. */
  width: number;
  height: number;
  /** Font size, and the distance between baselines. */
  size: number;
  pitch: number;
  /** Height of the nameplate on the first page. */
  plate: number;
  /** Columns of the index. */
  indexColumns: number;
  paper: { width: number; height: number; side: number; top: number; bottom: number };
}

function sheet(
  paper: PageSize['paper'],
  { columns, gutter, size, plate }: Pick<PageSize, 'columns' | 'gutter' | 'size' | 'plate'>,
): PageSize {
  const width = (paper.width - 2 * paper.side) * mm;
  return {
    columns,
    indexColumns: columns - 1,
    gutter: gutter * mm,
    column: (width - (columns - 1) * gutter * mm) / columns,
    width,
    height: (paper.height - paper.top - paper.bottom) * mm,
    size,
    pitch: size * 1.36,
    plate: plate * mm,
    // The same keys as `paper`.
    paper: Object.fromEntries(Object.entries(paper).map(([name, length]) => [name, length * mm])) as PageSize['paper'],
  };
}

export const pageSizes: Record<PaperSize, PageSize> = {
  a3: sheet(
    { width: 297, height: 420, side: 13, top: 21, bottom: 13 },
    { columns: 6, gutter: 5, size: 9.4, plate: 48 },
  ),
  a4: sheet(
    { width: 210, height: 297, side: 12, top: 18, bottom: 12 },
    { columns: 4, gutter: 4, size: 8.8, plate: 40 },
  ),
};

/** Space between stories. */
export const gap = 4 * mm;

export const across = (span: number, { column, gutter }: PageSize): number => span * column + (span - 1) * gutter;

/** A story's measures from the measure pass. */
export interface StoryMeasure {
  /** Heights by number of columns, from one; 0 where the story cannot be set. */
  heads: number[];
  /** White space beside the headline, in points of one column. */
  bare: number[];
  /** The same for the headline over a part that continues from another page. */
  continued: number[];
  captions: number[];
  /** Lines of each part in one column. */
  lengths: number[];
  /** Lines of "Continued on page …", and of the link to the full story. */
  turn: number;
  more: number;
}

/**
 * A `row` of a table, below the `headings` of its columns; a `record` is a row of a wide table as a list of values. Parts of
 * a box are a `boxhead` and then `box`; a `picture` is one in the text; a `line` names an address.
 */
export type PartKind =
  | 'paragraph'
  | 'heading'
  | 'item'
  | 'quote'
  | 'headings'
  | 'row'
  | 'record'
  | 'boxhead'
  | 'box'
  | 'picture'
  | 'line';

/** Whether a part of this kind may not be the last one of a column, a page or a story. */
export const keepsWithNext = (kind: PartKind | undefined): boolean =>
  kind === 'heading' || kind === 'headings' || kind === 'boxhead';

/** Whether a part of this kind does not break. */
export const isUnbreakable = (kind: PartKind | undefined): boolean =>
  keepsWithNext(kind) || ['quote', 'row', 'box', 'picture', 'line'].includes(kind ?? '');

export interface LayoutStory extends StoryMeasure {
  id: number;
  weight: Weight;
  kinds: PartKind[];
  /** Aspect ratio (height / width) of the picture; 0 without one. */
  ratio: number;
  /** Grid lines that one of its lines takes. */
  step: number;
  /** Lines of a note at the end. */
  note: number;
  /** Spare lines, added after an overflow. */
  slack: number;
  /** Index of its first part. */
  since: number;
  /** The page that it continues from; 0 until that is known, null for a beginning. */
  from: number | null;
  /** Whether it continues on the next page. */
  cut?: boolean;
  /** Whether it is pinned to a page and does not continue from another. */
  due?: boolean;
  /** Further paragraphs of a brief, for a gap that they fill; `whole` when they end the story. */
  spare?: { lengths: number[]; kinds: PartKind[]; whole: boolean };
}

/** How a story fills a given width: its picture across all columns, or over the last ones with text below it. */
export interface Size {
  title: number;
  /** Lines in each column, and in each column below the picture. */
  lines: number;
  below: number;
  /** Columns of the picture when it is over the last ones, otherwise 0; and the first part below it. */
  beside: number;
  split: number;
  caption: number;
  /** Minimum height of the picture. */
  picture: number;
  least: number;
  most: number;
  /** White space beside its headline and at the ends of its columns, in points of one column. */
  white: number;
}

/** The approximate area of an index of these headlines by section, in points of one column of the page. */
export function indexArea(sections: { title: string }[][], { width, columns, indexColumns, gutter }: PageSize): number {
  const characters = (width - (indexColumns - 1) * gutter) / indexColumns / 4.1; // of 7.8 pt on a line
  const lines = sections.flat().map(({ title }) => Math.ceil((title.length + 4) / characters) * 9.8 + 4.3);
  const height = lines.reduce((sum, line) => sum + line, sections.length * 28);
  return (height / indexColumns + 45) * columns;
}
