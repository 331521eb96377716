import { person } from '../kit/figures.ts';
import { sprig } from '../kit/nature.ts';
import { dhoti, kurta, salwar, shirt } from '../kit/outfits.ts';
import { arc, blob, box, curve, mix, placed, placedAt, polygon, segment, taper } from '../kit/path.ts';
import { STANDING, WALKING } from '../kit/poses.ts';
import {
  cut,
  dots,
  fill,
  INK,
  line,
  moved,
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
import { type Balance, balance, coin, panOf, sack, tub } from '../kit/props.ts';
import { dice, range } from '../kit/random.ts';
import { STOUT } from '../kit/skeleton.ts';
import { ground, wash } from '../kit/texture.ts';
import { SLATE } from '../kit/tints.ts';

function onion(x: number, y: number, r: number, paint: string): string {
  const place = { x, y, scale: r };
  const bulb = placed('0,-1.3 .16,-.92 .8,-.5 1,.05 .55,.78 0,.9 -.55,.78 -1,.05 -.8,-.5 -.16,-.92', place);
  const skins = [-0.5, 0, 0.5].map((t) =>
    curve([placedAt(0, -0.95, place), placedAt(t * 1.1, -0.1, place), placedAt(t * 0.3, 0.8, place)]),
  );
  return cut(blob(bulb), paint, INK) + line(skins.join(''), INK, 2.5);
}

function onionHeap(x: number, foot: number, half: number, height: number, r: number, seed: number): string {
  const { between: roll, pick } = dice(seed);
  const rows = Math.round(height / (r * 1.25));
  return stack(
    range(rows).map((j) => {
      const row = rows - 1 - j;
      const count = Math.max(Math.round(((half * 2) / (r * 1.75)) * (1 - (row / rows) ** 1.3)), 1);
      return range(count).map((i) =>
        onion(
          x + (i - (count - 1) / 2) * r * 1.75 + roll(-5, 5),
          foot - r - row * r * 1.25 + roll(-4, 4),
          r * roll(0.9, 1.08),
          pick([RED, RED, OVERPRINT]),
        ),
      );
    }),
  );
}

/** A cast-iron weight as the market uses them, narrower at the top. */
const weight = (x: number, foot: number, size: number): string =>
  cut(polygon(placed('-.4,0 -.28,-1 .28,-1 .4,0', { x, y: foot, scale: [80, size] })), SLATE);

function onionMandi(): string {
  const scale: Balance = { x: 800, y: 235, arm: 300, drop: 300, tip: 7 };
  const [[weightsX, weightsY], onions] = [panOf(scale, -1), panOf(scale, 1)];
  return sheet(
    NEWSPRINT,
    fill(polygon('0,0 1600,0 1600,120 800,40 0,120'), INK),
    range(7).map((i) => line(segment(i * 266, 0, mix(i * 266, 800, 0.04), 110), SLATE, 14)),
    wash(160, 760, 0, 0.5, SLATE),
    [60, 1540].map((x) => line(`M${x} 860V60`, INK, 30)),
    range(7).map((i) => sack(150 + i * 92, 690 - (i % 2) * 4, 104, 150, i % 3 ? SLATE : OVERPRINT)),
    range(6).map((i) => sack(1000 + i * 96, 690, 104, 150, i % 3 ? SLATE : OVERPRINT)),
    fill(box(0, 688, WIDTH, 400), INK),
    person({
      x: 270,
      y: 880,
      height: 500,
      outfit: dhoti(PAPER, SLATE, { hair: 'turban', hairPaint: RED }),
      pose: { ...WALKING, neck: [0.55, 5.85], hands: '0.3,7.7 -0.2,7.5', elbows: [1, 1], bow: 18 },
      holding: (at) => turned(8, ...at(-0.2, 7.6), sack(...at(-0.1, 7), 250, 130, OVERPRINT)),
    }),
    person({
      x: 1280,
      y: 900,
      height: 520,
      flip: true,
      outfit: { ...kurta(PAPER, SLATE, { hair: 'bald', moustache: true }), build: STOUT },
      pose: { ...STANDING, hands: '1.4,4.9 0.9,4.6' },
      holding: (at) => cut(polygon([at(1.2, 5.9), at(2.3, 5.7), at(2, 4.3), at(0.9, 4.5)]), RED),
    }),
    onionHeap(...onions, 106, 130, 30, 5),
    balance({ ...scale, seam: NEWSPRINT }),
    weight(weightsX - 38, weightsY, 80),
    weight(weightsX + 36, weightsY, 60),
    onionHeap(700, 1110, 640, 330, 58, 3),
  );
}

function firstFund(): string {
  const floor = 880;
  const pots = range(12).map((i) => ({ x: 130 + i * 122, w: 84 + i * 2, h: 84, plant: 40 + i * 34 }));
  return sheet(
    NEWSPRINT,
    offPlate(
      fill(`${curve('0,820 300,770 600,690 900,570 1200,400 1600,110')}V${floor}H0Z`, dots(SLATE, 34, NEWSPRINT)),
    ),
    ground(floor, SLATE, 0, 0.7),
    pots.map(({ x, w, h, plant }, i) => [
      i < 1
        ? ''
        : sprig([x, floor - h], [x + 6, floor - h - plant], Math.ceil(i / 2), 30 + i * 4, i % 3 === 2 ? RED : INK),
      tub(x, floor, w, h, i % 2 ? PAPER : RED, INK),
      coin(x, floor - h * 0.42, 20, i % 2 ? RED : PAPER, INK),
    ]),
    person({
      x: 500,
      y: floor + 130,
      height: 690,
      outfit: salwar(RED, PAPER, INK),
      pose: { ...STANDING, neck: [0.25, 6.1], feet: '-0.35,0 0.4,0', hands: '1.6,4.9 1.1,4.6', bow: 12 },
      holding: (at) => wateringCan(...at(1.75, 4.5), 1.1, SLATE),
    }),
    person({
      x: 190,
      y: floor + 130,
      height: 650,
      outfit: { ...shirt(PAPER, INK, { hair: 'short', glasses: true }), shoes: RED },
      pose: { ...STANDING, feet: '-0.3,0 0.35,0', hands: '0.75,5.9 0.7,4.2', elbows: [-1, -1], bow: -6 },
    }),
  );
}

function wateringCan(x: number, y: number, scale: number, paint: string): string {
  return moved(
    x,
    y,
    scale,
    line(arc(0, 10, 62, 190, 330), paint, 15),
    cut('M-58 0H48L60 110H-66Z', paint, PAPER, 6),
    cut(taper([50, 85], [170, -10], 15, 9), paint, PAPER, 6),
    cut(taper([150, -40], [190, 20], 10, 10), paint, PAPER, 5),
    line('M192 20L214 84M184 0L232 70M176 -22L246 44', PAPER, 6, { dash: '16 12' }),
  );
}

export const markets: Record<string, () => string> = {
  'onion-mandi': onionMandi,
  'first-fund': firstFund,
};
