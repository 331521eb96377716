import { crowd } from '../kit/crowd.ts';
import { person, rod } from '../kit/figures.ts';
import type { Look } from '../kit/heads.ts';
import { tree } from '../kit/nature.ts';
import { shirt } from '../kit/outfits.ts';
import { type Box, box, circle, polygon, polyline, segment, taper } from '../kit/path.ts';
import { FACING, SQUATTING, STANDING } from '../kit/poses.ts';
import {
  cut,
  dots,
  fill,
  fine,
  HEIGHT,
  INK,
  line,
  NEWSPRINT,
  NIGHT,
  OVERPRINT,
  offPlate,
  PAPER,
  RED,
  sheet,
  stack,
  WIDTH,
} from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { WOMAN } from '../kit/skeleton.ts';
import { around, halftone, halo, hatching, slope, wash } from '../kit/texture.ts';
import { OCHRE } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';

/** Lamps lashed to a bamboo mast, as hired for a wedding. */
function floodlights(x: number, foot: number, top: number): string {
  const lamps = range(3).flatMap((row) => [-1, 0, 1].map((column) => [x + column * 62, top + row * 62] as const));
  return stack(
    lamps.map(([lx, ly]) => fill(circle(lx, ly, 36), dots(PAPER, 45))),
    rod([x, foot], [x, top - 50], 14, OCHRE, INK),
    [0, 1, 2].map((row) => rod([x - 100, top + row * 62], [x + 100, top + row * 62], 9, OCHRE, INK)),
    lamps.map(([lx, ly]) => cut(circle(lx, ly, 23), PAPER, INK, 8)),
  );
}

function wicket(x: number, foot: number, height: number): string {
  return stack(
    [-1, 0, 1].map((i) =>
      rod([x + i * height * 0.15, foot], [x + i * height * 0.15, foot - height], height * 0.07, PAPER, INK),
    ),
  );
}

const BOUNDARY = 690;

const nightKit = (paint: string): Outfit => ({
  ...shirt(paint, PAPER, { hair: 'helmet', hairPaint: paint }),
  guards: PAPER,
  seam: INK,
  shoes: PAPER,
});

const floodlit = (x: number): string =>
  halftone(halo([x, 190], 40, 430, 0.75, 0), {
    paint: OCHRE,
    pitch: 17,
    area: { x: x - 450, y: 0, w: 900, h: BOUNDARY },
  }) + floodlights(x, BOUNDARY, 130);

const keeper = (): string =>
  person({
    x: 300,
    y: 965,
    height: 560,
    outfit: nightKit(OCHRE),
    pose: { ...SQUATTING, hip: [-0.3, 2], neck: [1.2, 3.7], hands: '2.2,3 2.3,3.2', feet: '-0.5,0 0.5,0', bow: -30 },
  });

const winningHit = (): string =>
  stack(
    person({
      x: 800,
      y: 1000,
      height: 700,
      outfit: nightKit(RED),
      pose: {
        ...STANDING,
        hip: [-0.1, 3.35],
        neck: [0.25, 5.7],
        feet: '-1.25,0.15 0.85,0',
        toes: [-35, 14],
        hands: '1.75,6.2 1.85,6.35',
        bow: -24,
      },
      holding: (at) =>
        rod(at(1.7, 6), at(2.05, 7), 18, INK) + cut(taper(at(2.1, 7.1), at(2.55, 8.6), 25, 31), PAPER, INK, 6),
    }),
    line(polyline('1090,196 1180,146'), PAPER, 7, { dash: '2 20' }),
    cut(circle(1216, 126, 30), RED, PAPER, 8),
  );

function nightFinal(): string {
  return sheet(
    INK,
    floodlit(250),
    floodlit(1350),
    crowd({
      x: -20,
      y: 575,
      w: 1660,
      rows: 3,
      size: 40,
      paints: [OVERPRINT, RED, NIGHT, INK],
      heads: [INK],
      seam: OCHRE,
      seed: 4,
      cheering: 0.3,
    }),
    fill(box(0, BOUNDARY, WIDTH, HEIGHT - BOUNDARY), OCHRE),
    wash(BOUNDARY, HEIGHT - 60, 0.55, 0),
    offPlate(fill(polygon('200,900 1400,900 1640,1075 -40,1075'), PAPER)),
    line(segment(120, 985, 1480, 985), INK, 5),
    keeper(),
    wicket(560, 965, 210),
    winningHit(),
  );
}

/** Two sets of strands crossed, hung between four corners. */
function netting(corners: string, area: Box, gap: number): string {
  return [45, -45].map((angle) => hatching(polygon(corners), area, { gap, width: 2.5, angle })).join('');
}

const GROUND_LINE = 730;

const whites = (paint: string, look: Look = { hair: 'plait' }): Outfit => ({
  ...shirt(paint, INK, look),
  build: WOMAN,
  shoes: PAPER,
});

function dawn(): string {
  const sun = circle(860, 520, 330);
  return stack(
    offPlate(fill(sun, OCHRE)),
    halftone(slope([0, 480], [0, GROUND_LINE], 0, 0.75), { paint: RED, inside: sun, area: around([860, 520], 340) }),
    tree({ x: 80, ground: GROUND_LINE, height: 300, spread: 285, leaf: INK, seed: 5 }),
    tree({ x: 1480, ground: GROUND_LINE, height: 340, spread: 323, leaf: INK, seed: 8 }),
    tree({ x: 1270, ground: GROUND_LINE, height: 220, spread: 209, leaf: INK, seed: 3 }),
  );
}

const nets = (): string =>
  stack(
    netting('1180,250 1600,120 1600,1000 1180,760', { x: 1180, y: 100, w: 420, h: 920 }, 34),
    netting('560,330 420,250 420,800 560,740', { x: 400, y: 230, w: 180, h: 600 }, 30),
    ['1180,770 1180,235', '560,745 560,320', '420,810 420,235'].map((mast) => line(polyline(mast), INK, 12)),
    line(polyline('420,240 560,325 1180,240 1610,105'), INK, 5),
  );

const batter = (): string =>
  wicket(1060, 800, 120) +
  person({
    x: 1000,
    y: 812,
    height: 330,
    flip: true,
    outfit: { ...whites(RED, { hair: 'helmet', hairPaint: RED }), guards: PAPER },
    pose: { ...STANDING, hip: [-0.3, 3.5], neck: [0.4, 5.8], feet: '-0.7,0 0.7,0', hands: '0.7,3.3 0.75,3.5', bow: 5 },
    holding: (at) =>
      rod(at(0.7, 3.4), at(0.45, 2.6), 8, INK) + cut(taper(at(0.4, 2.5), at(-0.2, 0.4), 11, 14), PAPER, INK),
  });

const bowler = (): string =>
  person({
    x: 690,
    y: 985,
    height: 720,
    outfit: whites(PAPER),
    pose: {
      ...STANDING,
      hip: [-0.1, 3.6],
      neck: [0.35, 5.95],
      feet: '-1.75,0.75 1.35,0.02',
      toes: [-60, 18],
      hands: '0.75,8.5 1.5,4.7',
      elbows: [1, -1],
      bow: -6,
    },
  }) + cut(circle(770, 120, 25), RED, PAPER, 6);

function girlsNets(): string {
  return sheet(
    NEWSPRINT,
    dawn(),
    fill(box(0, GROUND_LINE, WIDTH, HEIGHT - GROUND_LINE), fine(INK, 14, PAPER)),
    offPlate(fill(polygon('660,740 980,740 1330,1080 200,1080'), OCHRE)),
    nets(),
    [RED, PAPER, OCHRE].map((paint, i) =>
      person({
        x: 150 + i * 90,
        y: 850 + i * 14,
        height: 330,
        pose: { ...FACING, hands: '-0.7,4 0.9,3.2' },
        outfit: whites(paint),
      }),
    ),
    batter(),
    bowler(),
  );
}

export const cricket: Record<string, () => string> = {
  'night-final': nightFinal,
  'girls-nets': girlsNets,
};
