import { expect, test } from 'vitest';
import { alignToGaps, type GreyPage } from './clip-edges.rules.ts';

/** A page of 200 by 300 px with four columns of 40 px, 10 px apart, and lines of 4 px, 2 px apart. */
function columns(): GreyPage {
  const [width, height] = [200, 300];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 10; y < 290; y++)
    for (let x = 5; x < 195; x++) if ((x - 5) % 50 < 40 && (y - 10) % 6 < 4) pixels[y * width + x] = 0;
  return { pixels, width, height };
}

test('an edge within a column moves to its border, and one within a line below or above it', () => {
  const aligned = alignToGaps({ left: 0.31, top: 0.3, right: 0.715, bottom: 0.705 }, columns());
  expect(Math.round(aligned.left * 200)).toBe(51); // left of the second column, which begins at 55
  expect(Math.round(aligned.right * 200)).toBe(148); // right of the third one
  for (const edge of [aligned.top, aligned.bottom]) expect((Math.round(edge * 300) - 10) % 6).toBeGreaterThan(3);
});

test('edges in white stay, and so do the edges of the page', () => {
  const region = { left: 0, top: 0, right: 0.24, bottom: 1 };
  expect(alignToGaps(region, columns())).toEqual(region);
});

test('a region of a third of the page becomes smaller instead of larger', () => {
  const { left, right } = alignToGaps({ left: 0.29, top: 0.1, right: 0.71, bottom: 0.88 }, columns());
  expect((right - left) * 0.78).toBeLessThanOrEqual(1 / 3);
});

test('an edge within a picture without a gap stays', () => {
  const black = { pixels: new Uint8Array(200 * 300), width: 200, height: 300 };
  const region = { left: 0.3, top: 0.3, right: 0.6, bottom: 0.6 };
  expect(alignToGaps(region, black)).toEqual(region);
});
