import { skyline } from '../kit/buildings.ts';
import { person, rod } from '../kit/figures.ts';
import { leaves, lobes } from '../kit/nature.ts';
import { kurta, pinafore, sari, shirt } from '../kit/outfits.ts';
import { arc, blob, box, circle, ellipse, placed, polar, polygon, polyline, sector, segment } from '../kit/path.ts';
import { BENDING, STANDING, STROLLING } from '../kit/poses.ts';
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
  WIDTH,
} from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { around, halftone, halo, slope, wash } from '../kit/texture.ts';
import { SLATE } from '../kit/tints.ts';

const STREET = 470;
const PIPE = { x: 800, y: 770, r: 205 };

/** A plinth left without its statue. */
function emptyPlinth(): string {
  const shaft = box(1040, 250, 240, 180);
  return stack(
    cut(
      polygon(
        '1010,470 1010,440 1040,430 1040,250 1022,238 1022,218 1298,218 1298,238 1280,250 1280,430 1310,440 1310,470',
      ),
      PAPER,
      INK,
      7,
    ),
    halftone(slope([1040, 0], [1290, 0], 0, 0.6), { inside: shaft, area: { x: 1040, y: 250, w: 250, h: 180 } }),
    pigeon(1090, 214, true),
    pigeon(1190, 214, false),
    pigeon(1240, 214, true),
    line(box(1330, 300, 14, 170), INK, 4),
    [420, 380].map((y) => line(segment(960, y, 1350, y), RED, 10, { dash: '26 18', cap: 'butt' })),
  );
}

const earth = (): string =>
  stack(
    fill(box(0, STREET, WIDTH, 40), INK),
    fill(box(0, STREET + 40, WIDTH, HEIGHT), dots(INK, 26, OVERPRINT)),
    wash(STREET + 40, HEIGHT, 0, 0.75),
    leaves({ x: 300, y: 760, rx: 300, ry: 200 }, 26, 22, dots(NEWSPRINT, 40), 6),
    leaves({ x: 1350, y: 780, rx: 260, ry: 200 }, 24, 22, dots(NEWSPRINT, 40), 9),
  );

function drain(): string {
  const { x, y, r } = PIPE;
  const bore = circle(x, y, r);
  const bricks = range(36).map((i) => polyline([polar([x, y], i * 10, r), polar([x, y], i * 10, r + 46)]));
  return stack(
    fill(box(715, STREET - 6, 170, 190), NEWSPRINT),
    line('M715 464V640M885 464V640', PAPER, 12),
    range(5).map((i) => line(segment(745, 500 + i * 34, 855, 500 + i * 34), INK, 8)),
    cut(circle(x, y, r + 48), PAPER, INK, 8),
    line(bricks.join(''), INK, 4),
    cut(bore, NEWSPRINT, INK, 10),
    halftone(halo([x, y - 60], 60, r, 0, 0.6), { inside: bore, area: around([x, y], r) }),
    cleaner(),
    clipped(
      bore,
      fill('M500 890Q600 870 700 890T900 890T1100 890V1067H500Z', SLATE),
      line('M630 925Q680 910 730 925T830 925M800 955Q850 942 900 955', PAPER, 5),
    ),
  );
}

const cleaner = (): string =>
  person({
    x: 780,
    y: 945,
    height: 345,
    outfit: { ...shirt(RED, INK, { hair: 'helmet', hairPaint: RED }), shoes: INK, guards: INK },
    pose: { ...STANDING, neck: [0.5, 6], feet: '-0.6,0 0.6,0', hands: '1.5,4.1 0.9,4.8', bow: 10 },
    holding: (at) =>
      rod(at(0.3, 5.6), at(2.2, 1), 10, OVERPRINT) +
      cut(polygon([at(1.9, 1.3), at(2.6, 1.5), at(2.7, 0.2), at(2.1, 0)]), INK),
  });

const onTheStreet = (): string =>
  stack(
    person({
      x: 590,
      y: STREET + 6,
      height: 320,
      outfit: { ...shirt(RED, INK, { hair: 'helmet', hairPaint: PAPER }), shoes: INK },
      pose: { ...BENDING, hands: '1.8,2.2 2,2.4' },
      holding: (at) => line(polyline([at(1.9, 2.4), at(2.6, 0.4)]), INK, 6),
    }),
    cut(ellipse(935, STREET - 10, 62, 16), INK),
    person({ x: 300, y: STREET + 6, height: 300, outfit: sari(RED, PAPER, INK), pose: STROLLING }),
    person({ x: 410, y: STREET + 6, height: 210, outfit: pinafore(SLATE), pose: STROLLING }),
  );

function drainBudget(): string {
  return sheet(
    NEWSPRINT,
    wash(60, STREET, 0, 0.4, SLATE),
    skyline({ foot: STREET, low: 90, high: 240, paint: dots(SLATE, 60, NEWSPRINT), seed: 15 }),
    emptyPlinth(),
    earth(),
    drain(),
    onTheStreet(),
  );
}

function pigeon(x: number, foot: number, right: boolean): string {
  const outline = '-34,-16 -60,-4 -26,-30 0,-42 12,-62 26,-64 38,-54 26,-48 24,-26 8,-8 -16,-6';
  return (
    cut(blob(placed(outline, { x, y: foot, scale: 1, flip: !right })), INK, NEWSPRINT, 4) +
    line(`M${x - 2} ${foot - 8}V${foot + 4}M${x + 8} ${foot - 8}V${foot + 4}`, INK, 4)
  );
}

interface Share {
  readonly from: number;
  readonly to: number;
  readonly paint: string;
  readonly icon: Icon;
  /** How far the slice has been drawn out of the coin. */
  readonly out: number;
}

/** One slice of the coin, milled edge and all, with what it pays for. */
function slice({ from, to, paint, icon, out }: Share): string {
  const [middle, r] = [(from + to) / 2, 395];
  const tip = polar([800, 500], middle, out);
  const ink = paint === PAPER ? INK : PAPER;
  const milling = range(Math.round((to - from) / 5)).map((i) =>
    polyline([polar(tip, from + 3 + i * 5, r * 0.9), polar(tip, from + 3 + i * 5, r * 0.96)]),
  );
  return stack(
    cut(sector(tip[0] + 16, tip[1] + 14, r, from, to), INK, INK, 6),
    cut(sector(...tip, r, from, to), paint, INK, 9),
    line(milling.join('') + arc(...tip, r * 0.86, from + 2, to - 2), ink, 5),
    moved(...polar(tip, middle, r * 0.6), 1.12, icon(ink, paint)),
  );
}

const citizens = (): string =>
  stack(
    person({
      x: 1405,
      y: 1000,
      height: 560,
      flip: true,
      outfit: sari(PAPER, RED, INK),
      pose: { ...STANDING, hip: [-0.4, 3.6], neck: [-0.5, 5.95], feet: '-0.8,0 0.3,0', hands: '1.5,4.9 1.6,5.2' },
    }),
    person({
      x: 165,
      y: 1000,
      height: 560,
      outfit: kurta(RED, PAPER, { hair: 'turban', hairPaint: PAPER, moustache: true }),
      pose: { ...STANDING, hands: '1.6,5.9 0.4,3.3', bow: -8 },
    }),
    person({
      x: 345,
      y: 1010,
      height: 340,
      outfit: pinafore(SLATE),
      pose: { ...STANDING, hands: '0.9,6 0.4,3.3', bow: -14 },
    }),
  );

function wardRupee(): string {
  return sheet(
    NEWSPRINT,
    halftone(halo([800, 500], 355, 800, 0.55, 0), { paint: SLATE, pitch: 18 }),
    fill(ellipse(820, 968, 560, 46), dots(INK, 55)),
    slice({ from: -90, to: 10, paint: SLATE, icon: tapIcon, out: 16 }),
    slice({ from: 10, to: 80, paint: RED, icon: lampIcon, out: 92 }),
    slice({ from: 80, to: 140, paint: INK, icon: broomIcon, out: 16 }),
    slice({ from: 140, to: 200, paint: PAPER, icon: schoolIcon, out: 16 }),
    slice({ from: 200, to: 270, paint: OVERPRINT, icon: treeIcon, out: 16 }),
    citizens(),
  );
}

type Icon = (paint: string, ground: string) => string;

const tapIcon: Icon = (paint) =>
  stack(
    fill('M-86 -34H22Q64 -34 64 10V34H22V12Q22 6 14 6H-86ZM-30 -34V-64H-58V-82H26V-64H-2V-34Z', paint),
    fill(blob('43,52 62,88 43,106 24,88'), paint),
  );

const lampIcon: Icon = (paint) =>
  stack(
    line('M-20 100V-60Q-20 -92 16 -92H46', paint, 14),
    fill('M24 -92H84L70 -66H38Z', paint),
    line('M54 -48V-18M34 -50L16 -24M74 -50L92 -24', paint, 8),
  );

const broomIcon: Icon = (paint, ground) =>
  stack(
    line('M36 -96L0 8', paint, 15),
    fill('M-20 0L28 14L22 100H-68Z', paint),
    line('M-14 34L-34 96M6 36L-4 96', ground, 5),
  );

const schoolIcon: Icon = (paint, ground) =>
  stack(
    fill('M-84 70V-12L0 -66L84 -12V70Z', paint),
    fill(box(-16, 14, 32, 56) + box(-62, 8, 28, 28) + box(34, 8, 28, 28), ground),
  );

const treeIcon: Icon = (paint, ground) =>
  stack(
    line('M0 84V-10', paint, 17),
    fill(lobes(0, -34, 74, 58, 9, 4), paint),
    line('M0 20V-40M0 -4L24 -28M0 8L-24 -16', ground, 6),
  );

export const budget: Record<string, () => string> = {
  'drain-budget': drainBudget,
  'ward-rupee': wardRupee,
};
