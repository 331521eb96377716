/** Tones that change across the picture, made of dots or lines that grow. */
import { type Box, box, distance, num, type Point, polar, polygon } from './path.ts';
import { clipped, fill, HEIGHT, INK, line, moved, turned, WIDTH } from './print.ts';
import { range } from './random.ts';

/** How dark the picture is at a place, 0 bare paper to 1 solid ink. */
export type Tone = (x: number, y: number) => number;

export const SHEET: Box = { x: 0, y: 0, w: WIDTH, h: HEIGHT };

export const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** Tone running from `dark` to `light` along the line between two places. */
export function slope(a: Point, b: Point, dark = 0.8, light = 0): Tone {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  return (x, y) => dark + (light - dark) * clamp(((x - a[0]) * dx + (y - a[1]) * dy) / square);
}

/** Tone falling off around a centre, from `inner` to `outer` distance. */
export function halo(centre: Point, inner: number, outer: number, dark = 0.8, light = 0): Tone {
  return (x, y) => {
    const t = clamp((distance(centre, [x, y]) - inner) / (outer - inner));
    return dark + (light - dark) * t;
  };
}

export interface Field {
  readonly paint?: string;
  readonly pitch?: number;
  readonly area?: Box;
  /** Outline the tone is kept inside. */
  readonly inside?: string;
}

const within = (inside: string | undefined, drawing: string): string =>
  inside === undefined ? drawing : clipped(inside, drawing);

const DOT_SIZES = 24;

/** A halftone of growing dots on a 45 degree grid. */
export function halftone(tone: Tone, field: Field = {}): string {
  const { paint = INK, pitch = 15, area = SHEET, inside } = field;
  // One stroked path per dot size: a zero-length dash with round ends is the shortest way to write a dot.
  const bySize = new Map<number, string>();
  const rows = Math.ceil((area.h / pitch) * 2);
  for (let row = 0; row <= rows; row++) {
    const y = area.y + (row * pitch) / 2;
    for (let x = area.x + (row % 2 ? pitch / 2 : 0); x <= area.x + area.w; x += pitch) {
      const size = Math.round(Math.sqrt(clamp(tone(x, y))) * DOT_SIZES);
      if (size < 2) continue;
      bySize.set(size, `${bySize.get(size) ?? ''}M${num(x)} ${num(y)}h0`);
    }
  }
  const paths = [...bySize].map(
    ([size, d]) => `<path d="${d}" stroke-width="${num((size / DOT_SIZES) * pitch * 1.02)}"/>`,
  );
  return within(inside, `<g fill="none" stroke="${paint}" stroke-linecap="round">${paths.join('')}</g>`);
}

/** Level lines that swell with the tone, as a graver cuts them. */
export function engraving(tone: Tone, field: Field = {}): string {
  const { paint = INK, pitch = 18, area = SHEET, inside } = field;
  const step = 32;
  let d = '';
  for (let y = area.y + pitch / 2; y < area.y + area.h; y += pitch) {
    const [upper, lower]: [string[], string[]] = [[], []];
    const flush = (): void => {
      if (upper.length > 1) d += `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
      upper.length = 0;
      lower.length = 0;
    };
    for (let x = area.x; x <= area.x + area.w + step; x += step) {
      const half = (clamp(tone(x, y)) * pitch) / 2;
      upper.push(`${num(x)} ${num(y - half)}`);
      lower.push(`${num(x)} ${num(y + half)}`);
      if (half < 0.4) flush();
    }
    flush();
  }
  return within(inside, fill(d, paint));
}

/** The whole width of the sheet from one height to another. */
export const band = (top: number, foot: number): Box => ({ x: 0, y: top, w: WIDTH, h: foot - top });

/** The square around a disc. */
export const around = ([x, y]: Point, r: number): Box => ({ x: x - r, y: y - r, w: r * 2, h: r * 2 });

/** Tone across the whole sheet, changing from one height to another: skies, floors, dusk. */
export function wash(top: number, foot: number, from: number, to: number, paint: string = INK, pitch = 17): string {
  return halftone(slope([0, top], [0, foot], from, to), { paint, pitch, area: band(top, foot) });
}

/** Flat colour from `top` to the foot of the sheet, its shadow growing from one tone to another. */
export function ground(top: number, paint: string, from: number, to: number, shade: string = INK): string {
  return fill(box(0, top, WIDTH, HEIGHT - top), paint) + wash(top, HEIGHT, from, to, shade);
}

export interface Strokes {
  readonly paint?: string;
  readonly gap?: number;
  readonly width?: number;
  readonly angle?: number;
}

/** Straight parallel strokes across an area, kept inside an outline. */
export function hatching(inside: string, area: Box, strokes: Strokes = {}): string {
  const { paint = INK, gap = 16, width = 4, angle = 45 } = strokes;
  const [cx, cy] = [area.x + area.w / 2, area.y + area.h / 2];
  const reach = Math.hypot(area.w, area.h) / 2;
  let d = '';
  for (let at = -reach; at <= reach; at += gap) d += `M${num(-reach)} ${num(at)}H${num(reach)}`;
  return clipped(inside, moved(cx, cy, 1, turned(angle, 0, 0, line(d, paint, width, { cap: 'butt' }))));
}

/** Beams of light or shade fanning out of one place. */
export function rays(centre: Point, radius: number, count: number): string {
  const wedge = 360 / count;
  const beams = range(count).map((i) =>
    polygon([centre, polar(centre, i * wedge, radius), polar(centre, (i + 0.5) * wedge, radius)]),
  );
  return beams.join('');
}
