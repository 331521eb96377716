import { expect, test } from 'vitest';
import { clipError, initialRegion, moveRegion, regionBetween, resizeRegion } from './clips.rules.ts';

const region = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test('a clip covers at most a third of the page and has a minimum size', () => {
  expect(clipError(initialRegion)).toBeUndefined();
  expect(clipError(region(0, 0, 1, 1 / 3))).toBeUndefined();
  expect(clipError(region(0, 0, 1, 0.4))).toBe('tooLarge');
  expect(clipError(region(0, 0, 0.01, 1))).toBe('tooSmall');
  expect(clipError(region(0.5, 0.5, 0.4, 0.6))).toBe('tooSmall');
});

test('a moved or resized region stays on the page', () => {
  expect(moveRegion(region(0.1, 0.1, 0.5, 0.5), -0.5, 0.9)).toEqual(region(0, 0.6, 0.4, 1));
  expect(resizeRegion(region(0.1, 0.1, 0.5, 0.5), 0.9, -0.9)).toEqual(region(0.1, 0.1, 1, 0.12000000000000001));
  expect(regionBetween({ x: 0.8, y: -1 }, { x: 0.2, y: 0.4 })).toEqual(region(0.2, 0, 0.8, 0.4));
});
