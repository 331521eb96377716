import { expect, test } from 'vitest';
import { adjacentPage, mayReadPage, overlaps, parsePage, spreadOf, tilesOf } from './pages.rules.ts';

test('the first two pages are free, the others need access', () => {
  const read = (right: { ok: true } | { no: string }) => [1, 2, 3].map((page) => mayReadPage(page, 2, right));
  expect(read({ no: 'sign_in' })).toEqual([true, true, false]);
  expect(read({ no: 'plan_needed' })).toEqual([true, true, false]);
  expect(read({ ok: true })).toEqual([true, true, true]);
});

test('pages form spreads as in a printed newspaper', () => {
  expect([1, 2, 3, 4, 5, 6].map((page) => spreadOf(page, 6))).toEqual([[1], [2, 3], [2, 3], [4, 5], [4, 5], [6]]);
});

test.each([
  [1, 1, true, 2],
  [2, 1, true, 4],
  [3, 1, true, 4],
  [4, -1, true, 2],
  [2, -1, true, 1],
  [6, 1, true, undefined],
  [3, 1, false, 4],
  [3, -1, false, 2],
  [1, -1, false, undefined],
] as const)('from page %i of 6 a step of %i with spreads %s leads to page %s', (page, direction, spreads, to) => {
  expect(adjacentPage(page, 6, direction, spreads)).toBe(to);
});

test.each([
  ['3', 3],
  ['21', 1],
  ['0', 1],
  ['-2', 1],
  ['x', 1],
  [null, 1],
])('?page=%s of 20 is page %i', (text, page) => {
  expect(parsePage(text, 20)).toBe(page);
});

test('tiles cover the page without gaps and end at its edge', () => {
  const { width, tiles } = tilesOf(900, 1500);
  expect([width, tiles.length]).toEqual([4200, 45]);
  expect(tiles.at(0)).toMatchObject({ name: '0-0', left: 0, top: 0, right: 0.2 });
  expect(tiles.at(-1)).toMatchObject({ name: '4-8', right: 1, bottom: 1 });
  const area = tiles.reduce((sum, { left, right, top, bottom }) => sum + (right - left) * (bottom - top), 0);
  expect(area).toBeCloseTo(1);
  const seen = tiles.filter((tile) => overlaps(tile, { left: 0.5, top: 0.5, right: 0.55, bottom: 0.55 }));
  expect(seen.map(({ name }) => name)).toEqual(['2-4']);
});
