import { birds } from '../kit/animals.ts';
import { skyline, waterTank } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import { sprig } from '../kit/nature.ts';
import { sari, shirt } from '../kit/outfits.ts';
import { arc, box, circle, curve, ellipse, mix, type Point, placed, polygon, polyline, segment } from '../kit/path.ts';
import { STANDING } from '../kit/poses.ts';
import { cut, dots, fill, INK, line, NEWSPRINT, OVERPRINT, PAPER, RED, sheet, stack, WIDTH } from '../kit/print.ts';
import { nth, range } from '../kit/random.ts';
import { CHILD } from '../kit/skeleton.ts';
import { wire } from '../kit/street.ts';
import { ground, rays, wash } from '../kit/texture.ts';
import { COPPER } from '../kit/tints.ts';
import { cloud } from '../kit/weather.ts';

/** A square cooking-oil tin, its lid cut off and its label still on. */
function oilTin(x: number, foot: number, w: number, h: number, label: string): string {
  const [left, top] = [x - w / 2, foot - h];
  const badge: Point = [x - w * 0.08, foot - h * 0.5];
  return stack(
    cut(box(left, top, w, h), PAPER, INK, 7),
    fill(box(x + w * 0.22, top, w * 0.28, h), dots(INK, 40)),
    line(
      segment(left, foot - h * 0.9, left + w, foot - h * 0.9) + segment(left, foot - h * 0.1, left + w, foot - h * 0.1),
      INK,
      4,
    ),
    cut(circle(...badge, w * 0.27), label, INK),
    line(rays(badge, w * 0.2, 10), PAPER, 2),
    fill(circle(...badge, w * 0.09), PAPER),
    fill(ellipse(x, top, w * 0.48, h * 0.05), INK),
  );
}

function fruit(x: number, y: number, r: number): string {
  const stalk = placed('-.6,-1 0,-.72 .6,-1', { x, y, scale: r });
  return stack(
    cut(circle(x, y, r), RED),
    line(arc(x, y, r * 0.66, 190, 250), PAPER, r * 0.14),
    line(polyline(stalk) + segment(x, y - r * 0.72, x, y - r * 1.3), INK, r * 0.18),
  );
}

const LEAF = '0,0 .1,-.22 .3,-.16 .36,-.38 .58,-.26 .7,-.36 1,0 .7,.3 .58,.22 .36,.36 .3,.14 .1,.2';

/** Places on the plant, in its own height: across from the stem, up from the tin, and how big. */
const FRUIT = [
  [-0.14, 0.36, 46],
  [0.13, 0.5, 42],
  [0.2, 0.26, 50],
  [-0.11, 0.64, 36],
  [-0.23, 0.2, 38],
  [0.08, 0.76, 30],
] as const;

/** A tomato plant staked in its tin: lobed leaves left and right, fruit between them. */
function tomatoPlant(x: number, foot: number, height: number): string {
  const stem = placed('0,0 -.02,-.4 .015,-.7 0,-1', { x, y: foot, scale: height });
  const leafAt = (i: number): string => {
    const t = (i + 0.6) / 9;
    const left = i % 2 === 0;
    const place = {
      x: x + (left ? -6 : 8),
      y: foot - height * t,
      scale: height * mix(0.36, 0.2, t),
      turn: left ? 194 - i * 3 : i * 2 - 18,
    };
    const rib = placed('0,0 .85,0', place);
    return cut(polygon(placed(LEAF, place)), nth([INK, INK, OVERPRINT], i)) + line(polyline(rib), PAPER, 4);
  };
  return stack(
    line(segment(x + 26, foot, x + 26, foot - height * 1.04), OVERPRINT, 12),
    line(curve(stem), INK, 16),
    range(9).map(leafAt),
    FRUIT.map(([across, up, r]) => fruit(x + across * height, foot - up * height, r)),
  );
}

function potted(x: number, height: number, pairs: number, leaf: string, label: string): string {
  return sprig([x, 830], [x + 8, 830 - height], pairs, 88, leaf) + oilTin(x, 1000, 170, 180, label);
}

const gardener = (): string =>
  person({
    x: 1230,
    y: 1040,
    height: 780,
    flip: true,
    outfit: sari(RED, PAPER, INK),
    pose: { ...STANDING, neck: [0.35, 6.05], feet: '-0.3,0 0.4,0', hands: '1.75,5 1.4,4.5', bow: 12 },
    holding: (at) =>
      stack(
        cut(polygon([at(1.45, 5.3), at(2.05, 5.75), at(2.3, 4.85), at(1.8, 4.5)]), COPPER),
        line(curve([at(2.1, 5.4), at(2.55, 5), at(2.75, 3.5)]), PAPER, 10),
        line(curve([at(2.14, 5.4), at(2.72, 4.9), at(2.95, 3.6)]), PAPER, 6),
      ),
  });

function roofGardens(): string {
  const parapet = 830;
  return sheet(
    NEWSPRINT,
    wash(60, 720, 0, 0.5, COPPER),
    wire([-20, 180], [1620, 130], 60, INK, 4),
    birds('330,176 420,182 1180,168', 26, INK),
    cloud(1130, 330, 380, PAPER, 5, NEWSPRINT),
    skyline({ foot: parapet, low: 150, high: 330, paint: dots(INK, 50, NEWSPRINT), seed: 51 }),
    fill(box(1390, parapet - 50, 230, 60), INK),
    waterTank(1500, parapet - 44, 190),
    ground(parapet + 30, OVERPRINT, 0.05, 0.7),
    cut(box(-20, parapet - 26, WIDTH + 40, 60), PAPER, INK, 6),
    potted(120, 250, 3, INK, RED),
    potted(350, 330, 4, COPPER, COPPER),
    potted(900, 260, 3, INK, RED),
    tomatoPlant(640, 780, 640),
    oilTin(640, 1030, 270, 290, RED),
    gardener(),
    person({
      x: 1440,
      y: 1045,
      height: 440,
      flip: true,
      outfit: { ...shirt(PAPER, INK), build: CHILD },
      pose: { ...STANDING, hands: '0.9,4.1 1,4.2', bow: -14 },
      holding: (at) => oilTin(...at(1.3, 3.2), 90, 100, COPPER),
    }),
  );
}

export const gardening: Record<string, () => string> = {
  'roof-gardens': roofGardens,
};
