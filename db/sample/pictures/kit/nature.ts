/** Trees, plants and land. */
import {
  between,
  blob,
  circle,
  curve,
  ellipse,
  mix,
  num,
  type Point,
  placed,
  polar,
  polyline,
  ribbon,
} from './path.ts';
import { cut, fill, HEIGHT, INK, line, PAPER, stack, WIDTH } from './print.ts';
import { dice, range } from './random.ts';
import { halftone, slope } from './texture.ts';

/** Overlapping lobes around an ellipse: leaf masses, clouds, smoke, heaps. */
export function lobes(x: number, y: number, rx: number, ry: number, count: number, seed: number): string {
  const { between: roll } = dice(seed);
  const rim = range(count).map((i) => {
    const angle = (i / count) * Math.PI * 2 + roll(-0.12, 0.12);
    const r = Math.min(rx, ry) * roll(0.34, 0.5);
    return circle(x + Math.cos(angle) * (rx - r * 0.8), y + Math.sin(angle) * (ry - r * 0.8), r);
  });
  return ellipse(x, y, rx * 0.8, ry * 0.8) + rim.join('');
}

/** Small leaf-shaped nicks scattered in an area, as a lino cutter suggests foliage. */
export function leaves(
  area: { x: number; y: number; rx: number; ry: number },
  count: number,
  size: number,
  paint: string,
  seed: number,
): string {
  const { between: roll } = dice(seed);
  const d = range(count).map(() => {
    const [angle, far] = [roll(0, Math.PI * 2), Math.sqrt(roll(0, 1))];
    const at = { x: area.x + Math.cos(angle) * area.rx * far, y: area.y + Math.sin(angle) * area.ry * far };
    const tip = placed('-1,0 0,-.42 1,0 0,.42', { ...at, scale: size * roll(0.6, 1.2), turn: roll(20, 160) });
    const [a, b, c, e] = tip.map(([px, py]) => `${num(px)} ${num(py)}`);
    return `M${a}Q${b} ${c}Q${e} ${a}Z`;
  });
  return fill(d.join(''), paint);
}

export interface Tree {
  readonly x: number;
  readonly ground: number;
  readonly height: number;
  readonly spread: number;
  readonly leaf: string;
  readonly trunk?: string;
  readonly nick?: string;
  readonly seed?: number;
  /** Hanging roots, which make a broad tree a banyan. */
  readonly roots?: number;
}

export function tree(plan: Tree): string {
  const { x, ground, height, spread, leaf, trunk = INK, nick = PAPER, seed = 1, roots = 0 } = plan;
  const { between: roll } = dice(seed * 97);
  const crownY = ground - height * 0.66;
  const [rx, ry] = [spread / 2, height * 0.36];
  const crown = lobes(x, crownY, rx, ry, 13, seed);
  const fork: Point = [x, ground - height * 0.3];
  const width = Math.min(height * 0.1, spread * 0.12);
  const boughs = [-0.55, -0.12, 0.35].map((lean) =>
    ribbon(
      [fork, [x + rx * lean * 0.6, crownY + ry * 0.35], [x + rx * lean, crownY - ry * 0.2]],
      width * 0.7,
      width * 0.2,
    ),
  );
  const bole = blob([
    [x - width * 1.25, ground + 4],
    [x - width * 0.6, ground - height * 0.08],
    [x - width * 0.45, fork[1]],
    [x, fork[1] - width],
    [x + width * 0.45, fork[1]],
    [x + width * 0.6, ground - height * 0.1],
    [x + width * 1.3, ground + 4],
  ]);
  const hanging = range(roots).map((i) => {
    const at = x + mix(-rx, rx, (i + 0.5) / roots) * 0.82;
    const end = roll(0, 1) > 0.45 ? ground : ground - height * roll(0.08, 0.24);
    return ribbon(
      [
        [at, crownY],
        [at + roll(-14, 14), mix(crownY, end, 0.6)],
        [at + roll(-8, 8), end],
      ],
      width * 0.16,
      width * 0.1,
    );
  });
  return stack(
    hanging.map((root) => fill(root, trunk)),
    cut(bole, trunk),
    boughs.map((bough) => fill(bough, trunk)),
    cut(crown, leaf),
    halftone(slope([x - rx * 0.3, crownY - ry * 0.4], [x + rx * 0.4, crownY + ry], 0, 0.75), {
      inside: crown,
      area: { x: x - rx, y: crownY - ry, w: rx * 2, h: ry * 2 },
    }),
    leaves(
      { x: x - rx * 0.1, y: crownY - ry * 0.1, rx: rx * 0.8, ry: ry * 0.78 },
      Math.round((rx * ry) / 900),
      Math.max(height * 0.018, 7),
      nick,
      seed + 5,
    ),
  );
}

/** A coconut or palmyra palm; `lean` is how far its head hangs to one side of its foot. */
export function palm(x: number, ground: number, height: number, paint: string, lean = 0, seam: string = PAPER): string {
  const top: Point = [x + lean, ground - height];
  const bole = ribbon([[x, ground], [x + lean * 0.3, ground - height * 0.5], top], height * 0.055, height * 0.032);
  const fronds = [-170, -140, -105, -75, -40, -10, 12, 168].map((degrees) => {
    const mid = polar(top, degrees, height * 0.22);
    const tip = polar([mid[0], mid[1] + height * 0.1], degrees, height * 0.16);
    const bulge = height * 0.045;
    return blob([top, [mid[0], mid[1] - bulge], tip, [mid[0], mid[1] + bulge]]);
  });
  return stack(
    fill(bole, paint),
    fronds.map((frond) => cut(frond, paint, seam, 3)),
    fill(circle(...top, height * 0.045), paint),
  );
}

export function grass(
  x: number,
  y: number,
  w: number,
  count: number,
  height: number,
  paint: string,
  seed: number,
): string {
  const { between: roll } = dice(seed);
  const blades = range(count).map(() => {
    const [at, tall, sway] = [x + roll(0, w), height * roll(0.5, 1), roll(-0.35, 0.35)];
    return `M${num(at)} ${num(y)}q${num(sway * tall * 0.2)} ${num(-tall * 0.6)} ${num(sway * tall)} ${num(-tall)}`;
  });
  return line(blades.join(''), paint, 4);
}

/** A ridge across the whole sheet through the given heights, filled to the foot. */
export function ridge(heights: readonly number[], foot: number = HEIGHT): string {
  const step = WIDTH / (heights.length - 1);
  const top = heights.map((y, i): Point => [i * step, y]);
  return `${curve([[-step, heights[0] ?? 0], ...top, [WIDTH + step, heights.at(-1) ?? 0]])}V${num(foot)}H${num(-step)}Z`;
}

/** A pot plant, sapling or vine: a stem with paired leaves. */
export function sprig(
  from: Point,
  to: Point,
  pairs: number,
  leafSize: number,
  leaf: string,
  stem: string = INK,
): string {
  const turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  const blades = range(pairs).flatMap((i) => {
    const [x, y] = between(from, to, (i + 1) / pairs);
    const scale = leafSize * mix(1, 0.6, i / pairs);
    return [-48, 48].map((spread) => blob(placed('0,0 .35,-.26 1,0 .35,.26', { x, y, scale, turn: turn + spread })));
  });
  return stack(
    line(polyline([from, to]), stem, Math.max(leafSize * 0.13, 4)),
    blades.map((blade) => cut(blade, leaf, PAPER, 2.5)),
  );
}

/** A tree without leaves: each bough forks in two until the twigs run out. */
export function bareTree(
  from: Point,
  length: number,
  degrees: number,
  width: number,
  paint: string,
  depth = 5,
): string {
  const to = polar(from, degrees, length);
  const limb = line(polyline([from, to]), paint, width);
  if (depth === 0) return limb;
  return stack(
    limb,
    [-26, 22].map((lean, i) =>
      bareTree(to, length * (i ? 0.72 : 0.78), degrees + lean, width * 0.66, paint, depth - 1),
    ),
  );
}
