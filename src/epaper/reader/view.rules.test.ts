import { expect, test } from 'vitest';
import { clampView, swipeDirection, visibleRegion, wholePage, zoomedAt } from './view.rules.ts';

const [shown, place] = [
  { width: 600, height: 800 },
  { width: 1000, height: 800 },
];

test('a view stays on the page, at a scale between 100 and 400 %', () => {
  expect(clampView({ scale: 0.5, x: 50, y: 50 }, shown, place)).toEqual(wholePage);
  expect(clampView({ scale: 9, x: 0, y: 0 }, shown, place).scale).toBe(4);
  expect(clampView({ scale: 2, x: 900, y: -900 }, shown, place)).toEqual({ scale: 2, x: 100, y: -400 });
});

test('the point under the finger stays where it is', () => {
  const view = zoomedAt(wholePage, 2, { x: 100, y: -50 });
  expect(view).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomedAt(view, 0.5, { x: 100, y: -50 })).toEqual(wholePage);
  expect(zoomedAt(wholePage, 100, { x: 0, y: 0 }).scale).toBe(4);
});

test('a horizontal swipe turns the page', () => {
  expect([swipeDirection(-80, 10), swipeDirection(80, -10), swipeDirection(-30, 0), swipeDirection(-80, 70)]).toEqual([
    1,
    -1,
    undefined,
    undefined,
  ]);
});

test('computes the visible region of a page', () => {
  const [left, right] = [
    { left: -600, top: -400, width: 600, height: 800 },
    { left: 0, top: -400, width: 600, height: 800 },
  ];
  const place = { width: 1200, height: 800 };
  expect(visibleRegion(wholePage, left, place)).toEqual({ left: 0, top: 0, right: 1, bottom: 1 });
  expect(visibleRegion({ scale: 2, x: 0, y: 0 }, left, place)).toEqual({
    left: 0.5,
    top: 0.25,
    right: 1,
    bottom: 0.75,
  });
  expect(visibleRegion({ scale: 2, x: 600, y: 0 }, right, place)).toBeUndefined();
});
