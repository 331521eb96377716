// Places the stories of the composed newspaper, page by page.

import { gap, type LayoutStory, type PageSize } from './layout-page.rules.ts';
import { headHeight, openingOf, type PageLayout, type Part, pageOf, type Section } from './layout-placed.rules.ts';
import { dueIn, minSectionShare, plansFor } from './layout-rows.rules.ts';
import { type Pin, reserve, type Space, withPins } from './page-plan.rules.ts';

/** What an editor has planned, besides the stories in their sections. */
export interface Plans {
  /** Area of what follows the stories, in points of one column. */
  end?: number;
  /** Stories outside the sections. Those pinned to a page that does not exist follow the others. */
  pins?: Pin[];
  spaces?: Pick<Space, 'page' | 'size'>[];
}

/** Limits of the beam search: ways to set the next page from each state, and states that are continued. */
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
// Cost of a pinned story that is not on its page, and of a pinned lead that does not open it.
const pinCost = 30;
const topCost = 12;

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
export function layoutPages(sections: Section[], sheet: PageSize, until: number, plans: Plans = {}): PageLayout[] {
  const steps = layoutSteps(sections, sheet, until, plans);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, interruptible after each page. */
export function* layoutSteps(
  sections: Section[],
  sheet: PageSize,
  until: number,
  { end = 0, pins = [], spaces = [] }: Plans,
): Generator<void, PageLayout[]> {
  const filled = sections.filter(({ pieces }) => pieces.length > 0);
  const sectionsAt = (number: number) => {
    const late = pins.filter(({ page }) => page > number).sort((a, b) => a.page - b.page);
    return late.length ? [...filled, { name: '', own: false, pieces: late.map(({ piece }) => piece) }] : filled;
  };
  const [first] = sectionsAt(0);
  if (!first || until < 1) return [];
  const count = filled.reduce((sum, { pieces }) => sum + pieces.length, pins.length);
  const breadth = count > maxWide ? narrow : wide;
  let states: State[] = [{ pages: [], section: 0, queue: first.pieces, titled: !first.name, cost: 0 }];
  const ended: State[] = [];
  for (let number = 1; states.length > 0 && number <= until; number++) {
    const due = pins
      .filter(({ page }) => page === number)
      .map((pin) => ({ ...pin, piece: { ...pin.piece, due: true } }));
    const page = { sheet, number, end, perPage: breadth.perPage, spaces, sections: sectionsAt(number) };
    // The stories of later pins, once they have begun, are in the queue.
    const next = states.flatMap((state) => setPage(state, { ...page, due: state.section < filled.length ? due : [] }));
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

interface PageToSet {
  sheet: PageSize;
  number: number;
  end: number;
  perPage: number;
  sections: Section[];
  spaces: Pick<Space, 'page' | 'size'>[];
  /** Stories that are pinned to this page. */
  due: Pin[];
}

interface Candidate {
  parts: Part[];
  white: number;
  cost: number;
}

const restOf = ({ parts }: Candidate) => parts.at(-1)?.plan.rows.at(-1)?.queue ?? [];

// A story that continues from the page before has to be on this one.
const continuesHere = (candidate: Candidate) => !restOf(candidate).some(({ from }) => from);

// The ways to set the next page, as states after it.
function setPage(state: State, page: PageToSet): State[] {
  const { number, end, perPage, sections, due } = page;
  const { placed: spaces, rest: sheet } = reserve(page.spaces, number, page.sheet);
  const area = sheet.columns * sheet.height;
  const last = Math.max(sections.length - 1, state.section);
  const least = (sheet.columns > 4 ? fewStories.broadsheet : fewStories.tabloid) * (sheet.height / page.sheet.height);
  const costOf = (candidate: Candidate) => {
    const { parts, white, cost } = candidate;
    const done = restOf(candidate).length === 0 && parts.at(-1)?.section === last;
    const share = done ? lastPageShare(1 - white / area, end / area) : 1 - white / area;
    const missing = Math.max(0, (done ? lastShare : fullShare) - share);
    const hole = done ? 0 : Math.max(0, leastShare - share);
    const held = parts.flatMap(({ plan }) => plan.rows.flatMap(({ stacks }) => stacks.flatMap(({ held }) => held)));
    const few = Math.max(0, Math.ceil(least) - held.length);
    const opening = parts[0] && openingOf(parts[0])?.id;
    const unopened = due.some(({ top }) => top) && !due.some(({ top, piece }) => top && piece.id === opening);
    const pinned = pinCost * dueIn(restOf(candidate)) + (unopened ? topCost : 0);
    return (
      (done ? 0 : cost / area) +
      missingCost * missing +
      holeCost * hole +
      fewCost * few * (number === 1 ? 4 : 1) +
      pinned
    );
  };
  return withPins(state.queue, due)
    .flatMap((queue) => waysToFill({ ...state, queue }, { ...page, sheet }))
    .filter(continuesHere)
    .map((candidate) => ({ candidate, cost: state.cost + costOf(candidate) }))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, 2 * perPage)
    .map(({ candidate, cost }): State => {
      const section = candidate.parts.at(-1)?.section ?? 0; // a page has at least one part
      const pages = [...state.pages, { ...pageOf(candidate.parts, sections, sheet, number), spaces }];
      // A story that continues from this page.
      const queue = restOf(candidate).map((piece) => (piece.from === 0 ? { ...piece, from: number } : piece));
      if (queue.length > 0) return { pages, section, queue, titled: true, cost };
      const next = sections[section + 1];
      return { pages, section: section + 1, queue: next?.pieces ?? [], titled: !next?.name, cost };
    });
}

// The ways to fill a page with the stories of a section and, where these end, of those after it.
function waysToFill(state: State, { sheet, number, perPage, sections }: PageToSet): Candidate[] {
  const area = sheet.columns * sheet.height;
  const found: Candidate[] = [];
  const fill = (
    { section, queue, titled }: Pick<State, 'section' | 'queue' | 'titled'>,
    y: number,
    before: Candidate,
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
      found.push({ parts, white: white + (rest.length ? 0 : left), cost: cost + (rest.length ? 0 : left) });
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
  fill(state, number === 1 ? sheet.plate : 0, { parts: [], white: 0, cost: 0 });
  return found;
}

// Corrections and index begin below the last stories and may continue on further pages.
const lastPageShare = (stories: number, end: number) => {
  const overleaf = stories + end - 1;
  return overleaf <= 0 ? stories + end : overleaf % 1;
};
