// Places the stories of the composed newspaper, page by page.

import { across, gap, type LayoutStory, type PageSize, type Size } from './layout-page.rules.ts';
import { minSectionShare, type Plan, plansFor, type Row } from './layout-rows.rules.ts';

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
/** Ways to set the next page that are compared, and the number of pages so far for which this is done. */
interface Breadth {
  perPage: number;
  beam: number;
}
const wide: Breadth = { perPage: 10, beam: 8 };
// A year's stories offer more choice on each page, and would take eight times as long.
const narrow: Breadth = { perPage: 2, beam: 1 };
const maxWide = 200;
// A page should be full, the last one at least half; what is missing counts this much more.
const fullShare = 0.92;
const lastShare = 0.66;
const missingCost = 5;
// A page below this share is avoided at almost any cost.
const leastShare = 0.88;
const holeCost = 40;
// A page with fewer stories looks poor; cost of each that is missing, in pages of white space.
const fewStories = { broadsheet: 3, tabloid: 2 };
const fewCost = 0.05;
// Cost of a large section that does not begin on a new page, in pages of white space.
const ownCost = 0.05;

interface State {
  pages: PageLayout[];
  /** Index of the next section, or of the one to which the stories in `queue` belong. */
  section: number;
  queue: LayoutStory[];
  /** Whether its heading is set. */
  titled: boolean;
  cost: number;
}

/**
 * Fills the pages in order, up to page `until`. A beam search over the ways to set each page finds those that leave
 * no page half empty, and not the last one either.
 */
export function layoutPages(sections: Section[], sheet: PageSize, until: number, index = 0): PageLayout[] {
  const steps = layoutSteps(sections, sheet, until, index);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, interruptible after each page. `index` is the area of what follows the stories, in points of one column. */
export function* layoutSteps(
  sections: Section[],
  sheet: PageSize,
  until: number,
  index: number,
): Generator<void, PageLayout[]> {
  const filled = sections.filter(({ pieces }) => pieces.length > 0);
  const [first] = filled;
  if (!first || until < 1) return [];
  const breadth = filled.reduce((sum, { pieces }) => sum + pieces.length, 0) > maxWide ? narrow : wide;
  let states: State[] = [{ pages: [], section: 0, queue: first.pieces, titled: !first.name, cost: 0 }];
  const ended: State[] = [];
  for (let number = 1; states.length > 0 && number <= until; number++) {
    const next = states.flatMap((state) => setPage(state, filled, { sheet, number, index, perPage: breadth.perPage }));
    ended.push(...next.filter(({ queue }) => queue.length === 0 || number === until));
    states = cheapest(
      next.filter(({ queue }) => queue.length > 0 && number < until),
      breadth.beam,
    );
    yield;
  }
  return ended.reduce((best, state) => (state.cost < best.cost ? state : best)).pages;
}

// Of states with the same stories left, the cheapest.
function cheapest(states: State[], beam: number): State[] {
  const found = new Map<string, State>();
  for (const state of states.toSorted((a, b) => a.cost - b.cost)) {
    const [next] = state.queue;
    const key = [state.section, state.queue.length, next?.id, next?.since, next?.from].join(' ');
    if (!found.has(key)) found.set(key, state);
    if (found.size === beam) break;
  }
  return [...found.values()];
}

interface Part {
  /** Index of the section. */
  section: number;
  titled: boolean;
  y: number;
  plan: Plan;
}

interface PageToSet {
  sheet: PageSize;
  number: number;
  index: number;
  perPage: number;
}

// The ways to set the next page, as states after it.
function setPage(state: State, sections: Section[], { sheet, number, index, perPage }: PageToSet): State[] {
  const top = number === 1 ? sheet.plate : 0;
  const area = sheet.columns * sheet.height;
  const found: { parts: Part[]; white: number; cost: number }[] = [];
  const last = sections.length - 1;
  const fill = (
    { section, queue, titled }: Pick<State, 'section' | 'queue' | 'titled'>,
    y: number,
    before: { parts: Part[]; white: number; cost: number },
  ) => {
    const empty = before.parts.length === 0;
    const start = titled ? y : y + headHeight;
    const most = Math.max(2, Math.ceil(perPage / (before.parts.length + 1)));
    for (const plan of plansFor(queue, sheet, sheet.height - start, empty, most)) {
      const parts = [...before.parts, { section, titled, y, plan }];
      const bottom = plan.rows.reduce((sum, { height }) => sum + height + gap, start);
      const beside = titled ? 0 : headHeight * (sheet.columns - 1); // of the section's name
      const [white, cost] = [before.white + plan.white + beside, before.cost + plan.cost];
      const rest = plan.rows.at(-1)?.queue ?? [];
      const left = Math.max(0, sheet.height - bottom + gap) * sheet.columns;
      const ends = { parts, white: white + (rest.length ? 0 : left), cost: cost + (rest.length ? 0 : left) };
      found.push(ends);
      const following = sections[section + 1];
      if (rest.length > 0 || !following || sheet.height - bottom < sheet.height * minSectionShare) continue;
      const own = following.own ? ownCost * area : 0;
      fill({ section: section + 1, queue: following.pieces, titled: !following.name }, bottom, {
        parts,
        white,
        cost: cost + own,
      });
    }
  };
  fill(state, top, { parts: [], white: 0, cost: 0 });
  return found
    .map(({ parts, white, cost }) => {
      const end = parts.at(-1) as Part; // a page has at least one part
      const rest = end.plan.rows.at(-1)?.queue ?? [];
      const done = rest.length === 0 && end.section === last;
      const share = done ? lastPageShare(1 - white / area, index / area) : 1 - white / area;
      const missing = Math.max(0, (done ? lastShare : fullShare) - share);
      const hole = done ? 0 : Math.max(0, leastShare - share);
      const held = parts.flatMap(({ plan }) => plan.rows.flatMap(({ stacks }) => stacks.flatMap(({ held }) => held)));
      const few = Math.max(0, (sheet.columns > 4 ? fewStories.broadsheet : fewStories.tabloid) - held.length);
      const total =
        (done ? 0 : cost / area) + missingCost * missing + holeCost * hole + fewCost * few * (number === 1 ? 4 : 1);
      return { parts, rest, section: end.section, cost: state.cost + total };
    })
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, 2 * perPage)
    .map(({ parts, rest, section, cost }): State => {
      const pages = [...state.pages, pageOf(parts, sections, sheet, number)];
      // A story that continues from this page.
      const queue = rest.map((piece) => (piece.from === 0 ? { ...piece, from: number } : piece));
      if (queue.length > 0) return { pages, section, queue, titled: true, cost };
      const next = sections[section + 1];
      return { pages, section: section + 1, queue: next?.pieces ?? [], titled: !next?.name, cost };
    });
}

// The index begins below the last stories and goes on overleaf.
const lastPageShare = (stories: number, index: number) => {
  const overleaf = stories + index - 1;
  return overleaf <= 0 ? stories + index : overleaf % 1;
};

function pageOf(parts: Part[], sections: Section[], sheet: PageSize, number: number): PageLayout {
  const page: PageLayout = { heads: [], placed: [], rules: [] };
  parts.forEach(({ section, titled, y: top, plan }, part) => {
    const opening = plan.rows[0]?.stacks[0]?.held[0]?.piece;
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
