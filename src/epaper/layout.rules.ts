// Where the stories of the composed newspaper stand, page after page.

import { fillPage, leastShare, type Row } from './layout-rows.rules.ts';
import { across, gap, type Piece, type Sheet, type Size } from './layout-sheet.rules.ts';

/** A story, or a part of it, in its place. Lengths in points from the top left of the text area. */
export interface Placed {
  id: number;
  page: number;
  x: number;
  y: number;
  span: number;
  height: number;
  size: Size;
  /** How high its picture is; 0 without one. */
  picture: number;
  /** Which of its parts are here. */
  since: number;
  to: number;
  /** The page that it comes from, and the one on which it goes on. */
  from: number | null;
  turn: number | null;
}

export interface Rule {
  x: number;
  y: number;
  length: number;
  upright: boolean;
}

export interface LaidPage {
  /** Names of sections, each with the story that comes first below it. */
  heads: { name: string; y: number; before: number }[];
  placed: Placed[];
  rules: Rule[];
}

export interface Section {
  name: string;
  /** It begins a page. */
  own: boolean;
  pieces: Piece[];
}

const headHeight = 30;
// A section with a page of its own begins there, unless more than this of the page before would stay white.
const ownShare = 0.3;

/** Fills page after page. `until` is the last page that is wanted. */
export function layOut(sections: Section[], sheet: Sheet, until: number): LaidPage[] {
  const pages: LaidPage[] = [];
  let page: LaidPage = { heads: [], placed: [], rules: [] };
  let y = sheet.plate;
  const turnOver = () => {
    pages.push(page);
    page = { heads: [], placed: [], rules: [] };
    y = 0;
  };
  for (const { name, own, pieces } of sections) {
    // A section with a page of its own takes the end of another when too much of that would stay white.
    const left = (sheet.height - y) / sheet.height;
    if (page.placed.length && left < (own ? ownShare : leastShare)) turnOver();
    let titled = !name;
    let queue = pieces;
    while (queue.length > 0 && pages.length < until) {
      const top = titled ? y : y + headHeight;
      const empty = page.placed.length === 0;
      const rows = fillPage(queue, sheet, sheet.height - top, empty);
      const opening = rows[0]?.stacks[0]?.held[0]?.piece;
      if (opening) {
        if (!titled) page.heads.push({ name, y, before: opening.id });
        if (titled && !empty) page.rules.push({ x: 0, y: y - gap / 2, length: sheet.width, upright: false });
        titled = true;
        y = top;
      }
      rows.forEach((row, index) => {
        if (index > 0) page.rules.push({ x: 0, y: y - gap / 2, length: sheet.width, upright: false });
        place(page, row, sheet, y, pages.length + 1);
        y += row.height + gap;
        queue = row.queue;
      });
      if (queue.length > 0) turnOver();
    }
  }
  return page.placed.length > 0 && pages.length < until ? [...pages, page] : pages;
}

function place(page: LaidPage, { height, stacks, queue }: Row, sheet: Sheet, top: number, number: number) {
  let x = 0;
  for (const { span, held, least } of stacks) {
    const spare = Math.max(0, height - least);
    const stretch = held.map(({ size }) => size.most - size.least);
    const all = stretch.reduce((sum, one) => sum + one, 0);
    // What pictures cannot take comes between stories, a little to each.
    const loose = Math.min(6, Math.max(0, spare - all) / Math.max(1, held.length - 1));
    let y = top;
    held.forEach(({ piece, size }, index) => {
      const grown = all ? (stretch[index] ?? 0) * Math.min(1, spare / all) : 0;
      if (index > 0) page.rules.push({ x, y: y - (gap + loose) / 2, length: across(span, sheet), upright: false });
      page.placed.push({
        id: piece.id,
        page: number,
        x,
        y,
        span,
        height: size.least + grown,
        size,
        picture: size.picture ? size.picture + grown : 0,
        since: piece.since,
        to: piece.since + piece.lengths.length,
        from: piece.from,
        turn: piece.cut ? number + 1 : null,
      });
      y += size.least + grown + gap + loose;
    });
    if (x > 0) page.rules.push({ x: x - sheet.gutter / 2, y: top, length: height, upright: true });
    x += across(span, sheet) + sheet.gutter;
  }
  for (const piece of queue) if (piece.from === 0) piece.from = number;
}
