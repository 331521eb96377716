/** What stands and hangs along a street. */
import { blob, circle, curve, mix, num, type Point, placed, ribbon, segment } from './path.ts';
import { cut, fill, INK, line, PAPER, stack } from './print.ts';
import { range } from './random.ts';

export const wire = (a: Point, b: Point, sag: number, paint: string = INK, width = 3): string =>
  line(
    `M${num(a[0])} ${num(a[1])}Q${num((a[0] + b[0]) / 2)} ${num((a[1] + b[1]) / 2 + sag * 2)} ${num(b[0])} ${num(b[1])}`,
    paint,
    width,
  );

/** A lamp on a bent pole, reaching `reach` over the road. */
export function streetLamp(x: number, foot: number, height: number, reach: number, paint: string = INK): string {
  const top = foot - height;
  const put = (outline: string): Point[] => placed(outline, { x, y: top });
  const [bend, lamp] = [height * 0.1, `${reach - 34},2 ${reach},-16 ${reach + 40},2 ${reach},12`];
  return stack(
    line(segment(x, foot, x, top + bend), paint, 12),
    fill(ribbon(put(`0,${bend} ${reach * 0.2},${bend * 0.2} ${reach},0`), 12, 8), paint),
    cut(blob(put(lamp)), paint),
    fill(circle(x + reach, top + 14, 12), PAPER),
  );
}

/** Lamps strung on a sagging wire. */
export function bulbs(
  a: Point,
  b: Point,
  sag: number,
  count: number,
  size: number,
  paint: string,
  cord: string = INK,
  seam: string = INK,
): string {
  const lamps = range(count).map((i) => {
    const t = (i + 0.5) / count;
    const y = mix(a[1], b[1], t) + sag * 4 * t * (1 - t);
    return cut(circle(mix(a[0], b[0], t), y + size, size), paint, seam, 4);
  });
  return wire(a, b, sag, cord, 4) + stack(lamps);
}

/** A shade on a cord, `y` its lower rim; `bulb` shows below it. */
export function pendantLamp(
  x: number,
  y: number,
  half: number,
  cord: number,
  shade: string,
  seam: string = PAPER,
): string {
  const rim = placed('-1,0 -.9,-.5 -.5,-.95 0,-1.05 .5,-.95 .9,-.5 1,0', { x, y, scale: half });
  return stack(
    line(segment(x, y - half - cord, x, y - half), seam, 5),
    fill(circle(x, y, half * 0.34), PAPER),
    cut(`${curve(rim)}Z`, shade, seam, 5),
  );
}
