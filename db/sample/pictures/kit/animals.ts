/** Creatures. */
import { blob, circle, curve, type Point, type Points, placed, placedAt, points, polygon } from './path.ts';
import { clipped, cut, fill, line, PAPER, stack } from './print.ts';

/** Birds far off, each a stroke of two wings. */
export function birds(list: Points, size: number, paint: string): string {
  const bird = ([x, y]: Point, i: number): string => {
    const span = size * (1 - (i % 3) * 0.15);
    const wings = placed('-1,-.25 -.4,-.4 0,0 .45,-.45 1,-.2', { x, y, scale: span });
    return line(curve(wings), paint, Math.max(span * 0.16, 3));
  };
  return stack(points(list).map(bird));
}

/** A tunny, nose to the right. */
export function tuna(
  x: number,
  y: number,
  size: number,
  turn: number,
  paint: string,
  belly: string,
  seam: string = PAPER,
): string {
  const place = { x, y, scale: size / 2, turn };
  const put = (outline: string): Point[] => placed(outline, place);
  const body = blob(put('1,.02 .8,-.14 .45,-.27 .05,-.3 -.4,-.18 -.78,-.05 -.78,.05 -.4,.2 .05,.3 .5,.25 .85,.12'));
  const fins = [
    '.3,-.27 .1,-.4 .0,-.38 .06,-.28',
    '-.1,-.26 -.3,-.46 -.42,-.48 -.3,-.2',
    '-.1,.26 -.3,.46 -.42,.48 -.28,.2',
    '-.44,-.17 -.55,-.24 -.52,-.14',
    '-.56,-.12 -.66,-.19 -.63,-.09',
    '-.44,.18 -.55,.25 -.52,.14',
    '-.56,.13 -.66,.2 -.63,.09',
    '-.72,0 -1.12,-.44 -1.0,-.1 -.97,0 -1.0,.1 -1.12,.44',
  ];
  return stack(
    fins.map((fin) => cut(polygon(put(fin)), paint, seam, 4)),
    cut(body, paint, seam, 5),
    clipped(body, fill(blob(put('1,.06 .5,.06 0,.14 -.6,.06 -.4,.4 .4,.4 .9,.3')), belly)),
    line(curve(put('.5,-.16 .44,.02 .5,.16')), seam, Math.max(size * 0.012, 3)),
    cut(blob(put('.36,.04 .1,.1 -.06,.2 .14,.18')), paint, seam, 3),
    fill(circle(...placedAt(0.76, -0.05, place), Math.max(size * 0.016, 3)), seam),
  );
}
