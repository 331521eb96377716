/**
 * Geometry. Every function answers SVG path data, so that any form can be
 * filled, outlined, screened with dots or used as a stencil for another.
 */
export type Point = readonly [x: number, y: number];

/** Points, or the same written as 'x,y x,y', which keeps hand-drawn outlines legible in code. */
export type Points = readonly Point[] | string;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** One decimal is a tenth of a printed dot; more would only swell the file. */
export const num = (value: number): string => String(Math.round(value * 10) / 10);

const pair = ([x, y]: Point): string => `${num(x)} ${num(y)}`;

export function points(list: Points): readonly Point[] {
  if (typeof list !== 'string') return list;
  return list
    .trim()
    .split(/\s+/)
    .map((item) => {
      const [x, y] = item.split(',').map(Number);
      if (x === undefined || y === undefined || Number.isNaN(x + y)) {
        throw new Error(`Not a point: ${item}`);
      }
      return [x, y] as const;
    });
}

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
export const between = (a: Point, b: Point, t: number): Point => [mix(a[0], b[0], t), mix(a[1], b[1], t)];
export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** The point `length` away from `from` in the direction of `degrees` (0 right, 90 down). */
export function polar(from: Point, degrees: number, length: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length];
}

export const polyline = (list: Points): string => `M${points(list).map(pair).join('L')}`;
export const segment = (x1: number, y1: number, x2: number, y2: number): string =>
  `M${pair([x1, y1])}L${pair([x2, y2])}`;

export const polygon = (list: Points): string => `${polyline(list)}Z`;

export const box = (x: number, y: number, w: number, h: number): string =>
  `M${pair([x, y])}H${num(x + w)}V${num(y + h)}H${num(x)}Z`;

export function roundBox(x: number, y: number, w: number, h: number, r: number): string {
  const [right, bottom, c] = [x + w, y + h, `A${num(r)} ${num(r)} 0 0 1 `];
  return (
    `M${pair([x + r, y])}H${num(right - r)}${c}${pair([right, y + r])}V${num(bottom - r)}` +
    `${c}${pair([right - r, bottom])}H${num(x + r)}${c}${pair([x, bottom - r])}` +
    `V${num(y + r)}${c}${pair([x + r, y])}Z`
  );
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  const half = `A${num(rx)} ${num(ry)} 0 0 1 `;
  return `M${pair([x - rx, y])}${half}${pair([x + rx, y])}${half}${pair([x - rx, y])}Z`;
}

export const circle = (x: number, y: number, r: number): string => ellipse(x, y, r, r);

export function arc(x: number, y: number, r: number, from: number, to: number): string {
  const large = Math.abs(to - from) > 180 ? 1 : 0;
  const sweep = to > from ? 1 : 0;
  const [start, end] = [polar([x, y], from, r), polar([x, y], to, r)];
  return `M${pair(start)}A${num(r)} ${num(r)} 0 ${large} ${sweep} ${pair(end)}`;
}

export const sector = (x: number, y: number, r: number, from: number, to: number): string =>
  `${arc(x, y, r, from, to)}L${pair([x, y])}Z`;

/** Catmull-Rom through the points: what a brush does between the marks one cares about. */
function smooth(list: readonly Point[], closed: boolean): string {
  const count = list.length;
  const pick = (i: number): Point => {
    const at = closed ? (i + count) % count : Math.min(Math.max(i, 0), count - 1);
    return list[at] ?? [0, 0];
  };
  let d = `M${pair(pick(0))}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)];
    const leave: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const reach: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    d += `C${pair(leave)} ${pair(reach)} ${pair(to)}`;
  }
  return closed ? `${d}Z` : d;
}

export const curve = (list: Points): string => smooth(points(list), false);
export const blob = (list: Points): string => smooth(points(list), true);

/** The rubber band around two discs: the unit of arms, legs, handles and trunks. */
export function taper(a: Point, b: Point, ra: number, rb: number): string {
  const length = distance(a, b);
  if (length <= Math.abs(ra - rb)) return circle(...(ra > rb ? a : b), Math.max(ra, rb));
  const heading = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const tangent = Math.acos((ra - rb) / length);
  const edge = (from: Point, r: number, side: number): Point => [
    from[0] + Math.cos(heading + side * tangent) * r,
    from[1] + Math.sin(heading + side * tangent) * r,
  ];
  const cap = (r: number, large: number): string => `A${num(r)} ${num(r)} 0 ${large} 1 `;
  const [aIsLarger, bIsLarger] = ra > rb ? [1, 0] : [0, 1];
  return (
    `M${pair(edge(a, ra, -1))}L${pair(edge(b, rb, -1))}${cap(rb, bIsLarger)}${pair(edge(b, rb, 1))}` +
    `L${pair(edge(a, ra, 1))}${cap(ra, aIsLarger)}${pair(edge(a, ra, -1))}Z`
  );
}

/** A brush stroke along a line, `start` wide where it begins and `end` wide where it leaves. */
export function ribbon(list: Points, start: number, end: number): string {
  const line = points(list);
  const sides = line.map((point, i) => {
    const [before, after] = [line[i - 1] ?? point, line[i + 1] ?? point];
    const length = distance(before, after) || 1;
    const half = mix(start, end, i / Math.max(line.length - 1, 1)) / 2;
    const [nx, ny] = [(-(after[1] - before[1]) / length) * half, ((after[0] - before[0]) / length) * half];
    return [[point[0] + nx, point[1] + ny] as const, [point[0] - nx, point[1] - ny] as const] as const;
  });
  return blob([...sides.map(([left]) => left), ...sides.map(([, right]) => right).reverse()]);
}

export interface Placing {
  readonly x: number;
  readonly y: number;
  /** One number, or one across and one down to stretch an outline into a given width and height. */
  readonly scale?: number | Point;
  /** Degrees, clockwise. */
  readonly turn?: number;
  readonly flip?: boolean;
}

/** Moves points rather than drawing under a transform, so that dot screens keep one size. */
export function placed(list: Points, to: Placing): Point[] {
  const { scale = 1, turn = 0, flip = false } = to;
  const [across, down] = typeof scale === 'number' ? [scale, scale] : scale;
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points(list).map(([px, py]) => {
    const [x, y] = [(flip ? -px : px) * across, py * down];
    return [to.x + x * cos - y * sin, to.y + x * sin + y * cos] as const;
  });
}

/** One point of an outline, moved the same way. */
export function placedAt(x: number, y: number, to: Placing): Point {
  const [point] = placed([[x, y]], to);
  return point ?? [to.x, to.y];
}

/** The tightest convex outline: cloth pulled over knees and hips. */
export function hull(list: readonly Point[]): Point[] {
  const sorted = [...list].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: Point, a: Point, b: Point): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const chain = (way: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of way) {
      for (;;) {
        const [o, a] = kept.slice(-2);
        if (!o || !a || turn(o, a, point) > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}
