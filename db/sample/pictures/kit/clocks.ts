/** Things that tell the time. */
import { box, circle, placed, polar, polyline, sector } from './path.ts';
import { cut, fill, INK, line, PAPER, RED, stack } from './print.ts';
import { range } from './random.ts';

/** A wall clock; the hands are given in degrees from twelve. */
export function clockFace(x: number, y: number, r: number, hour: number, minute: number, rim: string): string {
  const marks = range(12).map((i) =>
    polyline([polar([x, y], i * 30, r * (i % 3 ? 0.82 : 0.74)), polar([x, y], i * 30, r * 0.9)]),
  );
  return stack(
    cut(circle(x, y, r * 1.12), rim, PAPER, 8),
    fill(circle(x, y, r), PAPER),
    line(marks.join(''), INK, r * 0.05),
    line(polyline([[x, y], polar([x, y], hour - 90, r * 0.5)]), INK, r * 0.1),
    line(polyline([[x, y], polar([x, y], minute - 90, r * 0.76)]), INK, r * 0.065),
    fill(circle(x, y, r * 0.08), RED),
  );
}

/** What it has timed so far is filled in. */
export function stopwatch(x: number, y: number, r: number): string {
  const marks = range(12).map((i) => polyline([polar([x, y], i * 30, r * 0.72), polar([x, y], i * 30, r * 0.86)]));
  return stack(
    cut(box(x - r * 0.16, y - r * 1.36, r * 0.32, r * 0.4), INK),
    cut(circle(x, y, r * 1.06), INK, PAPER, 6),
    fill(circle(x, y, r * 0.9), PAPER),
    line(marks.join(''), INK, r * 0.06),
    fill(sector(x, y, r * 0.78, -90, 40), RED),
    fill(circle(x, y, r * 0.09), INK),
  );
}

/** The seven bars of a figure on a scoreboard, and which of them each digit lights: no font is needed. */
const BARS = ['0,0 1,0', '1,0 1,1', '1,1 1,2', '0,2 1,2', '0,1 0,2', '0,0 0,1', '0,1 1,1'];

const DIGITS = ['012345', '12', '01643', '01623', '5612', '05623', '056432', '012', '0123456', '012356'];

export function digits(value: string, x: number, y: number, size: number, paint: string): string {
  const marks = [...value].flatMap((character, place) => {
    const on = DIGITS[Number(character)];
    if (on === undefined) throw new Error(`Not a digit: ${character}`);
    return [...on].map((bar) => {
      return polyline(placed(BARS[Number(bar)] ?? '', { x: x + place * 1.7 * size, y, scale: size }));
    });
  });
  return line(marks.join(''), paint, size * 0.24);
}
