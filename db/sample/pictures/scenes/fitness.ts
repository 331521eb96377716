import { skyline } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import { grass, tree } from '../kit/nature.ts';
import { kurta, salwar, sari, shirt } from '../kit/outfits.ts';
import { box, circle, ellipse, type Point, polyline, segment } from '../kit/path.ts';
import { STROLLING, WALKING } from '../kit/poses.ts';
import {
  clipped,
  dots,
  fill,
  INK,
  line,
  NEWSPRINT,
  OVERPRINT,
  offPlate,
  PAPER,
  RED,
  sheet,
  stack,
  WIDTH,
} from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { type Pose, STOUT } from '../kit/skeleton.ts';
import { band, halftone, halo, slope } from '../kit/texture.ts';
import { SEA } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';
import { ripples } from '../kit/weather.ts';

const PATH = 'M0 770Q800 742 1600 770V1010Q800 985 0 1010Z';

function walker(x: number, y: number, height: number, outfit: Outfit, pose: Pose, stick = false): string {
  const cane = (at: (x: number, y: number) => Point): string => line(polyline([at(1, 3.7), at(1.25, 0)]), INK, 9);
  return (
    fill(ellipse(x + 40, y + 2, height * 0.2, 12), dots(INK, 60)) +
    person({ x, y, height, outfit, pose, ...(stick && { holding: cane }) })
  );
}

function walkers(): string {
  const white = { hairPaint: PAPER, whiskers: PAPER };
  const grandfather = kurta(PAPER, PAPER, { ...white, hair: 'bald', glasses: true, moustache: true });
  const stout = { ...shirt(SEA, INK, { hair: 'cap', hairPaint: RED }), build: STOUT };
  const turbaned = shirt(RED, INK, { ...white, hair: 'turban', beard: true });
  return stack(
    walker(250, 960, 560, { ...grandfather, shoes: RED }, { ...STROLLING, hands: '0.9,3.6 -0.35,3.3' }, true),
    walker(540, 942, 610, { ...sari(RED, PAPER, INK), shoes: PAPER }, WALKING),
    walker(850, 960, 640, { ...stout, shoes: PAPER }, { ...WALKING, hands: '1,4.4 -0.7,4.2' }),
    walker(1130, 942, 610, { ...salwar(PAPER, SEA, INK), shoes: RED }, WALKING),
    walker(1390, 960, 570, { ...turbaned, shoes: PAPER }, STROLLING),
  );
}

const lake = (): string =>
  clipped(
    box(0, 535, WIDTH, 190),
    fill(box(0, 535, WIDTH, 190), SEA),
    range(8).map((i) => line(segment(600 + i * 18, 552 + i * 21, 1000 - i * 18, 552 + i * 21), RED, 9)),
    ripples(0, 545, 1600, 160, 40, PAPER, 8),
  );

const railing = (): string =>
  line(
    range(12)
      .map((i) => segment(60 + i * 135, 760, 60 + i * 135, 700))
      .join(''),
    INK,
    9,
  ) + line('M0 712Q800 686 1600 712', INK, 7);

function morningWalkers(): string {
  return sheet(
    NEWSPRINT,
    halftone(halo([800, 470], 240, 900, 0.05, 0.6), { paint: SEA, pitch: 17, area: band(0, 620) }),
    offPlate(fill(circle(800, 470, 235), RED)),
    skyline({ foot: 540, low: 30, high: 110, paint: dots(INK, 55, NEWSPRINT), seed: 41 }),
    lake(),
    tree({ x: 120, ground: 800, height: 760, spread: 600, leaf: INK, nick: SEA, seed: 3 }),
    tree({ x: 1500, ground: 800, height: 800, spread: 620, leaf: INK, nick: SEA, seed: 8 }),
    fill('M0 722Q800 690 1600 722V1067H0Z', OVERPRINT),
    fill(PATH, PAPER),
    halftone(slope([0, 760], [0, 1010], 0, 0.4), { paint: OVERPRINT, inside: PATH, area: band(740, 1020) }),
    railing(),
    walkers(),
    grass(0, 1067, 1600, 130, 50, INK, 6),
  );
}

export const fitness: Record<string, () => string> = {
  'morning-walkers': morningWalkers,
};
