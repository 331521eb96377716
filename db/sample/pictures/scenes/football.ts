import { skyline, tiledHouse } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import { palm, tree } from '../kit/nature.ts';
import { strip } from '../kit/outfits.ts';
import { box, circle, ellipse, mix, polar, polygon, polyline, roundBox, segment, taper } from '../kit/path.ts';
import { FACING, RUNNING, STANDING, WALKING } from '../kit/poses.ts';
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
  WIDTH,
} from '../kit/print.ts';
import { dice, range } from '../kit/random.ts';
import type { Pose } from '../kit/skeleton.ts';
import { band, engraving, ground, slope, wash } from '../kit/texture.ts';
import { OCHRE } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';
import { puddle, rain } from '../kit/weather.ts';

/** A parked car seen from behind. */
function carBack(x: number, foot: number, scale: number, paint: string): string {
  return moved(
    x,
    foot,
    scale,
    [-95, 95].map((at) => fill(roundBox(at - 22, -36, 44, 40, 8), INK)),
    cut(
      'M-140 -20V-110Q-136 -138 -108 -146L-84 -222Q-78 -240 -56 -242H56Q78 -240 84 -222L108 -146Q136 -138 140 -110V-20Z',
      paint,
      NEWSPRINT,
      7,
    ),
    fill('M-78 -152L-60 -212Q-56 -222 -46 -222H46Q56 -222 60 -212L78 -152Z', NEWSPRINT),
    fill(roundBox(-128, -122, 44, 26, 6) + roundBox(84, -122, 44, 26, 6), RED),
    fill(box(-50, -84, 100, 30), NEWSPRINT),
  );
}

const KICKING: Pose = {
  ...RUNNING,
  hip: [0, 3.7],
  neck: [-0.2, 6.05],
  feet: '1.9,1.1 -0.3,0',
  toes: [20, 0],
  hands: '-0.9,4.6 1,4.8',
};

const PITCH_LINES = [
  '250,540 1350,540 1720,1000 -120,1000',
  '800,540 800,1000',
  '205,590 420,590 330,720 90,720',
  '1395,590 1180,590 1270,720 1510,720',
];

function player(x: number, y: number, height: number, jersey: string, pose: Pose, flip = false): string {
  return (
    fill(ellipse(x + height * 0.3, y + 4, height * 0.42, height * 0.045), dots(INK, 60)) +
    person({ x, y, height, flip, pose, outfit: { ...strip(jersey, INK), shoes: INK } })
  );
}

const clubHouse = (): string =>
  tiledHouse(520, 520, 330, 210, PAPER, RED) +
  line([575, 650, 725, 800].map((x) => segment(x, 520, x, 405)).join(''), INK, 9);

function oldGround(): string {
  return sheet(
    NEWSPRINT,
    wash(0, 520, 0, 0.5, OCHRE),
    skyline({ foot: 520, low: 180, high: 420, paint: dots(INK, 55, NEWSPRINT), seed: 12 }),
    clubHouse(),
    tree({ x: 1130, ground: 535, height: 470, spread: 560, leaf: INK, nick: OCHRE, seed: 7, roots: 5 }),
    fill(box(0, 512, WIDTH, 560), OVERPRINT),
    offPlate(fill(polygon('210,520 1390,520 1800,1080 -200,1080'), OCHRE)),
    wash(560, 1000, 0, 0.35, OVERPRINT),
    line(PITCH_LINES.map(polyline).join('') + ellipse(800, 700, 190, 62), PAPER, 6),
    player(430, 560, 150, PAPER, WALKING),
    player(1180, 575, 160, RED, RUNNING, true),
    player(640, 620, 190, RED, RUNNING),
    player(1060, 690, 230, PAPER, RUNNING, true),
    player(330, 720, 230, PAPER, STANDING),
    player(800, 740, 290, RED, KICKING),
    cut(circle(905, 690, 17), PAPER, INK, 6),
    // The cars crowd the touchline, ink on ink, so that the ground reads as the last open light.
    range(7).map((i) => carBack(90 + i * 240, 905, 0.62, i % 3 === 1 ? OVERPRINT : INK)),
    range(5).map((i) => carBack(60 + i * 375, 1085, 1.12, i % 2 ? OVERPRINT : INK)),
  );
}

/** Mud thrown up: long drops flying away from where a boot lands. */
function splash(x: number, y: number, reach: number, paint: string, seed: number): string {
  const { between: roll } = dice(seed);
  const tongues = range(15).map((i) => {
    const degrees = mix(-172, -8, i / 14) + roll(-5, 5);
    const tip = polar([x, y], degrees, reach * roll(0.45, 1));
    return (
      taper([x, y], tip, reach * 0.12, reach * 0.025) +
      circle(...polar([x, y], degrees + roll(-4, 4), reach * roll(1, 1.3)), reach * roll(0.02, 0.05))
    );
  });
  return cut(tongues.join('') + ellipse(x, y, reach * 0.7, reach * 0.17), paint, NEWSPRINT, 4);
}

const ball = (): string =>
  stack(
    cut(circle(1040, 880, 58), PAPER, INK, 8),
    fill(polygon('1040,857 1063,874 1054,900 1026,900 1017,874'), INK),
    line('M1040 857V822M1063 874L1096 862M1054 900L1074 930M1026 900L1006 930M1017 874L984 862', INK, 5),
  );

function mudLeague(): string {
  const muddy = (jersey: string): Outfit => ({ ...strip(jersey, INK), shoes: INK });
  const horizon = 830;
  return sheet(
    NEWSPRINT,
    engraving(slope([0, 0], [0, 520], 0.75, 0), { area: band(0, 540), pitch: 22 }),
    rain(120, INK, 5, -0.3, 3),
    range(4).map((i) => palm(70 + i * 130, horizon, 300 + (i % 2) * 80, INK, i % 2 ? 24 : -20, NEWSPRINT)),
    line(`M1290 ${horizon}V560H1590V${horizon}`, INK, 9),
    person({
      x: 1450,
      y: horizon + 20,
      height: 230,
      outfit: muddy(RED),
      pose: { ...FACING, hands: '-1.9,6.3 1.9,6.3', feet: '-0.8,0 0.8,0' },
    }),
    ground(horizon, OCHRE, 0.1, 0.8, OVERPRINT),
    fill(puddle(250, 890, 190, 16) + puddle(1330, 905, 240, 22), PAPER),
    person({
      x: 1110,
      y: 830,
      height: 690,
      outfit: muddy(PAPER),
      pose: {
        ...RUNNING,
        hip: [0, 3.9],
        neck: [0.9, 6],
        feet: '-1.9,2.2 1.3,1.1',
        toes: [-60, 20],
        hands: '2,5.6 -1.1,5.1',
        bow: 14,
      },
    }),
    splash(810, 965, 400, OVERPRINT, 3),
    person({
      x: 540,
      y: 985,
      height: 780,
      outfit: muddy(RED),
      pose: {
        ...STANDING,
        hip: [0, 0.75],
        neck: [-1.75, 2.4],
        feet: '3.2,0.35 1.35,-0.15',
        toes: [55, 10],
        hands: '-2.5,0.1 -0.2,3.3',
        elbows: [-1, 1],
        bow: 35,
      },
    }),
    splash(940, 985, 150, OVERPRINT, 8),
    ball(),
    rain(24, PAPER, 9, -0.3, 4),
  );
}

export const football: Record<string, () => string> = {
  'old-ground': oldGround,
  'mud-league': mudLeague,
};
