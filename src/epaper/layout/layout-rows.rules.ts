// The rows of a page of the composed newspaper: stacks of stories side by side. A beam search over the next stories
// finds the rows that leave the least white space; a page that cannot be filled with whole stories ends with one that
// continues on the next page.

import { gap, type LayoutStory, type PageSize, type Size } from './layout-page.rules.ts';
import { sizeOf, sizesOf } from './layout-size.rules.ts';
import { cutPiece, longerBriefs } from './layout-variants.rules.ts';

export interface Stack {
  span: number;
  held: { piece: LayoutStory; size: Size }[];
  least: number;
  most: number;
}

export interface Row {
  height: number;
  stacks: Stack[];
  /** The stories after this row, beginning with the rest of a cut story. */
  queue: LayoutStory[];
  /** White space, in points of one column. */
  white: number;
  /** The white space, and penalties for this arrangement in the same unit. */
  cost: number;
}

/** Rows below each other, in which a page or the rest of it can be set. */
export interface Plan {
  rows: Row[];
  white: number;
  cost: number;
}

const patternsOf: Record<number, number[][]> = {
  6: [
    [6],
    [4, 2],
    [2, 4],
    [3, 3],
    [2, 2, 2],
    [5, 1],
    [4, 1, 1],
    [3, 2, 1],
    [2, 3, 1],
    [2, 2, 1, 1],
    [2, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1],
  ],
  4: [[4], [2, 2], [3, 1], [1, 3], [2, 1, 1], [1, 1, 2], [1, 2, 1], [1, 1, 1, 1]],
};

/** Another section does not start in less than this share of a page. */
export const minSectionShare = 0.14;
// How many positions a story may be moved forward to fill a gap.
const lookahead = 6;
// More stories than a page holds.
const maxConsidered = 150;
const beam = 6;
const maxRows = 3;
// Cost of a cut and of a row, in points of white space in each column.
const cutCost = 40;
const rowCost = 12;
// Cost of an empty stack in a row.
const bareCost = 250;
// Pictures above this share of a row's area add `pictureCost` of the excess to its cost.
const pictureShare = 0.36;
const pictureCost = 0.8;

/** The best ways to fill this height, at most `most`; an empty page always gets at least one row. */
export function plansFor(queue: LayoutStory[], sheet: PageSize, room: number, empty: boolean, most: number): Plan[] {
  const rest = queue.slice(maxConsidered);
  const plans = plan(queue.slice(0, maxConsidered), sheet, room, maxRows, most).filter(({ rows }) => rows.length);
  if (plans.length === 0) return empty ? [{ rows: [overflowRow(queue, sheet, room)], white: 0, cost: 0 }] : [];
  return plans.map((plan) => ({
    ...plan,
    rows: plan.rows.map((row) => ({ ...row, queue: [...row.queue, ...rest] })),
  }));
}

// A plan that ends with the queue leaves its white space to the next section.
function plan(queue: LayoutStory[], sheet: PageSize, room: number, rowsLeft: number, most: number): Plan[] {
  const rows = queue.length && rowsLeft ? rowsFor(queue, sheet, room) : [];
  if (rows.length === 0) {
    const white = queue.length ? room * sheet.columns : 0;
    return [{ rows, white, cost: white }];
  }
  const density = (row: Row) => row.cost / row.height;
  const filling = rows.filter((row) => row.height === room);
  const partial = rows.filter((row) => row.height < room).sort((a, b) => density(a) - density(b));
  const plans = filling.map((row): Plan => ({ rows: [row], white: row.white, cost: row.cost }));
  for (const row of partial.slice(0, beam))
    for (const next of plan(row.queue, sheet, room - row.height - gap, rowsLeft - 1, most))
      plans.push({ rows: [row, ...next.rows], white: row.white + next.white, cost: row.cost + next.cost });
  return best(plans, most);
}

/** How many stories that were due on the page are left in the queue after it. */
export const dueIn = (queue: LayoutStory[]): number => queue.filter(({ due }) => due).length;

// Cost of a pinned story that is not on its page: more than any white space.
const dueCost = 100_000;
const costOf = ({ cost, rows }: Plan) => cost + dueCost * dueIn(rows.at(-1)?.queue ?? []);

const stories = (queue: LayoutStory[]) => queue.map(({ id, since }) => `${id}.${since}`).join(' ');

// The cheapest plan for each list of remaining stories: plans that leave the same stories differ too little.
function best(plans: Plan[], most: number): Plan[] {
  const found = new Map<string, Plan>();
  for (const plan of plans.toSorted((a, b) => costOf(a) - costOf(b))) {
    const key = stories(plan.rows.at(-1)?.queue ?? []);
    if (!found.has(key)) found.set(key, plan);
    if (found.size === most) break;
  }
  return [...found.values()];
}

// A story that fits on no page, whole or cut, is set anyway and overflows.
function overflowRow([first, ...queue]: LayoutStory[], sheet: PageSize, room: number): Row {
  const piece = first as LayoutStory; // the queue is not empty
  const size = sizeOf(piece, sheet.columns, sheet);
  return {
    height: room,
    stacks: [{ span: sheet.columns, held: [{ piece, size }], least: size.least, most: size.most }],
    queue,
    white: 0,
    cost: 0,
  };
}

function rowsFor(queue: LayoutStory[], sheet: PageSize, room: number): Row[] {
  const [opening] = queue;
  if (!opening) return [];
  return (patternsOf[sheet.columns] ?? []).flatMap((spans) => {
    const [first = 0, ...others] = spans;
    if (!may(opening, first, sheet)) return [];
    const beside = others.flatMap((span, at) => {
      const piece = queue[at + 1];
      return piece && may(piece, span, sheet) ? [sizeOf(piece, span, sheet).least] : [];
    });
    const whole = sizesOf(opening, first, sheet).flatMap((size) => {
      const heights = [size.least, (size.least + size.most) / 2, size.most, ...beside];
      const wanted = [...new Set([...heights.filter((height) => height < room - 60), room])];
      return wanted.flatMap(
        (height) => row(spans, queue, sheet, { height, opened: size, last: height === room }) ?? [],
      );
    });
    // Or continued on the next page, although it fits.
    return [...whole, row(spans, queue, sheet, { height: room, last: true }) ?? []].flat();
  });
}

const may = ({ weight, from }: LayoutStory, span: number, { columns }: PageSize) =>
  weight === 'brief' ? span <= 2 : weight === 'lead' && from === null ? span >= Math.max(3, columns - 2) : span >= 2;

interface Wanted {
  height: number;
  /** Size of the first story; without one it is cut. */
  opened?: Size;
  /** Whether the row ends the page. */
  last: boolean;
}

function row(
  spans: number[],
  queue: LayoutStory[],
  sheet: PageSize,
  { height, opened, last }: Wanted,
): Row | undefined {
  const stacks = spans.map((span): Stack => ({ span, held: [], least: 0, most: 0 }));
  let rest = queue;
  const room = (stack: Stack) => height - stack.least - (stack.held.length ? gap : 0);
  const put = (stack: Stack, piece: LayoutStory, size: Size) => {
    const between = stack.held.length ? gap : 0;
    stack.held.push({ piece, size });
    stack.least += size.least + between;
    stack.most += size.most + between;
  };
  const cut = (stack: Stack, piece: LayoutStory) => {
    const parts = cutPiece(piece, stack.span, sheet, room(stack));
    if (!parts) return false;
    put(stack, parts.first, parts.size);
    rest = [parts.rest, ...rest.filter((one) => one !== piece)];
    return true;
  };
  // After a cut no story is set, so that the cut one is first on the next page; beside a pinned one there may be others.
  let cuts = 0;
  const [first] = stacks;
  const [opening] = queue;
  if (!first || !opening) return undefined;
  if (opened && opened.least <= height) {
    put(first, opening, opened);
    rest = rest.slice(1);
  } else if (last && cut(first, opening)) cuts = 1;
  else return undefined;
  for (let took = true; took; ) {
    took = false;
    for (const stack of stacks.toSorted((a, b) => a.least - b.least)) {
      const piece = rest
        .slice(0, cuts && !opening.due ? 0 : lookahead)
        .find(
          (one) => one.from !== 0 && may(one, stack.span, sheet) && sizeOf(one, stack.span, sheet).least <= room(stack),
        );
      if (!piece) continue;
      put(stack, piece, sizeOf(piece, stack.span, sheet));
      rest = rest.filter((one) => one !== piece);
      took = true;
      break;
    }
    if (took || cuts || !last) continue;
    for (const stack of stacks.toSorted((a, b) => a.least - b.least))
      if (rest.slice(0, 3).some((one) => one.weight !== 'brief' && may(one, stack.span, sheet) && cut(stack, one))) {
        cuts = 1;
        break;
      }
  }
  for (const stack of stacks) extendBriefs(stack, height, sheet);
  const white = stacks.reduce(
    (sum, { span, held, most }) =>
      held.reduce((all, { size }) => all + size.white, sum + span * Math.max(0, height - most)),
    0,
  );
  const bare = stacks.some(({ held }) => held.length === 0) ? bareCost : 0;
  return {
    height,
    stacks,
    queue: rest,
    white,
    cost:
      white +
      pictureCost * Math.max(0, pictureArea(stacks, height) - pictureShare * height * sheet.columns) +
      (rowCost + singleStackCost(spans, opening, height, sheet) + bare + cuts * cutCost) * sheet.columns,
  };
}

// The pictures of a row, grown to its height, in points of one column.
const pictureArea = (stacks: Stack[], height: number) =>
  stacks.reduce((sum, { span, held, least, most }) => {
    const grown = Math.min(height, most) - least;
    return sum + held.reduce((all, { size }) => all + size.picture * (size.beside || span), grown * span);
  }, 0);

// Fills a stack with more paragraphs of its briefs.
function extendBriefs(stack: Stack, height: number, sheet: PageSize) {
  for (const one of stack.held) {
    for (const piece of longerBriefs(one.piece)) {
      const size = sizeOf(piece, stack.span, sheet);
      const added = size.least - one.size.least;
      if (stack.most + added > height) break;
      stack.least += added;
      stack.most += added;
      Object.assign(one, { piece, size });
    }
  }
}

// Cost of a story across all columns, with nothing beside it: a broadsheet page with only one story looks poor.
const singleStackCost = (spans: number[], { weight }: LayoutStory, height: number, { columns, ...sheet }: PageSize) => {
  if (spans.length > 1) return 0;
  if (columns > 4 && height > sheet.height * 0.45) return 150;
  return weight === 'lead' ? (columns > 4 ? 110 : 0) : 50;
};
