import { skyline, tiledHouse } from '../kit/buildings.ts';
import { clockFace } from '../kit/clocks.ts';
import { person } from '../kit/figures.ts';
import { tree } from '../kit/nature.ts';
import { dhoti, kurta, lungi, pinafore, salwar, sari, shirt } from '../kit/outfits.ts';
import { box, circle, ellipse, type Point, polyline, roundBox } from '../kit/path.ts';
import { FACING, RUNNING, SEATED, STANDING } from '../kit/poses.ts';
import {
  clipped,
  cut,
  dots,
  fill,
  HEIGHT,
  INK,
  line,
  moved,
  NEWSPRINT,
  OVERPRINT,
  PAPER,
  RED,
  sheet,
  stack,
  turned,
  WIDTH,
} from '../kit/print.ts';
import { book, coin } from '../kit/props.ts';
import { dice, range } from '../kit/random.ts';
import { CHILD, type Pose } from '../kit/skeleton.ts';
import { ground, wash } from '../kit/texture.ts';
import { SKY } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';

const STREET = 825;

/** Three passengers of the red bus: where each window is, and who looks out of it. */
const WINDOWS: readonly (readonly [number, Outfit])[] = [
  [-20, sari(SKY, RED, INK)],
  [185, shirt(SKY, INK, { hair: 'short', moustache: true })],
  [390, shirt(INK, INK)],
];

function redBus(): string {
  return stack(
    cut('M-60 860V190Q-60 130 20 130H830Q900 130 920 200L950 520V860Z', RED, PAPER, 9),
    fill('M850 210H890L918 520H850Z', PAPER),
    fill(box(-60, 560, 1010, 46), SKY),
    line('M-60 640H610M820 640H950', PAPER, 6),
    WINDOWS.map(([x, outfit]) => {
      const pane = roundBox(x, 230, 170, 240, 14);
      return fill(pane, PAPER) + clipped(pane, person({ x: x + 80, y: 890, height: 700, outfit, pose: SEATED }));
    }),
    fill(box(620, 240, 190, 600), INK),
    line('M628 270V800M802 270V800', PAPER, 9),
    fill(box(600, 820, 230, 34), SKY),
    [120, 470].map((x) => cut(circle(x, 862, 88), INK, PAPER, 7) + fill(circle(x, 862, 40), NEWSPRINT)),
    cut(circle(900, 700, 28), PAPER, INK, 6),
  );
}

const conductor = (): string =>
  person({
    x: 715,
    y: 838,
    height: 560,
    outfit: { ...shirt(SKY, SKY, { hair: 'cap', hairPaint: SKY, moustache: true }), shoes: PAPER },
    pose: {
      ...STANDING,
      hip: [0.25, 3.75],
      neck: [1, 5.95],
      feet: '0,0 0.4,0',
      hands: '2.9,5.3 -0.5,6.1',
      elbows: [-1, 1],
    },
    holding: (at) => {
      const [x, y] = at(-0.3, 3.9);
      return cut(roundBox(x, y, 92, 82, 12), INK, PAPER, 5) + line(polyline([at(0.2, 3.9), at(1, 5.8)]), INK, 9);
    },
  });

/** The form: lines of writing, and the square for a photograph. */
const form = ([x, y]: Point): string =>
  moved(
    x,
    y,
    1,
    turned(
      -16,
      0,
      0,
      cut(box(-66, -84, 112, 146), PAPER, INK, 6),
      line('M-48 -52H28M-48 -28H28M-48 -4H28M-48 20H-6', INK, 5),
      fill(box(4, 22, 28, 28), RED),
    ),
  );

function girlScholar(): string {
  return sheet(
    NEWSPRINT,
    wash(60, 800, 0, 0.45, SKY),
    skyline({ foot: STREET, low: 200, high: 420, paint: dots(SKY, 60, NEWSPRINT), seed: 23 }),
    clockFace(1390, 230, 110, 355, 345, RED),
    fill(box(0, STREET, WIDTH, HEIGHT - STREET), INK),
    line('M0 1000H1600', PAPER, 8, { dash: '90 60', cap: 'butt' }),
    redBus(),
    conductor(),
    person({
      x: 1180,
      y: 1000,
      height: 590,
      flip: true,
      outfit: { ...salwar(PAPER, SKY, RED), shoes: INK },
      pose: { ...RUNNING, hands: '2.15,6.6 -0.4,4.4', bow: -18 },
      holding: (at) => form(at(2.4, 6.9)),
    }),
    range(4).map((i) => line(`M${1330 + i * 36} ${640 + i * 84}h${130 - i * 12}`, PAPER, 10)),
  );
}

/** The shawl the village puts its money into, sagging with what is in it. */
function shawlOfCoins(): string {
  const { between: roll } = dice(17);
  const coins = range(26).map((i) => {
    const across = roll(-1, 1);
    const [x, y] = [800 + across * 300, 760 + roll(-50, 46) * (1 - Math.abs(across) * 0.5)];
    return cut(ellipse(x, y, 30, 13), i % 3 ? RED : OVERPRINT, PAPER, 4);
  });
  return stack(
    cut('M420 640H1180L1290 800Q800 960 310 800Z', PAPER, INK, 7),
    line('M345 780Q800 912 1255 780', RED, 16),
    line('M425 650H1175', RED, 10),
    coins,
  );
}

const scholar = (): string =>
  stack(
    person({
      x: 800,
      y: 905,
      height: 600,
      outfit: { ...pinafore(INK), build: { ...CHILD, head: 1.15 } },
      pose: { ...FACING, hands: '-0.35,4.4 0.35,4.4', elbowsAt: '-0.95,4.2 0.95,4.2' },
    }),
    book(745, 590, 110, 34, RED),
    book(752, 556, 98, 30, SKY),
    book(747, 526, 106, 32, PAPER, INK),
  );

const WHITE_HAIRED = { hairPaint: PAPER, moustache: true, whiskers: PAPER } as const;

const givers = (): string => {
  const pose: Pose = { ...STANDING, neck: [0.3, 6.05], hands: '1.4,3.6 1.1,4.2', bow: 14 };
  const turbaned = dhoti(PAPER, PAPER, { ...WHITE_HAIRED, hair: 'turban', hairPaint: RED });
  return stack(
    person({ x: 560, y: 870, height: 560, outfit: turbaned, pose }),
    person({
      x: 1040,
      y: 870,
      height: 560,
      flip: true,
      outfit: sari(SKY, PAPER, RED, { hair: 'bun', hairPaint: PAPER }),
      pose,
    }),
  );
};

const holders = (): string => {
  const pose: Pose = { ...STANDING, neck: [0.25, 6.05], hands: '0.75,4.1 1.3,5.4', bow: 12 };
  const [y, height] = [1050, 690];
  const turbaned = lungi(PAPER, SKY, { ...WHITE_HAIRED, hair: 'turban', hairPaint: RED });
  const bearded = kurta(PAPER, PAPER, { ...WHITE_HAIRED, hair: 'bald', glasses: true, beard: true });
  return stack(
    person({ x: 330, y, height, outfit: { ...turbaned, wrap: { kind: 'towel', paint: RED } }, pose }),
    person({ x: 1270, y, height, flip: true, outfit: { ...bearded, wrap: { kind: 'towel', paint: SKY } }, pose }),
    coin(500, 560, 26, RED),
    coin(1090, 545, 26, RED),
  );
};

function villageScholarship(): string {
  return sheet(
    NEWSPRINT,
    wash(100, 720, 0, 0.5, SKY),
    tiledHouse(60, 730, 240, 220, PAPER, OVERPRINT),
    tiledHouse(1290, 730, 260, 230, PAPER, OVERPRINT),
    tree({ x: 800, ground: 760, height: 760, spread: 1080, leaf: SKY, seed: 21 }),
    ground(725, OVERPRINT, 0, 0.65),
    scholar(),
    givers(),
    shawlOfCoins(),
    holders(),
  );
}

export const scholarships: Record<string, () => string> = {
  'girl-scholar': girlScholar,
  'village-scholarship': villageScholarship,
};
