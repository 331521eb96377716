import { tiledHouse } from '../kit/buildings.ts';
import { person, rod } from '../kit/figures.ts';
import { palm, ridge, sprig, tree } from '../kit/nature.ts';
import { dhoti, kurta, lungi, salwar, sari } from '../kit/outfits.ts';
import { blob, circle, curve, ellipse, type Point, placed, points, polygon, polyline, segment } from '../kit/path.ts';
import { BENDING, SQUATTING, STANDING, STROLLING } from '../kit/poses.ts';
import {
  cut,
  dots,
  fill,
  HEIGHT,
  INK,
  line,
  NEWSPRINT,
  OVERPRINT,
  offPlate,
  PAPER,
  RED,
  sheet,
  stack,
} from '../kit/print.ts';
import { pot } from '../kit/props.ts';
import { range } from '../kit/random.ts';
import type { Pose } from '../kit/skeleton.ts';
import { band, halftone, slope, wash } from '../kit/texture.ts';
import { MOSS } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';
import { ripples } from '../kit/weather.ts';

/** A terrace cut into the hill, its edge and the stones of its wall. */
function terrace(y: number, paint: string, dip: number): string {
  const edge = (drop: number): string => `M0 ${y + drop}Q420 ${y - 50 + drop} 800 ${y + dip + drop}T1600 ${y + drop}`;
  return stack(
    fill(`${edge(0)}V1067H0Z`, paint),
    line(edge(0), PAPER, 7),
    line(edge(18), INK, 3, { dash: '30 12 12 16' }),
  );
}

const apple = ([x, y]: Point): string =>
  cut(blob(placed('0,-26 24,-34 40,-6 24,34 0,28 -24,34 -40,-6 -24,-34', { x, y })), RED, PAPER, 4) +
  line(curve(placed('0,-28 4,-44 14,-52', { x, y })), INK, 5);

const ORCHARD = '1010,250 1110,340 905,330 1220,260 1000,420 1290,380 1150,190 1190,460 850,430 1090,500 1330,490';

const picker = (): string =>
  person({
    x: 830,
    y: 985,
    height: 620,
    outfit: salwar(PAPER, INK, RED, { hair: 'veil', hairPaint: RED }),
    pose: {
      ...STANDING,
      hip: [-0.1, 3.7],
      neck: [0.15, 6.1],
      feet: '-0.4,0 0.4,0',
      hands: '0.9,4.9 1.5,7.8',
      elbows: [-1, 1],
      bow: -22,
    },
    holding: (at) => {
      const canes = range(4).map((i) =>
        polyline([at(-1.65 + i * 0.12, 5.5 - i * 0.5), at(-0.4 - i * 0.05, 5.5 - i * 0.5)]),
      );
      return stack(
        cut(polygon([at(-1.75, 5.9), at(-0.35, 5.9), at(-0.55, 3.6), at(-1.3, 3.6)]), OVERPRINT),
        line(canes.join(''), PAPER, 4),
        [-1.5, -1.05, -0.65].map((x) => cut(circle(...at(x, 6), 24), RED)),
      );
    },
  });

function appleGrowers(): string {
  return sheet(
    NEWSPRINT,
    offPlate(fill(circle(380, 250, 130), RED)),
    cut(ridge([520, 330, 450, 250, 430, 300, 480], 900), dots(INK, 26, PAPER), NEWSPRINT, 4),
    cut(ridge([600, 480, 580, 470, 590, 520, 600], 900), dots(INK, 60, MOSS), NEWSPRINT),
    terrace(650, MOSS, 30),
    range(8).map((i) =>
      tree({ x: 90 + i * 120, ground: 660 + (i % 2) * 6, height: 110, spread: 90, leaf: INK, seed: i + 1 }),
    ),
    terrace(760, OVERPRINT, 20),
    range(7).map((i) => sprig([60 + i * 110, 790], [60 + i * 110, 726], 2, 26, MOSS)),
    terrace(880, MOSS, 10),
    wash(880, HEIGHT, 0, 0.7),
    tree({ x: 1110, ground: 960, height: 900, spread: 760, leaf: MOSS, nick: NEWSPRINT, seed: 13 }),
    points(ORCHARD).map(apple),
    picker(),
    person({
      x: 330,
      y: 1000,
      height: 620,
      outfit: kurta(INK, PAPER, { hair: 'cap', hairPaint: RED, moustache: true }),
      pose: { ...SQUATTING, hands: '1.9,0.9 2.1,0.8' },
      holding: (at) => sprig(at(2.3, 0), at(2.4, 3), 4, 62, MOSS),
    }),
    cut(ellipse(535, 1004, 90, 18), INK, NEWSPRINT, 4),
  );
}

function bund(): string {
  const bank = 'M-20 560Q300 520 700 590T1620 520V700Q1200 740 760 700T-20 690Z';
  return stack(
    cut(bank, OVERPRINT, PAPER, 6),
    halftone(slope([0, 540], [0, 700], 0, 0.6), { inside: bank, area: band(500, 720) }),
    range(5).map((i) => line(segment(1090 + i * 26, 600 + i * 22, 1430 - i * 6, 600 + i * 22), PAPER, 9)),
  );
}

/** Women coming down the steps for water. */
const waterCarrier = (x: number, y: number, paint: string): string =>
  person({
    x,
    y,
    height: 200,
    outfit: sari(paint, INK, INK),
    pose: { ...STROLLING, hands: '0.35,7.6 -0.3,3.3', elbows: [1, -1] },
  }) + pot(x + 6, y - 192, 54, INK);

/** A basket of silt, passed from hand to hand. */
function basket(x: number, y: number): string {
  const place = { x, y, scale: 58 };
  const bowl = blob(placed('-1,0 -.7,.55 0,.82 .7,.55 1,0 .5,.06 -.5,.06', place));
  return cut(bowl, OVERPRINT) + cut(blob(placed('-.9,0 -.3,-.5 .3,-.45 .9,0', place)), INK);
}

function chainOfHands(): string {
  const carriers: readonly (readonly [number, number, Outfit])[] = [
    [160, 985, sari(RED, PAPER, INK)],
    [390, 1005, lungi(PAPER, PAPER, { hair: 'turban', hairPaint: RED })],
    [620, 1020, sari(MOSS, RED, INK)],
    [850, 1025, lungi(PAPER, RED, { hair: 'turban', hairPaint: MOSS })],
    [1080, 1020, sari(RED, PAPER, INK)],
  ];
  const pose: Pose = {
    ...STANDING,
    hip: [-0.2, 3.7],
    neck: [0.2, 6.05],
    feet: '-0.6,0 0.6,0',
    hands: '1.55,4.5 1.6,4.7',
  };
  return stack(
    carriers.map(([x, y, outfit]) => person({ x, y, height: 500, outfit, pose })),
    carriers.map(([x, y]) => basket(x + 118, y - 322)),
  );
}

function tankRevival(): string {
  return sheet(
    NEWSPRINT,
    wash(80, 600, 0, 0.5, MOSS),
    range(9).map((i) => palm(60 + i * 190, 560, 250 + (i % 3) * 80, INK, (i % 2) * 20 - 10, NEWSPRINT)),
    tiledHouse(240, 570, 170, 130, PAPER, RED),
    tiledHouse(450, 575, 140, 110, PAPER, OVERPRINT),
    bund(),
    fill('M-20 690Q380 720 760 700T1620 690V860Q1100 830 800 850T-20 840Z', MOSS),
    ripples(0, 705, 1600, 130, 36, PAPER, 14),
    waterCarrier(1200, 632, RED),
    waterCarrier(1290, 660, PAPER),
    waterCarrier(1370, 684, RED),
    fill('M-20 840Q400 850 800 850T1620 850V1067H-20Z', NEWSPRINT),
    wash(850, HEIGHT, 0.1, 0.75, OVERPRINT),
    chainOfHands(),
    person({
      x: 1460,
      y: 1020,
      height: 500,
      flip: true,
      outfit: dhoti(PAPER, MOSS, { hair: 'bald', moustache: true }),
      pose: { ...BENDING, hands: '1.7,2.9 1.9,2.4' },
      holding: (at) =>
        rod(at(1.2, 3.9), at(2.5, 0.2), 13, OVERPRINT) +
        cut(polygon([at(2.2, 0.7), at(2.9, 0.5), at(2.7, -0.1), at(2.3, 0)]), INK),
    }),
  );
}

export const states: Record<string, () => string> = {
  'apple-growers': appleGrowers,
  'tank-revival': tankRevival,
};
