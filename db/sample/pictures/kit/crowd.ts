/** Many people at a distance. */
import { blob, circle, type Point, placed, taper } from './path.ts';
import { cut, type Layers, PAPER, stack } from './print.ts';
import { dice, range } from './random.ts';

export interface Crowd {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly rows: number;
  /** Head width. */
  readonly size: number;
  readonly paints: readonly [string, ...string[]];
  readonly heads?: readonly [string, ...string[]];
  readonly seam?: string;
  readonly seed: number;
  /** Share of the people with an arm in the air. */
  readonly cheering?: number;
}

/** Rows of heads and shoulders, the nearest lowest; `y` is the line of the back row's heads. */
export function crowd(plan: Crowd): string {
  const { x, y, w, rows, size, paints, heads = paints, seam = PAPER, seed, cheering = 0 } = plan;
  const { between: roll, pick } = dice(seed);
  const spacing = size * 1.9;
  const someone = (cx: number, cy: number): string => {
    const [coat, face] = [pick(paints), pick(heads)];
    const raised: Point = [cx + roll(0.5, 1) * size, cy - size * roll(0.5, 1)];
    const armUp = roll(0, 1) < cheering;
    return stack(
      armUp ? cut(taper([cx + size * 0.6, cy + size * 1.1], raised, size * 0.26, size * 0.2), face, seam, 2) : '',
      cut(shoulders(cx, cy + size * 0.6, size), coat, seam, 2.5),
      cut(circle(cx, cy, size * 0.5), face, seam, 2.5),
    );
  };
  const row = (j: number): Layers =>
    range(Math.ceil(w / spacing)).map((i) =>
      someone(
        x + (i + (j % 2) * 0.5) * spacing + roll(-0.15, 0.15) * size,
        y + j * size * 1.5 + roll(-0.2, 0.2) * size,
      ),
    );
  return stack(range(rows).map(row));
}

const shoulders = (x: number, y: number, size: number): string =>
  blob(placed('-.95,1.7 -.85,.35 -.3,0 .3,0 .85,.35 .95,1.7', { x, y, scale: size }));
