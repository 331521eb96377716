import { birds } from '../kit/animals.ts';
import { skyline, townHouse, waterTank } from '../kit/buildings.ts';
import { person, rod } from '../kit/figures.ts';
import type { Hair } from '../kit/heads.ts';
import { kurta, pinafore, salwar, sari, shirt } from '../kit/outfits.ts';
import { between, box, mix, type Point, polygon, polyline, taper } from '../kit/path.ts';
import { FACING, ON_FLOOR, STANDING, STROLLING, WALKING } from '../kit/poses.ts';
import {
  cut,
  dots,
  fill,
  INK,
  line,
  moved,
  NEWSPRINT,
  OVERPRINT,
  PAPER,
  RED,
  sheet,
  stack,
  WIDTH,
} from '../kit/print.ts';
import { kite, openBook } from '../kit/props.ts';
import { range } from '../kit/random.ts';
import { CHILD, type Pair } from '../kit/skeleton.ts';
import { bulbs, wire } from '../kit/street.ts';
import { band, ground, halftone, slope, wash } from '../kit/texture.ts';
import { TEAL } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';
import { cloud } from '../kit/weather.ts';

const LAWN = 860;

/** A book set down on its open edges: boards outside, page edges between, a room within. */
function bookTent(): string {
  const [ridge, ridgeBack]: Pair<Point> = [
    [690, 130],
    [1060, 86],
  ];
  const [left, right, back]: readonly [Point, Point, Point] = [
    [270, 880],
    [1110, 880],
    [1500, 790],
  ];
  const mouth = polygon([ridge, [440, LAWN], [940, LAWN]]);
  const board = (t: number, u: number): Point => between(between(ridge, right, u), between(ridgeBack, back, u), t);
  const panel = (t0: number, u0: number, t1: number, u1: number): string =>
    polygon([board(t0, u0), board(t1, u0), board(t1, u1), board(t0, u1)]);
  const pages = range(8).map((i) => {
    const t = i / 7;
    const edge = (x: number): string => polyline([ridge, [x, LAWN + 8]]);
    return edge(mix(left[0] + 26, 440, t)) + edge(mix(right[0] - 26, 940, t));
  });
  const spine = polyline([left, ridge, right]);
  return stack(
    cut(panel(0, 0, 1, 1), RED, PAPER, 8),
    line(panel(0.1, 0.1, 0.9, 0.9) + panel(0.14, 0.14, 0.86, 0.86), PAPER, 5),
    fill(panel(0.3, 0.36, 0.7, 0.5), PAPER),
    line(polyline([board(0.36, 0.6), board(0.64, 0.6)]), PAPER, 8),
    cut(polygon([ridge, left, right]), PAPER, INK, 6),
    line(pages.join(''), INK, 3),
    cut(mouth, NEWSPRINT, INK, 6),
    halftone(slope([0, 240], [0, LAWN], 0.75, 0.05), { paint: RED, pitch: 17, inside: mouth, area: band(130, LAWN) }),
    line(spine, PAPER, 40),
    line(spine, RED, 28),
    bulbs([0, 230], ridge, 40, 9, 15, PAPER, INK),
    bulbs(ridgeBack, [1620, 240], 40, 7, 15, PAPER, INK),
  );
}

const child = (paint: string, hair: Hair): Outfit => ({ ...shirt(paint, INK, { hair }), build: CHILD });

function reader(x: number, outfit: Outfit, flip = false): string {
  const open = cut(polygon('-40,-30 0,-16 40,-34 40,26 0,44 -40,30'), PAPER, INK, 5) + line('M0 -16V44', INK, 4);
  return person({
    x,
    y: LAWN + 20,
    height: 330,
    flip,
    outfit,
    pose: { ...ON_FLOOR, hands: '1.25,1.7 1.4,1.75', bow: 18 },
    holding: (at) => moved(...at(1.55, 1.9), 0.75, open),
  });
}

const readers = (): string =>
  stack(
    reader(595, child(TEAL, 'plait')),
    reader(800, child(INK, 'short'), true),
    person({
      x: 692,
      y: LAWN - 4,
      height: 250,
      outfit: child(RED, 'bob'),
      pose: { ...FACING, hands: '-0.3,4.6 0.3,4.6', elbowsAt: '-0.9,4.4 0.9,4.4' },
    }),
    openBook(692, 692, 84, 46, PAPER, INK),
  );

const visitors = (): string =>
  stack(
    person({
      x: 220,
      y: 1000,
      height: 390,
      outfit: { ...child(PAPER, 'short'), look: { hair: 'cap', hairPaint: RED } },
      pose: { ...STROLLING, hands: '0.8,4.2 0.6,3.4' },
      holding: (at) => cut(polygon([at(0.2, 4.9), at(1.2, 4.9), at(1.2, 3.9), at(0.2, 3.9)]), TEAL),
    }),
    person({
      x: 1130,
      y: 1015,
      height: 400,
      flip: true,
      outfit: { ...pinafore(INK), wrap: { kind: 'towel', paint: TEAL } },
      pose: { ...WALKING, hands: '-0.3,3.5 1.1,5.3' },
    }),
    person({
      x: 1290,
      y: 1025,
      height: 590,
      flip: true,
      outfit: { ...sari(PAPER, RED, INK), wrap: { kind: 'shawl', paint: TEAL, hem: PAPER } },
      pose: STROLLING,
    }),
  );

function bookFair(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, LAWN), TEAL),
    wash(0, LAWN, 0.85, 0),
    skyline({ foot: LAWN, low: 120, high: 260, paint: INK, pane: PAPER, seed: 27 }),
    ground(LAWN - 10, OVERPRINT, 0.1, 0.7),
    fill(polygon('390,890 990,890 1300,1090 80,1090'), dots(PAPER, 55)),
    bookTent(),
    readers(),
    visitors(),
  );
}

function kiteFestival(): string {
  const flier: Point = [610, 520];
  const kites = [
    [1080, 230, 150, -18, TEAL, RED],
    [1400, 130, 66, 22, TEAL, PAPER],
    [800, 120, 58, -30, TEAL, RED],
    [1330, 450, 78, 12, PAPER, RED],
    [480, 190, 70, 18, RED, TEAL],
    [180, 120, 52, -14, PAPER, TEAL],
    [230, 350, 40, 20, RED, PAPER],
    [1010, 520, 44, -24, TEAL, PAPER],
    [1520, 300, 40, 10, RED, TEAL],
  ] as const;
  const threads: readonly (readonly [Point, Point, number])[] = [
    [[1080, 240], flier, 36],
    [[1330, 450], [1210, 720], 10],
    [[480, 190], [140, 740], 30],
    [[800, 120], [1240, 720], 60],
    [[1400, 130], [1560, 760], 30],
  ];
  return sheet(
    NEWSPRINT,
    wash(150, 1000, 0, 0.65, TEAL),
    cloud(1190, 330, 520, PAPER, 4, NEWSPRINT),
    cloud(300, 270, 420, PAPER, 9, NEWSPRINT),
    threads.map(([a, b, sag]) => wire(a, b, sag, INK, 3)),
    kites.map(([x, y, size, turn, paint, trim]) => kite(x, y, size, turn, paint, trim)),
    birds('700,300 790,340 640,380 860,290', 40, INK),
    townHouse({ x: 1120, foot: 1100, w: 300, h: 360, wall: PAPER, trim: TEAL }),
    townHouse({ x: 1440, foot: 1100, w: 240, h: 320, wall: OVERPRINT, trim: INK }),
    waterTank(1520, 770, 80),
    townHouse({ x: -60, foot: 1100, w: 300, h: 350, wall: OVERPRINT, trim: INK }),
    skyline({ foot: 1080, low: 120, high: 220, paint: INK, pane: TEAL, seed: 8, from: 240, to: 1120 }),
    person({
      x: 1215,
      y: 735,
      height: 150,
      flip: true,
      outfit: shirt(RED, INK),
      pose: { ...STANDING, hands: '0.9,7.2 0.6,6.4', elbows: [1, -1] },
    }),
    person({
      x: 130,
      y: 752,
      height: 150,
      outfit: shirt(TEAL, INK),
      pose: { ...STANDING, hands: '0.6,7.4 0.5,6.4', elbows: [1, -1] },
    }),
    cut(polygon('250,960 1060,960 1130,1090 180,1090'), RED, PAPER, 6),
    fill(box(150, 1010, 1020, 70), INK),
    person({
      x: 520,
      y: 985,
      height: 620,
      outfit: kurta(PAPER, INK),
      pose: {
        ...STANDING,
        hip: [0, 3.7],
        neck: [-0.2, 6.05],
        feet: '-0.5,0 0.6,0',
        hands: '1.3,6.2 1,4.7',
        elbows: [-1, -1],
        bow: -26,
      },
    }),
    person({
      x: 760,
      y: 990,
      height: 440,
      flip: true,
      outfit: { ...salwar(RED, TEAL, INK), build: CHILD },
      pose: { ...STANDING, hands: '0.9,4.2 1.1,4.3', bow: -20 },
      holding: (at) =>
        rod(at(1, 3.2), at(1.2, 5.3), 9, OVERPRINT) + cut(taper(at(1.04, 3.85), at(1.14, 4.75), 26, 26), PAPER, INK, 6),
    }),
    wire([735, 735], [610, 530], 16, INK, 3),
  );
}

export const events: Record<string, () => string> = {
  'book-fair': bookFair,
  'kite-festival': kiteFestival,
};
