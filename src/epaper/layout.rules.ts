// Places the stories of the composed newspaper, page by page.

import { across, gap, type LayoutStory, type PageSize, type Size } from './layout-page.rules.ts';
import { fillPage, minSectionShare, type Row } from './layout-rows.rules.ts';

/** A placed story, or a part of it. Lengths in points from the top left of the text area. */
export interface Placed {
  id: number;
  page: number;
  x: number;
  y: number;
  span: number;
  height: number;
  size: Size;
  /** Height of its picture; 0 without one. */
  picture: number;
  /** Range of its parts that are placed here. */
  since: number;
  to: number;
  /** The page that it continues from, and the page on which it continues. */
  from: number | null;
  turn: number | null;
}

export interface Rule {
  x: number;
  y: number;
  length: number;
  upright: boolean;
}

export interface PageLayout {
  /** Section headings, each with the id of the first story below it. */
  heads: { name: string; y: number; before: number }[];
  placed: Placed[];
  rules: Rule[];
}

export interface Section {
  name: string;
  /** Whether it starts a new page. */
  own: boolean;
  pieces: LayoutStory[];
}

const headHeight = 30;
// A large section starts on a new page unless more than this share of the page before would stay white.
const ownShare = 0.3;

/** Fills the pages in order, up to page `until`. */
export function layoutPages(sections: Section[], sheet: PageSize, until: number): PageLayout[] {
  const pages: PageLayout[] = [];
  let page: PageLayout = { heads: [], placed: [], rules: [] };
  let y = sheet.plate;
  const startPage = () => {
    pages.push(page);
    page = { heads: [], placed: [], rules: [] };
    y = 0;
  };
  for (const { name, own, pieces } of sections) {
    // A large section starts on the current page when too much of it would stay white otherwise.
    const left = (sheet.height - y) / sheet.height;
    if (page.placed.length && left < (own ? ownShare : minSectionShare)) startPage();
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
      if (queue.length > 0) startPage();
    }
  }
  return page.placed.length > 0 && pages.length < until ? [...pages, page] : pages;
}

function place(page: PageLayout, { height, stacks, queue }: Row, sheet: PageSize, top: number, number: number) {
  let x = 0;
  for (const { span, held, least } of stacks) {
    const spare = Math.max(0, height - least);
    const stretch = held.map(({ size }) => size.most - size.least);
    const all = stretch.reduce((sum, one) => sum + one, 0);
    // Spare height that pictures cannot absorb is spread between the stories.
    const extraGap = Math.min(6, Math.max(0, spare - all) / Math.max(1, held.length - 1));
    let y = top;
    held.forEach(({ piece, size }, index) => {
      const grown = all ? (stretch[index] ?? 0) * Math.min(1, spare / all) : 0;
      if (index > 0) page.rules.push({ x, y: y - (gap + extraGap) / 2, length: across(span, sheet), upright: false });
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
      y += size.least + grown + gap + extraGap;
    });
    if (x > 0) page.rules.push({ x: x - sheet.gutter / 2, y: top, length: height, upright: true });
    x += across(span, sheet) + sheet.gutter;
  }
  for (const piece of queue) if (piece.from === 0) piece.from = number;
}
