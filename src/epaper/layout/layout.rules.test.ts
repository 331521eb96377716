import { describe, expect, test } from 'vitest';
import { layoutPages } from './layout.rules.ts';
import { type LayoutStory, pageSizes } from './layout-page.rules.ts';
import type { Placed } from './layout-placed.rules.ts';
import { fitsColumns, minLines, sizeOf } from './layout-size.rules.ts';

const sheet = pageSizes.a3;
const text = (lengths: number[], kinds: LayoutStory['kinds'] = lengths.map(() => 'paragraph')) => ({
  lengths,
  kinds,
  step: 1,
  note: 0,
});
const piece = (id: number, changes: Partial<LayoutStory> = {}): LayoutStory => ({
  ...text([6, 9, 7, 12, 5, 8, 10, 6, 9, 7, 8, 11]),
  id,
  weight: 'second',
  heads: [60, 60, 50, 50, 40, 40],
  bare: [0, 0, 0, 0, 0, 0],
  continued: [30, 30, 30, 30, 30, 30],
  captions: [10, 10, 10, 10, 10, 10],
  ratio: 0.66,
  turn: 1,
  more: 0,
  slack: 0,
  since: 0,
  from: null,
  ...changes,
});
const section = (name: string, pieces: LayoutStory[], own = false) => ({ name, own, pieces });
const long = Array.from({ length: 40 }, () => 14);

describe('columns', () => {
  test('have balanced heights, in whole lines', () => {
    expect(minLines(text([10, 10, 10]), 3)).toBe(10);
    expect(minLines(text([10, 10, 11]), 3)).toBe(11);
    expect(minLines({ ...text([10, 10]), note: 2 }, 2)).toBe(12);
  });

  test('have no widows, no orphans and no heading at the end', () => {
    expect(fitsColumns(text([5, 5]), 2, 5)).toBe(true);
    expect(fitsColumns(text([6, 4]), 2, 5)).toBe(false); // a widow: the last line alone
    expect(fitsColumns(text([4, 6]), 2, 5)).toBe(false); // an orphan: the first line alone
    expect(fitsColumns(text([3, 3, 4]), 2, 5)).toBe(false); // three lines stay together
    expect(fitsColumns(text([4, 1, 4], ['paragraph', 'heading', 'paragraph']), 2, 5)).toBe(true);
    expect(fitsColumns(text([4, 1, 5], ['paragraph', 'heading', 'paragraph']), 2, 5)).toBe(false);
    expect(fitsColumns(text([4, 5], ['paragraph', 'quote']), 2, 5)).toBe(true);
    expect(fitsColumns({ ...text([8, 8]), step: 2 }, 2, 7)).toBe(false);
  });
});

describe('a picture', () => {
  test('covers the last columns of a wide story, with the rest of the text below it', () => {
    const size = sizeOf(piece(1), 6, sheet);
    expect(size.beside).toBe(3);
    expect(size.split).toBeGreaterThan(0);
    const right = size.picture + size.caption + size.below * sheet.pitch;
    expect(Math.abs(right - size.lines * sheet.pitch)).toBeLessThan(sheet.pitch);
    expect(sizeOf(piece(1), 2, sheet).beside).toBe(0);
  });
});

describe('the pages', () => {
  const lead = () => piece(1, { weight: 'lead' });
  const many = (from: number, count: number, changes: Partial<LayoutStory> = {}) =>
    Array.from({ length: count }, (_, index) => piece(from + index, changes));
  const overlap = (a: Placed, b: Placed) =>
    a.page === b.page &&
    a.x < b.x + b.span * sheet.column &&
    b.x < a.x + a.span * sheet.column &&
    a.y < b.y + b.height - 0.1 &&
    b.y < a.y + a.height - 0.1;

  test('contain every story once, complete and without overlaps', () => {
    const pieces = [
      lead(),
      ...many(2, 20),
      ...many(30, 12, { weight: 'brief', lengths: [7], kinds: ['paragraph'], ratio: 0 }),
    ];
    const pages = layoutPages([section('', pieces.slice(0, 4)), section('India', pieces.slice(4))], sheet, 99);
    const placed = pages.flatMap((page) => page.placed);
    for (const { id, lengths } of pieces) {
      const parts = placed.filter((one) => one.id === id);
      expect(parts[0]?.since, `${id}`).toBe(0);
      for (const [index, part] of parts.entries()) {
        expect(part.to).toBe(parts[index + 1]?.since ?? lengths.length);
        expect(part.turn).toBe(parts[index + 1]?.page ?? null);
        expect(part.from).toBe(parts[index - 1]?.page ?? null);
      }
    }
    for (const one of placed) {
      expect(one.y + one.height).toBeLessThan(sheet.height + 1);
      expect(placed.filter((other) => other !== one && overlap(one, other))).toEqual([]);
    }
  });

  test('leave little white space before the last page', () => {
    const pages = layoutPages([section('', [lead(), ...many(2, 25)])], sheet, 99);
    for (const { placed } of pages.slice(0, -1)) {
      const used = placed.reduce((sum, { span, height }) => sum + span * height, 0);
      const whole = sheet.columns * (sheet.height - (placed[0]?.page === 1 ? sheet.plate : 0));
      expect(used / whole).toBeGreaterThan(0.85);
    }
  });

  test('continue a story that is longer than one page', () => {
    const pages = layoutPages(
      [section('', [piece(1, { lengths: long, kinds: long.map(() => 'paragraph') }), ...many(2, 2)])],
      pageSizes.a4,
      9,
    );
    expect(pages[0]?.placed[0]).toMatchObject({ id: 1, turn: 2 });
    expect(pages[1]?.placed[0]).toMatchObject({ id: 1, from: 1 });
  });

  test('start with a section that can fill one, unless the page before would not be full', () => {
    const headOf = (lines: number, own: boolean) => {
      const lengths = Array.from({ length: 24 }, () => lines);
      const front = piece(1, { weight: 'lead', ratio: 0, lengths, kinds: lengths.map(() => 'paragraph') });
      const pages = layoutPages([section('', [front]), section('India', many(10, 6), own)], sheet, 99);
      return pages.flatMap(({ heads }, index) => heads.map(({ y }) => [index + 1, y > 0]))[0];
    };
    expect(headOf(15, true)).toEqual([2, false]);
    expect(headOf(12, true)).toEqual([1, true]);
    expect(headOf(12, false)).toEqual([1, true]);
    expect(headOf(8, true)).toEqual([1, true]);
  });

  test('have a column rule only between stories, as long as the shorter one', () => {
    const pages = layoutPages([section('', [lead(), ...many(2, 25)])], sheet, 99);
    const upright = pages
      .flatMap(({ rules, placed }) => rules.map((rule) => ({ ...rule, placed })))
      .filter((rule) => rule.upright);
    expect(upright.length).toBeGreaterThan(3);
    for (const { x, y, length, placed } of upright) {
      const ends = (side: (one: Placed) => boolean) =>
        Math.max(...placed.filter((one) => one.y < y + length && side(one)).map((one) => one.y + one.height));
      const right = (one: Placed) => one.x + one.span * sheet.column + (one.span - 1) * sheet.gutter;
      expect(ends((one) => Math.abs(right(one) - x) < sheet.gutter)).toBeGreaterThan(y + length - 1);
      expect(ends((one) => Math.abs(one.x - x) < sheet.gutter)).toBeGreaterThan(y + length - 1);
    }
  });

  test('are filled with further paragraphs of briefs', () => {
    const spare = { lengths: [9, 9, 9], kinds: Array.from({ length: 3 }, () => 'paragraph' as const), whole: true };
    const briefs = many(2, 2, {
      weight: 'brief',
      lengths: [7],
      kinds: ['paragraph'],
      ratio: 0,
      spare,
      heads: [30, 30, 0, 0, 0, 0],
    });
    const placed = layoutPages([section('', [piece(1), ...briefs])], sheet, 99).flatMap((page) => page.placed);
    expect(placed.filter(({ id }) => id > 1).some(({ to }) => to > 1)).toBe(true);
    expect(placed).toHaveLength(3);
  });

  test('are laid out only up to the requested number', () => {
    expect(layoutPages([section('', many(1, 40))], sheet, 2)).toHaveLength(2);
  });
});
