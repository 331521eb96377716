import { skyline } from '../kit/buildings.ts';
import { digits } from '../kit/clocks.ts';
import { crowd } from '../kit/crowd.ts';
import { person } from '../kit/figures.ts';
import { strip } from '../kit/outfits.ts';
import { box, circle, curve, ellipse, polygon, polyline, roundBox, segment } from '../kit/path.ts';
import { RUNNING, STANDING } from '../kit/poses.ts';
import {
  clipped,
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
  turned,
  WIDTH,
} from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { CHILD, WOMAN } from '../kit/skeleton.ts';
import { band, halftone, halo, slope, wash } from '../kit/texture.ts';
import { OCHRE } from '../kit/tints.ts';
import { bus } from '../kit/vehicles.ts';
import type { Outfit } from '../kit/wardrobe.ts';

function hoop(x: number, y: number, size: number, board: string, rim: string): string {
  const net = range(6).map((i) =>
    segment(x - size + (i * size) / 2.5, y, x - size * 0.6 + (i * size * 1.2) / 5, y + size * 1.3),
  );
  const bands = [0.35, 0.75, 1.2].map(
    (t) => `M${x - size * (1 - t * 0.3)} ${y + size * t}H${x + size * (1 - t * 0.3)}`,
  );
  return stack(
    cut(roundBox(x - size * 2.1, y - size * 2.5, size * 4.2, size * 2.9, 8), board, INK, 12),
    line(box(x - size * 0.8, y - size * 1.45, size * 1.6, size * 1.15), INK, 8),
    line(net.join('') + bands.join(''), INK, 4),
    line(ellipse(x, y, size, size * 0.22), rim, 13),
  );
}

function gameBall(x: number, y: number, r: number): string {
  const ball = circle(x, y, r);
  return (
    cut(ball, OCHRE, INK, 8) +
    clipped(
      ball,
      line(
        `M${x} ${y - r}V${y + r}M${x - r} ${y}H${x + r}${circle(x - r * 1.15, y, r * 0.8)}${circle(x + r * 1.15, y, r * 0.8)}`,
        INK,
        4,
      ),
    )
  );
}

function stateFinalGirls(): string {
  const player = (jersey: string, shorts: string): Outfit => ({
    ...strip(jersey, shorts, { hair: 'plait' }),
    build: WOMAN,
    shoes: PAPER,
  });
  const floor = 800;
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, floor), INK),
    halftone(halo([1010, 330], 120, 800, 0.95, 0), {
      paint: PAPER,
      pitch: 18,
      area: band(0, floor),
    }),
    crowd({
      x: -20,
      y: 590,
      w: 1660,
      rows: 5,
      size: 46,
      paints: [INK, RED, OCHRE, INK, OVERPRINT],
      heads: [INK],
      seed: 21,
      cheering: 0.25,
    }),
    fill(box(0, floor, WIDTH, 300), OCHRE),
    range(12).map((i) => line(segment(800 + (i - 5.5) * 110, floor, 800 + (i - 5.5) * 300, HEIGHT), OVERPRINT, 3)),
    cut(roundBox(110, 90, 330, 170, 14), INK, OCHRE, 10),
    digits('57', 146, 135, 40, RED),
    digits('56', 294, 135, 40, PAPER),
    line(polyline('1360,800 1360,330 1240,250'), INK, 30),
    hoop(1150, 380, 88, PAPER, RED),
    person({ x: 330, y: 935, height: 610, outfit: player(PAPER, INK), pose: { ...RUNNING, hands: '1.8,6.4 0.6,4.3' } }),
    person({
      x: 1260,
      y: 950,
      height: 640,
      flip: true,
      outfit: player(PAPER, INK),
      pose: {
        ...STANDING,
        hip: [-0.2, 3.75],
        neck: [0.2, 6.1],
        feet: '-0.7,0.1 0.5,0',
        hands: '0.9,8.1 1.5,7.8',
        elbows: [1, 1],
        bow: -20,
      },
    }),
    fill(ellipse(760, 1000, 150, 16), dots(INK, 60)),
    person({
      x: 770,
      y: 905,
      height: 620,
      outfit: player(RED, RED),
      pose: {
        ...RUNNING,
        hip: [0, 4],
        neck: [0.55, 6.3],
        feet: '-1.4,0.55 1,2.3',
        toes: [-70, -15],
        hands: '1.7,8.5 1.1,6.2',
        elbows: [1, -1],
        bow: -18,
      },
    }),
    gameBall(940, 140, 56),
  );
}

function flyoverCourt(): string {
  const deck = 'M-20 110C500 150 1050 240 1640 520V300C1050 60 500 -10 -20 -40Z';
  const pillar = (x: number, top: number, foot: number, w: number): string =>
    cut(
      `${curve([
        [x - w * 1.7, top],
        [x - w * 0.7, top + w * 1.1],
        [x - w / 2, foot],
      ])}H${x + w / 2}${curve([
        [x + w / 2, foot],
        [x + w * 0.7, top + w * 1.1],
        [x + w * 1.7, top],
      ]).replace('M', 'L')}Z`,
      INK,
      NEWSPRINT,
      6,
    );
  const kid = (jersey: string): Outfit => ({ ...strip(jersey, INK), build: CHILD, shoes: PAPER });
  return sheet(
    NEWSPRINT,
    wash(200, 700, 0, 0.55, OCHRE),
    skyline({ foot: 720, low: 120, high: 300, paint: OVERPRINT, pane: OCHRE, seed: 6 }),
    fill(box(0, 715, WIDTH, 360), INK),
    offPlate(fill(polygon('380,725 1260,725 1600,1075 40,1075'), RED)),
    line('M380 735H1250M300 800L1300 800M560 1067L690 735M1060 1067L960 735', PAPER, 7),
    line(ellipse(810, 900, 210, 66), PAPER, 7),
    pillar(1420, 360, 760, 92),
    pillar(980, 220, 725, 60),
    pillar(260, 90, 860, 150),
    fill(deck, INK),
    line('M-20 110C500 150 1050 240 1640 520', NEWSPRINT, 8),
    halftone(slope([0, 120], [220, 420], 0, 0.45), {
      paint: OCHRE,
      inside: deck,
      area: band(0, 520),
    }),
    turned(21, 1330, 204, bus(1330, 204, 0.4, RED, PAPER)),
    hoop(465, 430, 64, PAPER, RED),
    line(polyline('335,400 335,350'), INK, 20),
    person({
      x: 1130,
      y: 890,
      height: 330,
      flip: true,
      outfit: kid(OCHRE),
      pose: { ...STANDING, hands: '1.5,5 1.3,4.7', feet: '-0.6,0 0.6,0' },
    }),
    person({
      x: 480,
      y: 1010,
      height: 400,
      outfit: kid(PAPER),
      pose: { ...STANDING, feet: '-0.7,0 0.8,0', hands: '1.9,5.9 1.6,5.2' },
    }),
    person({
      x: 830,
      y: 930,
      height: 430,
      flip: true,
      outfit: kid(PAPER),
      pose: {
        ...RUNNING,
        hip: [0, 3.9],
        neck: [0.2, 6.2],
        feet: '-0.9,0.3 0.2,0.7',
        toes: [-60, -40],
        hands: '1,8.2 0.7,7.9',
        elbows: [1, 1],
        bow: -25,
      },
    }),
    gameBall(700, 360, 40),
  );
}

export const basketball: Record<string, () => string> = {
  'state-final-girls': stateFinalGirls,
  'flyover-court': flyoverCourt,
};
