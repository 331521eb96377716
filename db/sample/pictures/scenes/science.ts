import { skyline, waterTank } from '../kit/buildings.ts';
import { person, rod } from '../kit/figures.ts';
import { ridge } from '../kit/nature.ts';
import { pinafore, salwar, shirt } from '../kit/outfits.ts';
import {
  arc,
  blob,
  box,
  circle,
  curve,
  ellipse,
  num,
  type Point,
  placed,
  placedAt,
  points,
  polar,
  polygon,
  roundBox,
  segment,
  taper,
} from '../kit/path.ts';
import { BENDING, STANDING } from '../kit/poses.ts';
import {
  clipped,
  cut,
  dots,
  fill,
  INK,
  line,
  NEWSPRINT,
  OVERPRINT,
  PAPER,
  RED,
  sheet,
  stack,
  WIDTH,
} from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { CHILD, WOMAN } from '../kit/skeleton.ts';
import { around, ground, halftone, halo, slope, wash } from '../kit/texture.ts';
import { SEA } from '../kit/tints.ts';
import { cloud, rain, ripples } from '../kit/weather.ts';

const FROG_SPOTS = [
  [-0.4, -0.06, 0.1],
  [-0.12, -0.24, 0.12],
  [0.14, -0.12, 0.08],
  [-0.62, 0.18, 0.08],
  [0.1, -0.42, 0.06],
] as const;

/** A frog from the side, its nose to the right; `size` is half its length. */
function frog(x: number, y: number, size: number, skin: string, belly: string): string {
  const place = { x, y, scale: size };
  const put = (outline: string): Point[] => placed(outline, place);
  const at = (px: number, py: number): Point => placedAt(px, py, place);
  const foot = (ankle: Point, degrees: number): string =>
    stack(
      [-34, -8, 18].map((spread) => {
        const tip = polar(ankle, degrees + spread, size * 0.24);
        return cut(taper(ankle, tip, size * 0.035, size * 0.025) + circle(...tip, size * 0.05), skin, PAPER, 4);
      }),
    );
  const limb = (from: Point, to: Point, degrees: number, thick: number, thin: number): string =>
    foot(to, degrees) + cut(taper(from, to, size * thick, size * thin), skin);
  const trunk = blob(
    put('-.92,.42 -.86,.08 -.5,-.3 -.05,-.5 .28,-.6 .6,-.56 .92,-.34 1.02,-.16 .88,.02 .66,.16 .5,.46 .1,.58 -.5,.6'),
  );
  return stack(
    limb(at(0.12, 0.2), at(-0.1, 0.6), 4, 0.1, 0.06),
    cut(trunk, skin, PAPER, 6),
    clipped(
      trunk,
      fill(blob(put('1.1,-.1 .7,.0 .3,.2 .1,.8 .8,.7 1.1,.3')), belly),
      halftone(slope(at(0, -0.2), at(-0.3, 0.6), 0, 0.7), { pitch: 13, area: around([x, y], size) }),
      FROG_SPOTS.map(([px, py, r]) => fill(ellipse(...at(px, py), r * size, r * size * 0.75), INK)),
    ),
    line(curve(put('1.0,-.13 .8,-.12 .56,-.2 .42,-.16')), INK, size * 0.025),
    fill(circle(...at(0.92, -0.3), size * 0.018), INK),
    frogEye(at, size, skin),
    limb(at(0.46, 0.22), at(0.4, 0.62), 14, 0.12, 0.07),
    limb(at(-0.86, 0.5), at(-0.46, 0.6), 12, 0.09, 0.06),
    cut(blob(put('-.94,.52 -.98,.24 -.72,-.02 -.4,.08 -.3,.3 -.5,.5')), skin),
  );
}

const frogEye = (at: (x: number, y: number) => Point, size: number, skin: string): string =>
  stack(
    cut(circle(...at(0.5, -0.5), size * 0.19), skin),
    cut(circle(...at(0.53, -0.51), size * 0.13), RED, INK, 6),
    fill(ellipse(...at(0.54, -0.51), size * 0.085, size * 0.05), INK),
    fill(circle(...at(0.59, -0.55), size * 0.022), PAPER),
  );

const LENS = { x: 800, y: 520, r: 365 };

function lilyPad(x: number, y: number, rx: number): string {
  const [from, to] = [`${num(x + rx * 0.9)} ${num(y - rx * 0.12)}`, `${num(x + rx * 0.96)} ${num(y + rx * 0.08)}`];
  return cut(`M${x} ${y}L${from}A${rx} ${num(rx * 0.26)} 0 1 1 ${to}Z`, INK, PAPER, 4);
}

function magnifier(): string {
  const { x, y, r } = LENS;
  const glass = circle(x, y, r);
  const veins = range(7).map((i) => segment(790, 780, 520 + i * 80, 860 - Math.abs(i - 3) * 10));
  return stack(
    cut(taper([1075, 800], [1250, 975], 34, 46), INK, PAPER, 6),
    cut(glass, PAPER, INK, 10),
    clipped(
      glass,
      fill(box(400, 690, 800, 300), dots(SEA, 50, PAPER)),
      halftone(halo([x, y - 40], 180, r, 0, 0.6), { paint: SEA, area: around([x, y], r) }),
      lilyPad(790, 780, 330),
      line(veins.join(''), SEA, 4),
      frog(770, 590, 255, SEA, PAPER),
    ),
    line(glass, PAPER, 44),
    line(glass, INK, 32),
    line(arc(x, y, r - 44, 200, 245), PAPER, 12),
    cut(blob('1196,930 1226,896 1290,918 1310,970 1270,1010 1214,990'), OVERPRINT),
    line('M1216 918L1262 972M1240 906L1288 956', PAPER, 4),
  );
}

const finders = (): string =>
  stack(
    person({
      x: 235,
      y: 1190,
      height: 760,
      outfit: pinafore(RED),
      pose: { ...STANDING, neck: [0.5, 5.95], hip: [-0.2, 3.7], hands: '1.5,4.3 1.1,3.9', bow: 12 },
    }),
    person({
      x: 60,
      y: 1200,
      height: 880,
      outfit: { ...shirt(PAPER, INK, { hair: 'bun', glasses: true }), build: WOMAN },
      pose: { ...STANDING, neck: [0.3, 6.05], hands: '1.5,5 0.6,3.6', bow: 12 },
    }),
    person({
      x: 1370,
      y: 1180,
      height: 780,
      flip: true,
      outfit: { ...shirt(PAPER, RED), build: CHILD },
      pose: { ...STANDING, neck: [0.5, 5.95], hip: [-0.2, 3.7], hands: '2,4.1 1.3,4.6', bow: 14 },
    }),
  );

function lakeFrog(): string {
  return sheet(
    NEWSPRINT,
    wash(60, 430, 0, 0.5, SEA),
    skyline({ foot: 440, low: 90, high: 280, paint: INK, pane: SEA, seed: 18 }),
    ground(435, SEA, 0, 0.7),
    ripples(0, 450, 1600, 540, 60, PAPER, 2),
    lilyPad(180, 880, 120),
    lilyPad(1420, 640, 90),
    lilyPad(330, 610, 80),
    lilyPad(1300, 960, 130),
    finders(),
    magnifier(),
  );
}

const ANEMOMETER: Point = [800, 250];

/** A mast with spinning cups; `s` is its scale. */
function weatherMast(x: number, foot: number, h: number, s: number): string {
  const head = foot - h - 14 * s;
  const cup = (dx: number): string => {
    const [cx, r] = [x + dx * s, 26 * s];
    const half = `M${num(cx)} ${num(head - r)}A${num(r)} ${num(r)} 0 0 ${dx < 0 ? 0 : 1} ${num(cx)} ${num(head + r)}Z`;
    return cut(half, dx === 0 ? INK : RED, PAPER, 4 * s);
  };
  const legs = segment(x - 46 * s, foot, x, foot - h * 0.4) + segment(x + 46 * s, foot, x, foot - h * 0.4);
  return stack(
    line(segment(x, foot, x, foot - h) + legs, INK, 12 * s),
    line(segment(x - 80 * s, foot - h * 0.9, x + 80 * s, foot - h * 0.9), INK, 9 * s),
    [-60, 0, 60].map(cup),
    line(segment(x - 64 * s, head, x + 64 * s, head), INK, 6 * s),
  );
}

const instruments = (): string =>
  stack(
    weatherMast(800, 960, 690, 1.4),
    cut(roundBox(742, 600, 116, 130, 10), PAPER, INK, 7),
    fill(circle(800, 650, 30), SEA),
    line('M800 650L816 630', INK, 6),
    line('M762 700H838', RED, 8),
    cut(polygon('880,520 1010,470 1010,560 880,610'), INK, PAPER, 6),
    line('M922 504V594M966 487V577M880 565L1010 515', SEA, 4),
    line('M800 560L880 560', INK, 9),
  );

const rainGauge = (): string =>
  cut(box(395, 860, 90, 150), PAPER, INK, 6) +
  fill(box(405, 930, 70, 72), SEA) +
  line('M398 860L380 830H500L482 860', INK, 7);

const students = (): string =>
  stack(
    person({
      x: 560,
      y: 990,
      height: 560,
      outfit: salwar(PAPER, INK, RED),
      pose: { ...STANDING, hands: '2,5.3 1.6,4.7', neck: [0.3, 6.1], bow: -10 },
      holding: (at) => rod(at(1.9, 5.1), at(2.5, 5.5), 12, INK),
    }),
    person({
      x: 1050,
      y: 990,
      height: 580,
      flip: true,
      outfit: shirt(RED, INK, { hair: 'short', glasses: true }),
      pose: { ...STANDING, hands: '1,4.4 1.1,4.6', bow: 16 },
      holding: (at) => cut(polygon([at(0.7, 4.9), at(1.7, 5.2), at(1.7, 4.4), at(0.7, 4.1)]), INK),
    }),
    person({ x: 300, y: 1010, height: 540, outfit: shirt(SEA, INK), pose: { ...BENDING, hands: '1.7,2.3 1.9,2.5' } }),
  );

function monsoonRadar(): string {
  const roof = 800;
  return sheet(
    NEWSPRINT,
    wash(0, 640, 0.95, 0.1, SEA),
    cloud(330, 160, 720, INK, 4, NEWSPRINT),
    cloud(1260, 140, 820, INK, 7, NEWSPRINT),
    cloud(800, 90, 520, INK, 11, NEWSPRINT),
    rain(60, INK, 4, -0.3, 3),
    cut(ridge([600, 520, 590, 500, 610, 520, 600], 900), dots(INK, 40, SEA), NEWSPRINT),
    [170, 260, 350, 440, 530, 620].map((r, i) => line(arc(...ANEMOMETER, r, 196, 344), i % 2 ? PAPER : RED, 10 - i)),
    points('150,560 390,480 1230,470 1470,570').map(
      ([x, y]) => weatherMast(x, y + 40, 130, 0.5) + line(segment(x, y - 110, ...ANEMOMETER), RED, 5, { dash: '4 16' }),
    ),
    ground(roof, OVERPRINT, 0, 0.7),
    cut(box(-20, roof - 26, WIDTH + 40, 46), PAPER, INK, 6),
    waterTank(1450, roof - 20, 170),
    instruments(),
    students(),
    rainGauge(),
  );
}

export const science: Record<string, () => string> = {
  'lake-frog': lakeFrog,
  'monsoon-radar': monsoonRadar,
};
