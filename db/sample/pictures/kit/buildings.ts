import { between, box, mix, num, type Point, placed, polygon, polyline, roundBox, segment } from './path.ts';
import { cut, fill, INK, type Layers, line, PAPER, stack } from './print.ts';
import { dice, range } from './random.ts';
import type { Pair } from './skeleton.ts';

/** Rows of lit or dark windows; `lit` is the share left unpainted. */
export function windows(
  x: number,
  y: number,
  w: number,
  h: number,
  columns: number,
  rows: number,
  paint: string,
  lit = 0,
  seed = 1,
): string {
  const { between: roll } = dice(seed);
  const [cw, ch] = [w / columns, h / rows];
  const panes = range(columns * rows).map((i) => {
    if (roll(0, 1) < lit) return '';
    const [column, row] = [i % columns, Math.floor(i / columns)];
    return box(x + (column + 0.22) * cw, y + (row + 0.2) * ch, cw * 0.56, ch * 0.58);
  });
  return fill(panes.join(''), paint);
}

/** A round black plastic water tank, without which no Indian roofline is complete. */
export function waterTank(x: number, roof: number, size: number, paint: string = INK, seam: string = PAPER): string {
  const ribs = [0.35, 0.55, 0.75].map((t) =>
    line(`M${num(x - size * 0.42)} ${num(roof - size * t)}H${num(x + size * 0.42)}`, seam, 2.5),
  );
  return stack(
    cut(roundBox(x - size * 0.45, roof - size * 0.9, size * 0.9, size * 0.9, size * 0.12), paint, seam, 4),
    cut(box(x - size * 0.16, roof - size * 1.04, size * 0.32, size * 0.16), paint, seam, 3),
    ribs,
  );
}

export interface Skyline {
  readonly foot: number;
  readonly low: number;
  readonly high: number;
  readonly paint: string;
  readonly pane?: string;
  readonly seed: number;
  readonly from?: number;
  readonly to?: number;
}

/** Flats, shops and the odd tank, in one colour for the distance. */
export function skyline(plan: Skyline): string {
  const { foot, low, high, paint, pane, seed, from = -20, to = 1640 } = plan;
  const { between: roll } = dice(seed);
  const blocks: string[] = [];
  for (let x = from; x < to; ) {
    const [w, h] = [roll(90, 190), roll(low, high)];
    const top = foot - h;
    blocks.push(
      fill(box(x, top, w + 1, h), paint),
      roll(0, 1) < 0.5
        ? waterTank(x + w * roll(0.3, 0.7), top, roll(30, 46), paint, paint)
        : fill(box(x + w * 0.2, top - 26, w * 0.35, 28), paint),
      pane === undefined
        ? ''
        : windows(x + 10, top + 18, w - 20, h - 30, Math.round(w / 40), Math.max(Math.round(h / 54), 1), pane, 0.35, x),
    );
    x += w + roll(-2, 16);
  }
  return stack(blocks);
}

/** Corrugated sheet on a slope, from the eave's two ends up to the ridge's two ends. */
export function tinRoof(eave: Pair<Point>, ridge: Pair<Point>, paint: string, seam: string = PAPER): string {
  const rib = (i: number): string => polyline([between(...eave, (i + 1) / 14), between(...ridge, (i + 1) / 14)]);
  return cut(polygon([...eave, ridge[1], ridge[0]]), paint, seam, 6) + line(range(13).map(rib).join(''), seam, 3);
}

/** A pitched roof of half-round tiles over a gable wall. */
export function tiledHouse(x: number, foot: number, w: number, h: number, wall: string, roof: string): string {
  const [eave, ridge] = [foot - h * 0.55, foot - h];
  const window = (left: number): string => box(x + w * left, foot - h * 0.36, w * 0.16, h * 0.16);
  const course = (i: number): string => {
    const t = (i + 0.6) / 4.4;
    const half = mix(w * 0.36, w * 0.58, t);
    const tile = `q${num(half / 12)} ${num(h * 0.045)} ${num(half / 6)} 0`;
    return `M${num(x + w / 2 - half)} ${num(mix(ridge, eave, t))}${tile.repeat(12)}`;
  };
  return stack(
    cut(box(x, eave - 4, w, foot - eave + 4), wall),
    fill(box(x + w * 0.4, foot - h * 0.38, w * 0.2, h * 0.38) + window(0.12) + window(0.72), INK),
    cut(polygon(placed('-.1,-.52 .12,-1 .88,-1 1.1,-.52', { x, y: foot, scale: [w, h] })), roof),
    line(range(4).map(course).join(''), PAPER, 2.5),
  );
}

export interface TownHouse {
  readonly x: number;
  readonly foot: number;
  readonly w: number;
  readonly h: number;
  readonly wall: string;
  readonly trim?: string;
  readonly floors?: number;
  readonly columns?: number;
  readonly seam?: string;
}

/** A flat-roofed town house: parapet, ledge over the windows, door at the foot. */
export function townHouse(plan: TownHouse): string {
  const { x, foot, w, h, wall, trim = INK, floors = 2, columns = 2, seam = PAPER } = plan;
  const floor = h / floors;
  const openings = range(floors).flatMap((row) =>
    range(columns).map((column): Layers => {
      const isDoor = row === floors - 1 && column === 0;
      const [cw, y] = [w / columns, foot - h + row * floor];
      const [ox, ow] = [x + column * cw + cw * 0.28, cw * 0.44];
      return [
        fill(box(ox, y + floor * (isDoor ? 0.32 : 0.36), ow, isDoor ? floor * 0.68 : floor * 0.36), trim),
        isDoor ? '' : line(segment(ox - ow * 0.2, y + floor * 0.32, ox + ow * 1.2, y + floor * 0.32), trim, 7),
        isDoor ? '' : line(segment(ox + ow / 2, y + floor * 0.36, ox + ow / 2, y + floor * 0.72), seam, 3),
      ];
    }),
  );
  return stack(
    cut(box(x, foot - h, w, h), wall, seam),
    cut(box(x - w * 0.03, foot - h - 12, w * 1.06, 20), trim, seam, 3),
    openings,
  );
}
