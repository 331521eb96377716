/** Things people use. */
import {
  between,
  blob,
  box,
  circle,
  curve,
  ellipse,
  num,
  type Point,
  placed,
  polar,
  polygon,
  polyline,
  roundBox,
  segment,
} from './path.ts';
import { cut, fill, INK, line, PAPER, stack } from './print.ts';
import { range } from './random.ts';

/** A round-bellied cooking pot or water pot standing at `foot`. */
export function pot(x: number, foot: number, size: number, paint: string, seam: string = PAPER): string {
  const half = size / 2;
  const outline = '-.5,0 -1,-.7 -.85,-1.25 -.42,-1.6 .42,-1.6 .85,-1.25 1,-.7 .5,0';
  const belly = blob(placed(outline, { x, y: foot, scale: half }));
  return cut(belly, paint, seam, 4) + cut(ellipse(x, foot - half * 1.68, half * 0.62, half * 0.16), paint, seam, 4);
}

/** A coin without a face: rim, and a star of nicks where the lettering would be. */
export function coin(x: number, y: number, r: number, paint: string, seam: string = PAPER): string {
  const nick = (i: number): string => polyline([polar([x, y], i * 15, r * 0.82), polar([x, y], i * 15, r * 0.9)]);
  const rim = Math.max(r * 0.07, 3);
  return stack(
    // The thickness of the metal, without which a red disc reads as a sun.
    cut(circle(x + r * 0.13, y + r * 0.05, r), INK, seam, rim),
    cut(circle(x, y, r), paint, seam, rim),
    line(range(24).map(nick).join(''), seam, rim / 2),
    line(circle(x, y, r * 0.7), seam, rim * 0.7),
  );
}

/** A tied jute sack. */
export function sack(x: number, foot: number, w: number, h: number, paint: string, seam: string = PAPER): string {
  const put = (outline: string): Point[] => placed(outline, { x, y: foot, scale: [w / 2, h] });
  return stack(
    cut(blob(put('-.2,-.86 -.5,-1.08 0,-.98 .5,-1.08 .2,-.86')), paint, seam, 4),
    cut(blob(put('-.8,0 -1,-.4 -.72,-.78 -.3,-.9 .3,-.9 .72,-.78 1,-.4 .8,0')), paint, seam),
    line(curve(put('-.25,-.86 0,-.82 .25,-.86')), seam, 5),
  );
}

/** A beam balance hung from above; `tip` in degrees, right pan down positive. */
export interface Balance {
  readonly x: number;
  readonly y: number;
  readonly arm: number;
  readonly drop: number;
  readonly tip: number;
  readonly paint?: string;
  readonly seam?: string;
}

/** The middle of the left (-1) or right (1) pan. */
export const panOf = ({ x, y, arm, drop, tip }: Balance, side: -1 | 1): Point => {
  const [px, py] = polar([x, y], tip, arm * side);
  return [px, py + drop];
};

export function balance(plan: Balance): string {
  const { x, y, arm, tip, paint = INK, seam = PAPER } = plan;
  const hooks = [polar([x, y], tip, -arm), polar([x, y], tip, arm)] as const;
  const r = arm * 0.42;
  const pan = (hook: Point, [px, py]: Point): string =>
    line(polyline([[px - r, py], hook, [px + r, py]]), paint, 5) +
    cut(blob(placed('-1,0 -.6,.3 0,.4 .6,.3 1,0 .5,.03 -.5,.03', { x: px, y: py, scale: r })), paint, seam);
  return stack(
    line(segment(x, y - arm * 0.5, x, y), paint, 10),
    cut(blob([hooks[0], [x, y - arm * 0.09], hooks[1], [x, y + arm * 0.06]]), paint, seam),
    cut(circle(x, y, arm * 0.07), paint, seam),
    pan(hooks[0], panOf(plan, -1)),
    pan(hooks[1], panOf(plan, 1)),
  );
}

/** A flowerpot or tumbler: wider at the lip. */
export function tub(x: number, foot: number, w: number, h: number, paint: string, seam: string = PAPER): string {
  const sides = polygon(placed('-.36,0 -.5,-1 .5,-1 .36,0', { x, y: foot, scale: [w, h] }));
  return cut(sides, paint, seam) + cut(box(x - w * 0.56, foot - h * 1.06, w * 1.12, h * 0.2), paint, seam, 4);
}

export function ladder(a: Point, b: Point, width: number, rungs: number, paint: string): string {
  const across = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI + 90;
  const [left, right] = [-width / 2, width / 2];
  const rail = (side: number): string => polyline([polar(a, across, side), polar(b, across, side)]);
  const rung = (i: number): string => {
    const at = between(a, b, (i + 0.6) / rungs);
    return polyline([polar(at, across, left), polar(at, across, right)]);
  };
  const d = rail(left) + rail(right) + range(rungs).map(rung).join('');
  return line(d, PAPER, width * 0.26) + line(d, paint, width * 0.14);
}

/** A closed book lying flat, its pages to the right. */
export function book(x: number, foot: number, w: number, h: number, paint: string, seam: string = PAPER): string {
  return (
    cut(roundBox(x, foot - h, w, h, h * 0.18), paint, seam, 3) +
    fill(box(x + w * 0.86, foot - h * 0.82, w * 0.12, h * 0.64), seam)
  );
}

/** An open book facing the reader; `x`, `y` is the top of its fold. */
export function openBook(x: number, y: number, w: number, h: number, page: string, boards: string): string {
  const leaf = (side: -1 | 1, margin: number): string => {
    const at = (across: number, down: number): string => `${num(x + side * across)} ${num(y + down)}`;
    const [edge, bow] = [w / 2 + margin, w * 0.24];
    return (
      `M${at(0, 0)}Q${at(bow, -h * 0.2)} ${at(edge, -h * 0.04)}L${at(edge, h * 0.8 + margin)}` +
      `Q${at(bow, h * 0.66)} ${at(0, h * 0.9 + margin)}Z`
    );
  };
  const row = (i: number): string =>
    curve(placed('.07,.12 .24,.05 .43,.08', { x, y: y + h * i * 0.13, scale: [w, h] })) +
    curve(placed('.07,.12 .24,.05 .43,.08', { x, y: y + h * i * 0.13, scale: [w, h], flip: true }));
  return stack(
    cut(leaf(-1, h * 0.07) + leaf(1, h * 0.07), boards),
    cut(leaf(-1, 0), page, INK, 4),
    cut(leaf(1, 0), page, INK, 4),
    line(range(5).map(row).join(''), INK, Math.max(h * 0.018, 2)),
  );
}

/** An open umbrella held at its handle. */
export function umbrella(
  x: number,
  y: number,
  size: number,
  tilt: number,
  paint: string,
  seam: string = PAPER,
): string {
  const put = (outline: string): Point[] => placed(outline, { x, y, scale: size, turn: tilt });
  const canopy =
    '-1.05,-.86 -.8,-1.3 -.35,-1.58 0,-1.64 .35,-1.58 .8,-1.3 1.05,-.86 .7,-.95 .36,-.84 0,-.95 -.36,-.84 -.7,-.95';
  return stack(
    line(polyline(put('0,-1.72 0,0 -.14,.04')), INK, Math.max(size * 0.05, 5)),
    cut(blob(put(canopy)), paint, seam),
    ['0,-1.62 -.22,-1.3 -.36,-.86', '0,-1.62 .22,-1.3 .36,-.86'].map((rib) => line(curve(put(rib)), seam, 4)),
  );
}

/** A paper kite: diamond, cross of split bamboo, and a stub of a tail. */
export function kite(
  x: number,
  y: number,
  size: number,
  turn: number,
  paint: string,
  trim: string,
  seam: string = PAPER,
): string {
  const put = (list: string): readonly Point[] => placed(list, { x, y, scale: size, turn });
  return stack(
    cut(polygon(put('0,.86 -.2,1.16 .2,1.16')), trim, seam, 4),
    cut(polygon(put('0,-1 .82,0 0,1 -.82,0')), paint, seam, 5),
    fill(polygon(put('0,-1 .82,0 -.82,0')), trim),
    line(polyline(put('0,-1 0,1')) + curve(put('-.82,0 0,-.34 .82,0')), seam, Math.max(size * 0.05, 2.5)),
  );
}
