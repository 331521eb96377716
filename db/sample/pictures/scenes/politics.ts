import { tiledHouse } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import { tree } from '../kit/nature.ts';
import { kurta, sari } from '../kit/outfits.ts';
import {
  between,
  blob,
  box,
  circle,
  curve,
  type Point,
  placed,
  placedAt,
  points,
  polar,
  polygon,
  taper,
} from '../kit/path.ts';
import { CROSS_LEGGED, FACING } from '../kit/poses.ts';
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
  WIDTH,
} from '../kit/print.ts';
import { openBook } from '../kit/props.ts';
import { dice, range } from '../kit/random.ts';
import type { Pair } from '../kit/skeleton.ts';
import { ground, halftone, halo, wash } from '../kit/texture.ts';
import { TEAL } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';

const TABLE: Point = [800, 533];

/**
 * Someone at the table seen from the ceiling, seated at a compass bearing:
 * shoulders, hair, and the arms they lay on it, left and right reaching so far.
 */
function memberFromAbove(degrees: number, coat: string, hair: string, reach: Pair<number>): string {
  const [x, y] = polar(TABLE, degrees, 432);
  const place = { x, y, turn: degrees - 90 };
  const arm = (side: -1 | 1, far: number): string => {
    const [shoulder, elbow] = [placedAt(side * 88, 0, place), placedAt(side * 104, -74, place)];
    const hand = placedAt(side * 40, -far, place);
    return stack(
      cut(taper(elbow, hand, 26, 19) + taper(hand, between(elbow, hand, 1.22), 17, 6), OVERPRINT),
      cut(taper(shoulder, elbow, 40, 32) + taper(elbow, between(elbow, hand, 0.45), 32, 28), coat),
    );
  };
  return stack(
    arm(-1, reach[0]),
    arm(1, reach[1]),
    cut(blob(placed('-118,0 -70,-44 0,-52 70,-44 118,0 70,46 0,54 -70,46', place)), coat, PAPER, 6),
    cut(circle(...placedAt(0, -8, place), 54), hair, PAPER, 6),
    line(curve(placed('0,-58 4,-10 0,30', place)), PAPER, 3),
  );
}

const MAP = polygon('545,330 1035,290 1075,740 570,775');

function wardMap(): string {
  const { between: roll } = dice(31);
  const plots = range(30).map((i) => {
    const [x, y] = [600 + (i % 6) * 84, 372 + Math.floor(i / 6) * 84];
    return polygon(placed('-30,-28 30,-28 30,28 -30,28', { x, y, turn: -5, scale: roll(0.75, 1.05) }));
  });
  return stack(
    offPlate(fill(MAP, PAPER)),
    clipped(
      MAP,
      fill(plots.join(''), dots(INK, 42, PAPER)),
      line('M540 620Q740 560 800 480T1100 380', TEAL, 34),
      fill(circle(905, 640, 50), TEAL),
    ),
    line(`${MAP}M708 310L736 766M872 300L905 750`, INK, 4),
    points('690,420 960,520 760,650').map(pin),
  );
}

/** Where the ward wants a repair. */
const pin = ([x, y]: Point): string =>
  cut(blob(placed('0,0 -22,-34 -40,-66 -28,-98 0,-108 28,-98 40,-66 22,-34', { x, y })), RED) +
  fill(circle(x, y - 66, 13), PAPER);

function wardCommittee(): string {
  const [x, y] = TABLE;
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, HEIGHT), dots(TEAL, 30)),
    halftone(halo(TABLE, 380, 900, 0, 0.8), { paint: TEAL, pitch: 17 }),
    fill(circle(x + 22, y + 24, 372), dots(INK, 70)),
    cut(circle(x, y, 372), OVERPRINT, INK, 10),
    line(circle(x, y, 350), INK, 4),
    wardMap(),
    memberFromAbove(-108, TEAL, INK, [120, 190]),
    memberFromAbove(-62, RED, INK, [215, 120]),
    memberFromAbove(-14, PAPER, INK, [120, 150]),
    memberFromAbove(32, INK, NEWSPRINT, [210, 120]),
    memberFromAbove(78, RED, INK, [130, 200]),
    memberFromAbove(122, PAPER, OVERPRINT, [120, 120]),
    memberFromAbove(166, TEAL, INK, [210, 120]),
    memberFromAbove(210, INK, RED, [110, 200]),
  );
}

const platform = (): string =>
  stack(
    cut(polygon('380,740 1220,740 1260,850 340,850'), PAPER, INK, 8),
    fill(box(340, 800, 920, 50), dots(INK, 35)),
    line('M352 800H1248M560 800V850M800 800V850M1040 800V850M460 742V800M700 742V800M920 742V800M1130 742V800', INK, 4),
  );

const council = (): string =>
  stack(
    person({ x: 520, y: 742, height: 480, outfit: sari(INK, RED, RED), pose: CROSS_LEGGED }),
    person({
      x: 1090,
      y: 742,
      height: 480,
      outfit: kurta(PAPER, PAPER, { hair: 'turban', hairPaint: RED, moustache: true }),
      pose: CROSS_LEGGED,
    }),
    person({
      x: 800,
      y: 745,
      height: 500,
      outfit: sari(RED, PAPER, INK),
      pose: { ...FACING, hands: '-0.35,4.55 0.35,4.55', elbowsAt: '-0.95,4.3 0.95,4.3', bow: 10 },
    }),
    openBook(800, 420, 150, 74, PAPER, INK),
  );

const villager = (x: number, y: number, outfit: Outfit): string =>
  person({ x, y, height: 620, outfit, pose: { ...CROSS_LEGGED, view: 'back' } });

function panchayatMinutes(): string {
  return sheet(
    NEWSPRINT,
    wash(100, 700, 0, 0.45, TEAL),
    tiledHouse(40, 720, 240, 230, PAPER, RED),
    tiledHouse(1300, 720, 260, 250, PAPER, RED),
    ground(715, OVERPRINT, 0.05, 0.6),
    tree({ x: 800, ground: 740, height: 900, spread: 1280, leaf: TEAL, nick: NEWSPRINT, seed: 6, roots: 14 }),
    platform(),
    council(),
    villager(200, 1045, sari(RED, PAPER, INK)),
    villager(420, 1060, kurta(PAPER)),
    villager(640, 1072, sari(TEAL, PAPER, INK, { hair: 'veil', hairPaint: RED })),
    villager(960, 1072, kurta(PAPER, PAPER, { hair: 'turban', hairPaint: RED })),
    villager(1180, 1060, sari(RED, PAPER, INK)),
    villager(1400, 1045, kurta(INK)),
  );
}

export const politics: Record<string, () => string> = {
  'ward-committee': wardCommittee,
  'panchayat-minutes': panchayatMinutes,
};
