import { expect, test } from 'vitest';
import { centre, cropAround, percentNumber, pointUnder } from './focal-point.rules.ts';

const panorama = { width: 1600, height: 400 };

test.each([
  ['the middle', centre, 600],
  ['the left edge', { x: 0, y: 50 }, 0],
  ['the right edge', { x: 100, y: 50 }, 1200],
  ['a point near the left edge', { x: 10, y: 90 }, 120],
])('a crop of a wide picture around %s', (_, point, left) => {
  expect(cropAround(panorama, 1, point)).toEqual({ width: 400, height: 400, left, top: 0 });
});

test('a crop of a tall picture moves up and down', () => {
  expect(cropAround({ width: 800, height: 1600 }, 2, { x: 0, y: 25 })).toEqual({
    width: 800,
    height: 400,
    left: 0,
    top: 300,
  });
});

test('every crop contains its point and lies within the picture', () => {
  for (const [width, height] of [
    [1600, 533],
    [640, 641],
    [1, 3200],
    [1200, 630],
  ] as const)
    for (const ratio of [1, 1.5, 1200 / 630, 0.4])
      for (let percent = 0; percent <= 100; percent += 5) {
        const crop = cropAround({ width, height }, ratio, { x: percent, y: 100 - percent });
        const [x, y] = [(width * percent) / 100, (height * (100 - percent)) / 100];
        expect(crop.left).toBeGreaterThanOrEqual(0);
        expect(crop.left + crop.width).toBeLessThanOrEqual(width);
        expect(crop.top).toBeGreaterThanOrEqual(0);
        expect(crop.top + crop.height).toBeLessThanOrEqual(height);
        // Within a pixel: the crop has whole pixels.
        expect(x).toBeGreaterThanOrEqual(crop.left - 1);
        expect(x).toBeLessThanOrEqual(crop.left + crop.width + 1);
        expect(y).toBeGreaterThanOrEqual(crop.top - 1);
        expect(y).toBeLessThanOrEqual(crop.top + crop.height + 1);
      }
});

test.each([
  [0, 0],
  ['100', 100],
  [' 33.4 ', 33],
  ['', -1],
  ['101', -1],
  [-1, -1],
  [100.2, -1],
  ['left', -1],
  [Number.NaN, -1],
])('the percentage %o is %i', (typed, percent) => {
  expect(percentNumber(typed)).toBe(percent);
});

test('the point under a pointer stays within the picture', () => {
  const box = { left: 100, top: 50, width: 300, height: 200 };
  expect(pointUnder({ clientX: 130, clientY: 150 }, box)).toEqual({ x: 10, y: 50 });
  expect(pointUnder({ clientX: 0, clientY: 900 }, box)).toEqual({ x: 0, y: 100 });
  expect(pointUnder({ clientX: 5, clientY: 5 }, { left: 0, top: 0, width: 0, height: 0 })).toEqual(centre);
});
