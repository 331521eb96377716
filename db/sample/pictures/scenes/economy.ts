import { skyline, townHouse } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import { kurta, pinafore, salwar, sari } from '../kit/outfits.ts';
import { blob, box, ellipse, mix, placed, polygon, roundBox, segment, taper } from '../kit/path.ts';
import { FACING, SEATED, STANDING, STROLLING, WALKING } from '../kit/poses.ts';
import {
  cut,
  dots,
  fill,
  HEIGHT,
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
  WIDTH,
} from '../kit/print.ts';
import { type Balance, balance, coin, ladder, panOf, pot } from '../kit/props.ts';
import { nth, range } from '../kit/random.ts';
import { halftone, slope, wash } from '../kit/texture.ts';
import { SLATE } from '../kit/tints.ts';

const STREET = 930;

/** The slit a coin goes in by, let into the roof. */
const slot = (x: number, roof: number, w: number): string =>
  cut(roundBox(x - w / 2, roof - 14, w, 24, 12), INK, PAPER, 4);

const moneyBoxStreet = (): string =>
  stack(
    coin(240, 330, 120, RED),
    coin(1385, 250, 120, RED),
    townHouse({ x: 60, foot: STREET, w: 360, h: 430, wall: PAPER, trim: SLATE }),
    townHouse({ x: 1190, foot: STREET, w: 380, h: 480, wall: PAPER, trim: SLATE }),
    coin(815, 330, 175, RED),
    townHouse({ x: 500, foot: STREET, w: 620, h: 560, wall: SLATE, trim: INK, columns: 3 }),
    slot(240, 500, 240),
    slot(815, 370, 390),
    slot(1385, 450, 250),
  );

const saver = (): string =>
  ladder([1030, STREET + 10], [960, 400], 74, 11, INK) +
  person({
    x: 1010,
    y: 770,
    height: 440,
    flip: true,
    outfit: sari(PAPER, RED, RED),
    pose: {
      ...STANDING,
      neck: [0.3, 6.1],
      feet: '-0.15,0 0.25,0.75',
      hands: '1.25,7.5 1.5,7.6',
      elbows: [1, 1],
      bow: -20,
    },
  });

const passersBy = (): string =>
  stack(
    person({
      x: 330,
      y: STREET + 60,
      height: 400,
      outfit: kurta(SLATE, PAPER, { hair: 'bald', glasses: true, hairPaint: PAPER }),
      pose: { ...STROLLING, hands: '0.9,4.4 0.6,3.4' },
      holding: (at) => pot(...at(1.15, 3.95), 70, OVERPRINT),
    }),
    person({
      x: 520,
      y: STREET + 66,
      height: 270,
      outfit: pinafore(RED),
      pose: { ...WALKING, hands: '1,4.6 -0.6,3.4' },
    }),
    person({
      x: 1310,
      y: STREET + 60,
      height: 400,
      flip: true,
      outfit: salwar(PAPER, SLATE, RED),
      pose: { ...FACING, hands: '-0.9,7.9 0.9,3.2' },
    }),
  );

function householdSavings(): string {
  return sheet(
    NEWSPRINT,
    wash(40, 700, 0, 0.5, SLATE),
    skyline({ foot: STREET, low: 330, high: 520, paint: dots(SLATE, 60, NEWSPRINT), seed: 4 }),
    moneyBoxStreet(),
    saver(),
    fill(box(0, STREET, WIDTH, HEIGHT - STREET), INK),
    line(segment(0, 1000, WIDTH, 1000), NEWSPRINT, 5, { dash: '60 46', cap: 'butt' }),
    passersBy(),
  );
}

const FLOOR = 930;

function yarnCone(x: number, foot: number, size: number, paint: string): string {
  const turns = range(6).map((i) => {
    const half = size * mix(0.36, 0.19, i / 6);
    return segment(x - half, foot - size * (0.08 + i * 0.15), x + half, foot - size * (0.16 + i * 0.15));
  });
  const cone = polygon(placed('-.4,0 -.16,-1 .16,-1 .4,0', { x, y: foot, scale: size }));
  return cut(cone, paint) + line(turns.join(''), PAPER, 3);
}

const hanks = (): string =>
  stack(
    range(6).map(
      (i) =>
        line(segment(456 + i * 92, 0, 456 + i * 92, 62), PAPER, 5) +
        cut(roundBox(430 + i * 92, 60 + (i % 2) * 16, 52, 190, 26), nth([PAPER, RED, PAPER], i), INK, 6),
    ),
    line('M380 36H1000', INK, 14),
  );

/** The loom from the side: warp fanning out to the beam, finished cloth in the weaver's lap. */
function loom(): string {
  const warp = range(26).map((i) => segment(330, 640 + i * 1.2, 1010, 330 + i * 11));
  const heddle = (x: number): string =>
    line(segment(x, 300, x, 700), INK, 10) + line(segment(x, 400, x, 640), NEWSPRINT, 4, { dash: '3 7', cap: 'butt' });
  return stack(
    [690, 1000].map((x) => line(segment(x, FLOOR, x, 280), INK, 30)),
    line('M660 292H1040', INK, 24),
    line(warp.join(''), PAPER, 3.5),
    offPlate(fill(polygon('300,640 640,500 640,585 300,690'), RED)),
    line('M360 640L620 528M360 668L620 562', NEWSPRINT, 7),
    [720, 770].map(heddle),
    cut(taper([290, 660], [300, 660], 42, 42), OVERPRINT, INK, 8),
  );
}

const weaver = (): string =>
  stack(
    person({
      x: 170,
      y: FLOOR + 60,
      height: 770,
      outfit: sari(PAPER, RED, INK),
      pose: { ...SEATED, hip: [0, 2.5], neck: [0.25, 4.9], hands: '2.7,3.9 3.1,4.15', feet: '2,0.1 2.4,0.1', bow: 12 },
    }),
    cut(box(60, 765, 190, 34), OVERPRINT, INK, 6),
    line('M90 800V980M220 800V980', INK, 18),
    cut(blob('500,575 545,548 620,520 575,556'), PAPER, INK, 6),
  );

/** Three cones of yarn outweigh what is paid for them. */
function yarnAgainstMoney(): string {
  const scale: Balance = { x: 1395, y: 240, arm: 140, drop: 250, tip: -11 };
  const [[yarnX, yarnY], [moneyX, moneyY]] = [panOf(scale, -1), panOf(scale, 1)];
  return stack(
    balance(scale),
    [-52, 0, 52].map((dx, i) => yarnCone(yarnX + dx, yarnY + 4, 96, i === 1 ? RED : SLATE)),
    range(3).map((i) => cut(ellipse(moneyX, moneyY - 8 - i * 16, 40, 12), RED, PAPER, 4)),
  );
}

function handloomPrices(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, 1190, FLOOR), SLATE),
    halftone(slope([200, 0], [1190, 0], 0.75), { area: { x: 0, y: 0, w: 1190, h: FLOOR } }),
    fill(box(0, FLOOR, WIDTH, HEIGHT - FLOOR), OVERPRINT),
    moved(150, 0, 1, hanks(), loom(), weaver()),
    yarnAgainstMoney(),
    range(4).map((i) => yarnCone(1130 + i * 120, FLOOR + 90, 150, nth([RED, PAPER, SLATE], i))),
  );
}

export const economy: Record<string, () => string> = {
  'household-savings': householdSavings,
  'handloom-prices': handloomPrices,
};
