import { skyline, tinRoof } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import type { Look } from '../kit/heads.ts';
import { grass, tree } from '../kit/nature.ts';
import { shirt, strip } from '../kit/outfits.ts';
import { between, box, circle, curve, type Point, placed, polar, polygon, segment } from '../kit/path.ts';
import { PUSHING, RUNNING, STANDING } from '../kit/poses.ts';
import {
  cut,
  dots,
  fill,
  fine,
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
  WIDTH,
} from '../kit/print.ts';
import { pot } from '../kit/props.ts';
import { range } from '../kit/random.ts';
import { CHILD, type Pose } from '../kit/skeleton.ts';
import { ground, wash } from '../kit/texture.ts';
import { OCHRE } from '../kit/tints.ts';
import { truck } from '../kit/vehicles.ts';
import { cloud } from '../kit/weather.ts';

/** A hockey stick from the hands to the crook that meets the ball. */
function hockeyStick(hands: Point, heel: Point, toward: 1 | -1, paint: string, size = 1): string {
  const crook = placed('6,12 34,8 58,-24', { x: heel[0], y: heel[1], scale: [toward * size, size] });
  const shaft = curve([hands, between(hands, heel, 0.5), between(hands, heel, 0.95), ...crook]);
  return line(shaft, PAPER, 27 * size) + line(shaft, paint, 18 * size);
}

const DRIBBLING: Pose = {
  ...RUNNING,
  hip: [-0.4, 3.2],
  neck: [1, 5.2],
  feet: '-2,0.5 1,0',
  toes: [-50, 8],
  hands: '1.7,2.9 1.55,3.7',
  bow: 0,
};

const ROAD = 640;

const dhaba = (): string =>
  stack(
    tinRoof(
      [
        [60, 360],
        [700, 360],
      ],
      [
        [130, 270],
        [650, 270],
      ],
      INK,
    ),
    [110, 370, 650].map((x) => line(segment(x, 360, x, ROAD + 60), INK, 14)),
    fill(box(120, 410, 240, 180), dots(INK, 40, PAPER)),
    fill(box(150, 530, 480, 110), OVERPRINT),
    pot(200, 532, 84, INK),
    pot(330, 532, 66, PAPER),
    pot(460, 532, 84, INK),
    pot(580, 532, 66, PAPER),
    cut(circle(500, 420, 20), PAPER, INK, 6),
    line('M500 362V402', INK, 4),
  );

const dribbler = (x: number, y: number, height: number, jersey: string): string =>
  person({
    x,
    y,
    height,
    outfit: { ...strip(jersey, INK), shoes: PAPER },
    pose: DRIBBLING,
    holding: (at) => hockeyStick(at(1.5, 3.8), at(2.6, 0.1), 1, OVERPRINT, height / 600),
  });

function dhabaTurf(): string {
  return sheet(
    NEWSPRINT,
    wash(60, ROAD, 0, 0.6, OCHRE),
    offPlate(fill(circle(1010, ROAD, 170), RED)),
    fill(box(0, ROAD, WIDTH, 90), INK),
    line(segment(0, ROAD + 46, WIDTH, ROAD + 46), PAPER, 6, { dash: '70 50', cap: 'butt' }),
    truck(1180, ROAD + 30, 1, RED, OCHRE),
    dhaba(),
    charpoy(690, 720, 250),
    ground(730, OCHRE, 0.05, 0.5, OVERPRINT),
    grass(0, 760, 1600, 60, 30, INK, 4),
    dribbler(360, 900, 430, PAPER),
    dribbler(760, 1000, 660, RED),
    cut(circle(1150, 975, 30), PAPER, INK, 7),
  );
}

/** A string cot, where the dhaba's drivers sleep. */
function charpoy(x: number, foot: number, w: number): string {
  const strings = range(9).map((i) => segment(x + (i * w) / 9, foot - 64, x + ((i + 1) * w) / 9, foot - 46));
  return stack(
    [x, x + w].map((leg) => line(segment(leg, foot, leg, foot - 90), INK, 14)),
    cut(box(x - 8, foot - 66, w + 16, 22), PAPER, INK, 8),
    line(strings.join(''), INK, 3),
  );
}

const YARD = 850;

/** The roll from its end, and the strip of it already laid. */
function turf(): string {
  const [x, y, r] = [850, 560, 285];
  const wound = range(128).map((i) => polar([x, y], 90 - i * 24, r - 6 - i * 2.1));
  const laid = polygon([
    [-20, YARD - 70],
    [x, YARD - 20],
    [x + 70, YARD + 60],
    [x - 90, HEIGHT + 10],
    [-20, HEIGHT + 10],
  ]);
  const marks = [
    segment(-20, YARD + 20, x + 10, YARD + 36),
    segment(-20, YARD + 150, x - 50, HEIGHT - 40),
    segment(560, YARD - 40, 430, HEIGHT + 10),
  ];
  return stack(
    fill(laid, fine(OCHRE, 16, INK)),
    line(marks.join(''), PAPER, 11),
    cut(circle(x, y, r), INK, NEWSPRINT, 8),
    line(curve(wound), OCHRE, 7),
    fill(circle(x, y, 30), RED),
  );
}

const layer = (x: number, paint: string, look: Look): string =>
  person({ x, y: YARD + 40, height: 600, outfit: shirt(paint, INK, look), pose: PUSHING });

function onlooker(x: number, y: number, height: number, jersey: string): string {
  return person({
    x,
    y,
    height,
    flip: true,
    outfit: { ...strip(jersey, INK), build: CHILD, shoes: INK },
    pose: { ...STANDING, hands: '0.8,3.6 0.4,3.3' },
    holding: (at) => hockeyStick(at(0.8, 3.7), at(1, 0.2), -1, OVERPRINT, 0.55),
  });
}

function astroturf(): string {
  return sheet(
    NEWSPRINT,
    wash(0, 640, 0.5, 0, OCHRE),
    cloud(330, 230, 420, PAPER, 6, NEWSPRINT),
    cloud(1330, 170, 360, PAPER, 2, NEWSPRINT),
    skyline({ foot: 640, low: 60, high: 170, paint: dots(INK, 30), seed: 3 }),
    range(8).map((i) =>
      tree({ x: 60 + i * 220, ground: 660, height: 150 + (i % 3) * 40, spread: 170, leaf: INK, seed: i + 2 }),
    ),
    fill(box(0, 650, WIDTH, HEIGHT - 650), dots(OVERPRINT, 40, NEWSPRINT)),
    line('M60 790V600H330V790', PAPER, 22),
    line('M60 790V600H330V790', INK, 8),
    turf(),
    layer(250, PAPER, { hair: 'turban', hairPaint: RED, moustache: true }),
    layer(440, RED, { hair: 'short' }),
    onlooker(1235, 880, 330, RED),
    person({
      x: 1330,
      y: 906,
      height: 350,
      flip: true,
      outfit: { ...strip(PAPER, INK), build: CHILD, shoes: INK },
      pose: { ...STANDING, hands: '0.6,7.9 0.9,7.7', elbows: [1, 1] },
    }),
    onlooker(1430, 932, 320, RED),
  );
}

export const hockey: Record<string, () => string> = {
  'dhaba-turf': dhabaTurf,
  astroturf,
};
