// The places of the stories on a page, from the rows that were chosen for it.

import { across, gap, type LayoutStory, type PageSize, type Size } from './layout-page.rules.ts';
import type { Plan, Row } from './layout-rows.rules.ts';
import type { PlacedSpace } from './page-plan.rules.ts';

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
  spaces: PlacedSpace[];
}

export interface Section {
  name: string;
  /** Whether it starts a new page. */
  own: boolean;
  pieces: LayoutStory[];
}

/** Height of a section's heading. */
export const headHeight = 30;

/** The stories of one section on a page. */
export interface Part {
  /** Index of the section. */
  section: number;
  titled: boolean;
  y: number;
  plan: Plan;
}

/** The first story of a part. */
export const openingOf = ({ plan }: Part) => plan.rows[0]?.stacks[0]?.held[0]?.piece;

/** A page without its spaces. */
export function pageOf(parts: Part[], sections: Section[], sheet: PageSize, number: number): PageLayout {
  const page: PageLayout = { heads: [], placed: [], rules: [], spaces: [] };
  parts.forEach((one, part) => {
    const { section, titled, y: top, plan } = one;
    const opening = openingOf(one);
    if (!titled && opening) page.heads.push({ name: sections[section]?.name ?? '', y: top, before: opening.id });
    let y = titled ? top : top + headHeight;
    plan.rows.forEach((row, index) => {
      if (index > 0 || (titled && part > 0))
        page.rules.push({ x: 0, y: y - gap / 2, length: sheet.width, upright: false });
      place(page, row, sheet, y, number);
      y += row.height + gap;
    });
  });
  return page;
}

function place(page: PageLayout, { height, stacks }: Row, sheet: PageSize, top: number, number: number) {
  let x = 0;
  let before = 0;
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
    // A column rule is as long as the shorter of its neighbours: none beside white space.
    const end = held.length > 0 ? y - gap - extraGap - top : 0;
    const length = Math.min(before, end);
    if (x > 0 && length > 0) page.rules.push({ x: x - sheet.gutter / 2, y: top, length, upright: true });
    before = end;
    x += across(span, sheet) + sheet.gutter;
  }
}
