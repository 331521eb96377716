/** Sky and water. */
import { blob, circle, mix, num, placed, roundBox } from './path.ts';
import { cut, fill, HEIGHT, line, PAPER, stack, WIDTH } from './print.ts';
import { dice, range } from './random.ts';

/** Flat below, billowing above. */
export function cloud(x: number, y: number, width: number, paint: string, seed = 1, seam: string = PAPER): string {
  const { between: roll } = dice(seed);
  const puffs = range(7).map((i) => {
    const t = (i + 0.5) / 7;
    const r = width * mix(0.07, 0.17, Math.sin(t * Math.PI)) * roll(0.85, 1.2);
    return circle(x - width / 2 + width * t, y - r * 0.75, r);
  });
  const base = roundBox(x - width * 0.56, y - width * 0.09, width * 1.12, width * 0.1, width * 0.05);
  return cut(base + puffs.join(''), paint, seam, 5);
}

/** Slanting strokes; `lean` is how far each drifts for every unit it falls. */
export function rain(count: number, paint: string, seed: number, lean = -0.35, width = 4): string {
  const { between: roll } = dice(seed);
  const drops = range(count).map(() => {
    const [x, y, length] = [roll(-60, WIDTH + 300), roll(-80, HEIGHT), roll(40, 120)];
    return `M${num(x)} ${num(y)}l${num(length * lean)} ${num(length)}`;
  });
  return line(drops.join(''), paint, width);
}

/** Snow or sparks: round flecks of one ink. */
export function flecks(count: number, low: number, high: number, paint: string, seed: number): string {
  const { between: roll } = dice(seed);
  return fill(
    range(count)
      .map(() => circle(roll(0, WIDTH), roll(0, HEIGHT), roll(low, high)))
      .join(''),
    paint,
  );
}

/** Short level strokes, closer together towards the horizon. */
export function ripples(
  x: number,
  y: number,
  w: number,
  h: number,
  count: number,
  paint: string,
  seed: number,
): string {
  const { between: roll } = dice(seed);
  const strokes = range(count).map((i) => {
    const depth = (i + 0.5) / count;
    const length = mix(40, 170, depth) * roll(0.6, 1.3);
    const [at, down] = [x + roll(0, Math.max(w - length, 1)), y + h * depth ** 1.4];
    return {
      d: `M${num(at)} ${num(down)}q${num(length / 4)} ${num(-6 * depth - 2)} ${num(length / 2)} 0t${num(length / 2)} 0`,
      width: mix(2.5, 6, depth),
    };
  });
  return stack(strokes.map(({ d, width }) => line(d, paint, width)));
}

export const puddle = (x: number, y: number, rx: number, ry: number): string =>
  blob(placed('-1,0 -.6,-.8 .1,-1 .8,-.6 1,.1 .5,.9 -.2,.7 -.7,1', { x, y, scale: [rx, ry] }));
