import { describe, expect, test } from 'vitest';
import { layoutPages, type Plans } from './layout.rules.ts';
import { across, gap, type LayoutStory, pageSizes } from './layout-page.rules.ts';
import { overfullPages, reserve, type SpaceSize } from './page-plan.rules.ts';

const sheet = pageSizes.a3;
const lengths = [6, 9, 7, 12, 5, 8, 10, 6, 9, 7, 8, 11];
const piece = (id: number, changes: Partial<LayoutStory> = {}): LayoutStory => ({
  id,
  lengths,
  kinds: lengths.map(() => 'paragraph'),
  step: 1,
  note: 0,
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
const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => piece(from + index));
const sections = () => [
  { name: '', own: false, pieces: [piece(1, { weight: 'lead' }), ...many(2, 3)] },
  { name: 'India', own: true, pieces: many(10, 14) },
  { name: 'Sport', own: false, pieces: many(30, 7) },
];
const layOut = (plans: Plans, what = sections()) => layoutPages(what, sheet, 99, plans);
const pageOf = (pages: ReturnType<typeof layOut>, id: number) =>
  pages.findIndex(({ placed }) => placed.some((one) => one.id === id && one.from === null)) + 1;
const space = (page: number, size: SpaceSize) => ({ page, size });

type Place = ReturnType<typeof layOut>[number]['placed'][number];
const overlap = (one: Place, other: Place) =>
  one.x < other.x + across(other.span, sheet) - 1 &&
  other.x < one.x + across(one.span, sheet) - 1 &&
  one.y < other.y + other.height - 1 &&
  other.y < one.y + one.height - 1;

/** Every story is printed whole and once, continues where its note says, and no two places overlap. */
function expectComplete(pages: ReturnType<typeof layOut>, ids: number[]) {
  const placed = pages.flatMap((page) => page.placed);
  for (const id of ids) {
    const parts = placed.filter((one) => one.id === id);
    expect(parts[0]?.since, `${id}`).toBe(0);
    for (const [index, part] of parts.entries()) {
      expect(part.to, `${id}`).toBe(parts[index + 1]?.since ?? lengths.length);
      expect(part.turn, `${id}`).toBe(parts[index + 1]?.page ?? null);
    }
  }
  for (const { placed, spaces } of pages) {
    const end = spaces[0]?.y ?? sheet.height;
    for (const { y, height } of placed) expect(y + height).toBeLessThan(end + 1);
    for (const [index, one] of placed.entries())
      for (const other of placed.slice(index + 1)) expect(overlap(one, other), `${one.id} and ${other.id}`).toBe(false);
  }
}
const whole = [1, 2, 3, 4, ...many(10, 14).map(({ id }) => id), ...many(30, 7).map(({ id }) => id)];

function expectFull(pages: ReturnType<typeof layOut>) {
  pages.slice(0, -1).forEach(({ placed, spaces }, index) => {
    const used = placed.reduce((sum, { span, height }) => sum + span * height, 0);
    const height = (spaces[0]?.y ?? sheet.height + gap) - gap - (index === 0 ? sheet.plate : 0);
    expect(used / (sheet.columns * height), `page ${index + 1}`).toBeGreaterThan(0.83);
  });
}

describe('a reserved space', () => {
  test('is at the foot of its page, below another, and leaves the rest of it to the stories', () => {
    const { placed, rest } = reserve([space(2, 'quarter'), space(1, 'half'), space(2, 'strip')], 2, sheet);
    expect(placed.map(({ index }) => index)).toEqual([0, 2]);
    expect(rest.height).toBeLessThan(sheet.height * 0.64);
    expect(placed[0]?.y).toBeCloseTo(rest.height + gap);
    const last = placed[1];
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeCloseTo(sheet.height);
  });

  test('does not leave white pages', () => {
    const pages = layOut({ spaces: [space(1, 'half'), space(2, 'quarter'), space(2, 'strip'), space(3, 'strip')] });
    expect(pages.slice(0, 4).map(({ spaces }) => spaces.length)).toEqual([1, 2, 1, 0]);
    expectComplete(pages, whole);
    expectFull(pages);
  });

  test('leaves room for stories', () => {
    expect(overfullPages([space(1, 'half'), space(1, 'strip'), space(2, 'half')], 'a3')).toEqual([]);
    expect(overfullPages([space(3, 'half'), space(3, 'quarter')], 'a3')).toEqual([3]);
    // The nameplate takes more of a small page.
    const both = [1, 2].flatMap((page) => [space(page, 'half'), space(page, 'strip')]);
    expect(overfullPages(both, 'a4')).toEqual([1]);
    expect(overfullPages([space(1, 'half'), space(2, 'half'), space(2, 'strip')], 'a4')).toEqual([]);
  });
});

describe('a pinned story', () => {
  const pin = (id: number, page: number, top = false) => ({
    piece: piece(id, top ? { weight: 'lead' } : {}),
    page,
    top,
  });

  test('begins on its page, and a lead opens it', () => {
    for (const page of [1, 2, 3]) {
      const pages = layOut({ pins: [pin(90, page), pin(91, page, true)] });
      expect(pageOf(pages, 90), `${page}`).toBe(page);
      expect(pages[page - 1]?.placed[0]?.id).toBe(91);
      expectComplete(pages, [...whole, 90, 91]);
      expectFull(pages);
    }
  });

  test('leaves the lead of its page in place', () => {
    const pages = layOut({ pins: [pin(90, 1), pin(91, 1)] });
    expect(pages[0]?.placed[0]?.id).toBe(1);
    expect([pageOf(pages, 90), pageOf(pages, 91)]).toEqual([1, 1]);
  });

  test('shares its page with a space', () => {
    const pages = layOut({ pins: [pin(90, 2), pin(91, 3, true)], spaces: [space(2, 'half'), space(3, 'quarter')] });
    expect([pageOf(pages, 90), pageOf(pages, 91)]).toEqual([2, 3]);
    expectComplete(pages, [...whole, 90, 91]);
    expectFull(pages);
  });

  test('of a page that does not exist follows the other stories', () => {
    const pages = layOut({ pins: [pin(90, 300), pin(91, 200)] });
    expect(pageOf(pages, 91)).toBeGreaterThanOrEqual(layOut({}).length);
    expectComplete(pages, [...whole, 90, 91]);
  });

  test('may be the only one', () => {
    expectComplete(layOut({ pins: [pin(90, 2)] }, []), [90]);
  });
});
