// The sheets of the composed newspaper, and what is known of a story before it has its place. Lengths in points.

import type { Paper, Weight } from './compose.rules.ts';

const mm = 72 / 25.4;

export interface Sheet {
  columns: number;
  column: number;
  gutter: number;
  /** Of the text area. */
  width: number;
  height: number;
  /** Of the letters, and from line to line. */
  size: number;
  pitch: number;
  /** What the nameplate takes of the first page. */
  plate: number;
  paper: { width: number; height: number; side: number; top: number; bottom: number };
}

function sheet(
  paper: Sheet['paper'],
  { columns, gutter, size, plate }: Pick<Sheet, 'columns' | 'gutter' | 'size' | 'plate'>,
): Sheet {
  const width = (paper.width - 2 * paper.side) * mm;
  return {
    columns,
    gutter: gutter * mm,
    column: (width - (columns - 1) * gutter * mm) / columns,
    width,
    height: (paper.height - paper.top - paper.bottom) * mm,
    size,
    pitch: size * 1.36,
    plate: plate * mm,
    paper: Object.fromEntries(Object.entries(paper).map(([name, length]) => [name, length * mm])) as Sheet['paper'], // the same names
  };
}

export const sheets: Record<Paper, Sheet> = {
  a3: sheet(
    { width: 297, height: 420, side: 13, top: 21, bottom: 13 },
    { columns: 6, gutter: 5, size: 9.4, plate: 48 },
  ),
  a4: sheet(
    { width: 210, height: 297, side: 12, top: 18, bottom: 12 },
    { columns: 4, gutter: 4, size: 8.8, plate: 40 },
  ),
};

/** Between stories. */
export const gap = 4 * mm;

export const across = (span: number, { column, gutter }: Sheet): number => span * column + (span - 1) * gutter;

/** What the typesetter has measured of a story. */
export interface Measure {
  /** Heights by number of columns, from one; 0 where the story cannot stand. */
  heads: number[];
  /** The same of the headline over a part that comes from another page. */
  continued: number[];
  captions: number[];
  /** Lines of each part in one column. */
  lengths: number[];
  /** Lines of "Continued on page …", and of where the whole story is. */
  turn: number;
  more: number;
}

export type PartKind = 'paragraph' | 'heading' | 'item' | 'quote';

export interface Piece extends Measure {
  id: number;
  weight: Weight;
  kinds: PartKind[];
  /** Height by width of the picture; 0 without one. */
  ratio: number;
  /** Lines of the grid that one of its lines takes. */
  step: number;
  /** Lines of a note at the end. */
  note: number;
  /** Lines in hand, where it has run over its place. */
  slack: number;
  /** Parts before this. */
  since: number;
  /** The page that it comes from; 0 until that is known. */
  from: number | null;
  /** It goes on overleaf. */
  cut?: boolean;
}

/** How a story fills a place of a width: its picture across all columns, or over the last ones with text below it. */
export interface Size {
  title: number;
  /** Lines in each column, and in each below the picture. */
  lines: number;
  below: number;
  /** Columns of the picture when it stands over the last ones, otherwise 0; and the first part that stands below it. */
  beside: number;
  split: number;
  caption: number;
  /** The picture at its flattest. */
  picture: number;
  least: number;
  most: number;
}
