// Where the stories of the composed newspaper stand. A page is built from rows of stacks: stories of the same width, one
// below the other. Of all rows that the next stories could make, those are taken that leave the least paper white; a page
// that cannot be filled with whole stories ends with one that goes on over the next.

import { across, gap, type Piece, type Sheet, type Size } from './layout-sheet.rules.ts';
import { sizeOf } from './layout-size.rules.ts';

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

interface Stack {
  span: number;
  held: { piece: Piece; size: Size }[];
  least: number;
  most: number;
}

interface Row {
  height: number;
  stacks: Stack[];
  /** What comes after it, the rest of a story that was cut first. */
  queue: Piece[];
  /** Paper that stays white, in points of one column. */
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

const headHeight = 30;
// Of a page: less is not begun by another section; as much is not left white by one that wants a page of its own.
const least = 0.18;
const most = 0.3;
// How far a story may be taken out of its order to fill a place.
const ahead = 6;
const beam = 6;
const mostRows = 3;
// What a cut costs, and a row, as if so many points of each column stayed white.
const cutCost = 40;
const rowCost = 12;
// A row with nothing in one of its stacks.
const bareCost = 250;

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
    if (page.placed.length && left < (own ? most : least)) turnOver();
    let titled = !name;
    let queue = pieces;
    while (queue.length > 0 && pages.length < until) {
      const top = titled ? y : y + headHeight;
      const empty = page.placed.length === 0;
      const { rows } = planPage(queue, sheet, sheet.height - top, { rowsLeft: mostRows, empty });
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

function planPage(
  queue: Piece[],
  sheet: Sheet,
  room: number,
  { rowsLeft, empty }: { rowsLeft: number; empty: boolean },
): Plan {
  const whole = room * sheet.columns;
  if (queue.length === 0) return { rows: [], white: 0 };
  const rows = rowsFor(queue, sheet, room);
  if (rows.length === 0) return { rows: empty ? [forced(queue, sheet, room)] : [], white: whole };
  const density = (row: Row) => row.white / row.height;
  const filling = rows.filter((row) => row.height === room);
  const partial = rows.filter((row) => row.height < room).sort((a, b) => density(a) - density(b));
  const plans = filling.map((row): Plan => ({ rows: [row], white: row.white }));
  for (const row of partial.slice(0, beam)) {
    const left = room - row.height - gap;
    const next =
      rowsLeft > 1
        ? planPage(row.queue, sheet, left, { rowsLeft: rowsLeft - 1, empty: false })
        : { rows: [], white: left * sheet.columns };
    plans.push({
      rows: [row, ...next.rows],
      white: row.white + (row.queue.length ? next.white : left < sheet.height * least ? left * sheet.columns : 0),
    });
  }
  return plans.reduce((best, plan) => (plan.white < best.white ? plan : best));
}

// A story that fits no page whole or cut is set as far as it goes.
function forced([first, ...queue]: Piece[], sheet: Sheet, room: number): Row {
  const piece = first as Piece; // of a queue with stories
  const size = sizeOf(piece, sheet.columns, sheet);
  return {
    height: room,
    stacks: [{ span: sheet.columns, held: [{ piece, size }], least: size.least, most: size.most }],
    queue,
    white: 0,
  };
}

function rowsFor(queue: Piece[], sheet: Sheet, room: number): Row[] {
  return (patternsOf[sheet.columns] ?? []).flatMap((spans) => {
    const heights = spans.flatMap((span, at) => {
      const piece = queue[at];
      return piece && may(piece, span, sheet) ? [sizeOf(piece, span, sheet).least] : [];
    });
    const wanted = [...new Set([...heights.filter((height) => height < room - 60), room])];
    return wanted.flatMap((height) => row(spans, queue, sheet, height, height === room) ?? []);
  });
}

const may = ({ weight, from }: Piece, span: number, { columns }: Sheet) =>
  weight === 'brief' ? span <= 2 : weight === 'lead' && from === null ? span >= Math.max(3, columns - 2) : span >= 2;

function row(spans: number[], queue: Piece[], sheet: Sheet, height: number, last: boolean): Row | undefined {
  const stacks = spans.map((span): Stack => ({ span, held: [], least: 0, most: 0 }));
  let rest = queue;
  const room = (stack: Stack) => height - stack.least - (stack.held.length ? gap : 0);
  const put = (stack: Stack, piece: Piece, size: Size) => {
    const between = stack.held.length ? gap : 0;
    stack.held.push({ piece, size });
    stack.least += size.least + between;
    stack.most += size.most + between;
  };
  const cut = (stack: Stack, piece: Piece) => {
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
        .slice(0, cuts ? 0 : ahead)
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
    white: white + (rowCost + alone(spans, opening, height, sheet) + bare + cuts * cutCost) * sheet.columns,
  };
}

// Over all columns a story has nothing beside it: a broadsheet's page with only this one is a poor page.
const alone = (spans: number[], { weight }: Piece, height: number, { columns, ...sheet }: Sheet) => {
  if (spans.length > 1) return 0;
  if (columns > 4 && height > sheet.height / 2) return 150;
  return weight === 'lead' ? 0 : 50;
};

interface Cut {
  first: Piece;
  size: Size;
  rest: Piece;
}

const cutsOf = new WeakMap<Piece, Map<number, Cut[]>>();

/** The part of a story that fits into this room, and what goes on overleaf; nothing when one would be a handful of lines. */
function cutPiece(piece: Piece, span: number, sheet: Sheet, room: number): Cut | undefined {
  const known = cutsOf.get(piece) ?? new Map<number, Cut[]>();
  cutsOf.set(piece, known);
  const cuts = known.get(span) ?? waysToCut(piece, span, sheet);
  known.set(span, cuts);
  return cuts.find(({ size }) => size.least <= room);
}

const sum = (lengths: number[]) => lengths.reduce((all, length) => all + length, 0);

// The longest beginning first; where none fits with the picture, that stands over the rest.
function waysToCut(piece: Piece, span: number, sheet: Sheet): Cut[] {
  if (piece.weight === 'brief') return [];
  const places = piece.lengths.flatMap((_, to) => {
    const enough = sum(piece.lengths.slice(0, to)) >= 8 * span && sum(piece.lengths.slice(to)) >= 18;
    return enough && piece.kinds[to - 1] !== 'heading' ? [to] : [];
  });
  return (piece.ratio ? [piece.ratio, 0] : [0]).flatMap((ratio) =>
    places.toReversed().map((to): Cut => {
      const begin = { lengths: piece.lengths.slice(0, to), kinds: piece.kinds.slice(0, to) };
      const first = { ...piece, ...begin, ratio, note: piece.turn, cut: true };
      const rest: Piece = {
        ...piece,
        lengths: piece.lengths.slice(to),
        kinds: piece.kinds.slice(to),
        ratio: ratio ? 0 : piece.ratio,
        heads: piece.continued,
        since: piece.since + to,
        from: 0, // its page is known when the part before it is placed
      };
      return { first, size: sizeOf(first, span, sheet), rest };
    }),
  );
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
