// The rows of a page of the composed newspaper: stacks of stories side by side. A beam search over the next stories
// chooses the rows that leave the least white space; a page that cannot be filled with whole stories ends with one that
// continues on the next page.

import { gap, type LayoutStory, type PageSize, type Size } from './layout-page.rules.ts';
import { sizeOf } from './layout-size.rules.ts';

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
}

interface Plan {
  rows: Row[];
  white: number;
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
  4: [[4], [2, 2], [3, 1], [1, 3], [2, 1, 1], [1, 1, 1, 1]],
};

/** Another section does not start in less than this share of a page. */
export const minSectionShare = 0.18;
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

/** The rows that fill this height best; an empty page always gets at least one. */
export function fillPage(queue: LayoutStory[], sheet: PageSize, room: number, empty: boolean): Row[] {
  const { rows } = plan(queue.slice(0, maxConsidered), sheet, room, maxRows);
  const rest = queue.slice(maxConsidered);
  if (rows.length === 0) return empty ? [overflowRow(queue, sheet, room)] : [];
  return rows.map((row) => ({ ...row, queue: [...row.queue, ...rest] }));
}

function plan(queue: LayoutStory[], sheet: PageSize, room: number, rowsLeft: number): Plan {
  const rows = queue.length && rowsLeft ? rowsFor(queue, sheet, room) : [];
  if (rows.length === 0)
    return { rows, white: queue.length || room < sheet.height * minSectionShare ? room * sheet.columns : 0 };
  const density = (row: Row) => row.white / row.height;
  const filling = rows.filter((row) => row.height === room);
  const partial = rows.filter((row) => row.height < room).sort((a, b) => density(a) - density(b));
  const plans = filling.map((row): Plan => ({ rows: [row], white: row.white }));
  for (const row of partial.slice(0, beam)) {
    const next = plan(row.queue, sheet, room - row.height - gap, rowsLeft - 1);
    plans.push({ rows: [row, ...next.rows], white: row.white + next.white });
  }
  return plans.reduce((best, plan) => (plan.white < best.white ? plan : best));
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
  };
}

function rowsFor(queue: LayoutStory[], sheet: PageSize, room: number): Row[] {
  return (patternsOf[sheet.columns] ?? []).flatMap((spans) => {
    const heights = spans.flatMap((span, at) => {
      const piece = queue[at];
      return piece && may(piece, span, sheet) ? [sizeOf(piece, span, sheet).least] : [];
    });
    const wanted = [...new Set([...heights.filter((height) => height < room - 60), room])];
    return wanted.flatMap((height) => row(spans, queue, sheet, height, height === room) ?? []);
  });
}

const may = ({ weight, from }: LayoutStory, span: number, { columns }: PageSize) =>
  weight === 'brief' ? span <= 2 : weight === 'lead' && from === null ? span >= Math.max(3, columns - 2) : span >= 2;

function row(spans: number[], queue: LayoutStory[], sheet: PageSize, height: number, last: boolean): Row | undefined {
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
  let cuts = 0;
  const [first] = stacks;
  const [opening] = queue;
  if (!first || !opening || !may(opening, first.span, sheet)) return undefined;
  const opened = sizeOf(opening, first.span, sheet);
  if (opened.least <= height) {
    put(first, opening, opened);
    rest = rest.slice(1);
  } else if (last && cut(first, opening)) cuts = 1;
  else return undefined;
  for (let took = true; took; ) {
    took = false;
    for (const stack of stacks.toSorted((a, b) => a.least - b.least)) {
      const piece = rest
        .slice(0, cuts ? 0 : lookahead)
        .find((one) => may(one, stack.span, sheet) && sizeOf(one, stack.span, sheet).least <= room(stack));
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
  const white = stacks.reduce((sum, { span, most }) => sum + span * Math.max(0, height - most), 0);
  const bare = stacks.some(({ held }) => held.length === 0) ? bareCost : 0;
  return {
    height,
    stacks,
    queue: rest,
    white: white + (rowCost + singleStackCost(spans, opening, height, sheet) + bare + cuts * cutCost) * sheet.columns,
  };
}

// Cost of a story across all columns, with nothing beside it: a broadsheet page with only one story looks poor.
const singleStackCost = (spans: number[], { weight }: LayoutStory, height: number, { columns, ...sheet }: PageSize) => {
  if (spans.length > 1) return 0;
  if (columns > 4 && height > sheet.height / 2) return 150;
  return weight === 'lead' ? 0 : 50;
};

interface Cut {
  first: LayoutStory;
  size: Size;
  rest: LayoutStory;
}

const cutCache = new WeakMap<LayoutStory, Map<number, Cut[]>>();

/** The part of a story that fits into this height, and the rest; undefined when one of them would be a few lines. */
function cutPiece(piece: LayoutStory, span: number, sheet: PageSize, room: number): Cut | undefined {
  const known = cutCache.get(piece) ?? new Map<number, Cut[]>();
  cutCache.set(piece, known);
  const cuts = known.get(span) ?? possibleCuts(piece, span, sheet);
  known.set(span, cuts);
  return cuts.find(({ size }) => size.least <= room);
}

const sum = (lengths: number[]) => lengths.reduce((all, length) => all + length, 0);

// The longest first part comes first; where none fits with the picture, the picture goes to the rest.
function possibleCuts(piece: LayoutStory, span: number, sheet: PageSize): Cut[] {
  if (piece.weight === 'brief') return [];
  const places = piece.lengths.flatMap((_, to) => {
    const enough = sum(piece.lengths.slice(0, to)) >= 8 * span && sum(piece.lengths.slice(to)) >= 18;
    return enough && piece.kinds[to - 1] !== 'heading' ? [to] : [];
  });
  return (piece.ratio ? [piece.ratio, 0] : [0]).flatMap((ratio) =>
    places.toReversed().map((to): Cut => {
      const begin = { lengths: piece.lengths.slice(0, to), kinds: piece.kinds.slice(0, to) };
      const first = { ...piece, ...begin, ratio, note: piece.turn, cut: true };
      const rest: LayoutStory = {
        ...piece,
        lengths: piece.lengths.slice(to),
        kinds: piece.kinds.slice(to),
        ratio: ratio ? 0 : piece.ratio,
        heads: piece.continued,
        since: piece.since + to,
        from: 0, // known when the part before it is placed
      };
      return { first, size: sizeOf(first, span, sheet), rest };
    }),
  );
}
