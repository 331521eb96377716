import { person } from '../kit/figures.ts';
import { tree } from '../kit/nature.ts';
import { kurta, shirt } from '../kit/outfits.ts';
import { blob, box, circle, mix, type Point, placed, polygon } from '../kit/path.ts';
import { FACING, SEATED, STANDING } from '../kit/poses.ts';
import { cut, fill, INK, line, NEWSPRINT, OVERPRINT, PAPER, RED, sheet, stack } from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { CHILD, type Pose } from '../kit/skeleton.ts';
import { ground, wash } from '../kit/texture.ts';
import { COPPER } from '../kit/tints.ts';

const TABLE_TOP = 624;

type Chessman = 'king' | 'pawn' | 'rook' | 'knight';

const STEM = '-.3,0 -.3,-.1 -.22,-.14 -.13,-.3 -.1,-.5 .1,-.5 .13,-.3 .22,-.14 .3,-.1 .3,0';
const BATTLEMENTS =
  '-.18,-.46 -.2,-.76 -.11,-.76 -.11,-.68 -.04,-.68 -.04,-.76 .04,-.76 .04,-.68 .11,-.68 .11,-.76 .2,-.76 .18,-.46';
const CROWN =
  '-.1,-.46 -.2,-.82 -.035,-.82 -.035,-.9 -.1,-.9 -.1,-.96 -.035,-.96 -.035,-1.04 .035,-1.04 .035,-.96 .1,-.96 ' +
  '.1,-.9 .035,-.9 .035,-.82 .2,-.82 .1,-.46';
const HORSE = '-.16,-.46 -.18,-.7 -.04,-.92 .02,-.84 .16,-.74 .26,-.6 .18,-.54 .04,-.62 .12,-.46';

function chessman(kind: Chessman, x: number, foot: number, size: number, dark: boolean): string {
  const put = (outline: string): Point[] => placed(outline, { x, y: foot, scale: size });
  const tops: Record<Chessman, string> = {
    pawn: circle(x, foot - size * 0.58, size * 0.15),
    rook: polygon(put(BATTLEMENTS)),
    king: polygon(put(CROWN)),
    knight: blob(put(HORSE)),
  };
  const [paint, seam] = dark ? [RED, PAPER] : [PAPER, INK];
  return cut(polygon(put(STEM)), paint, seam) + cut(tops[kind], paint, seam);
}

/** Where the lines of the board cross, seen from a seated player's height. */
const corner = (file: number, rank: number): Point => [
  mix(560, 1040, file / 8) + (file - 4) * rank * 8,
  TABLE_TOP + rank * 13,
];

function board(): string {
  const edge = polygon([corner(0, 0), corner(8, 0), corner(8, 8), corner(0, 8)]);
  const squares = range(64)
    .map((k) => [k % 8, Math.floor(k / 8)] as const)
    .filter(([file, rank]) => (file + rank) % 2 === 1)
    .map(([f, r]) => polygon([corner(f, r), corner(f + 1, r), corner(f + 1, r + 1), corner(f, r + 1)]));
  return fill(edge, PAPER) + fill(squares.join(''), INK) + line(edge, INK, 5);
}

/** Listed from the far edge of the board, since the nearer men hide the farther. */
const MEN: readonly (readonly [Chessman, number, number, number, boolean])[] = [
  ['pawn', 700, 640, 105, true],
  ['pawn', 870, 640, 100, false],
  ['knight', 960, 664, 125, false],
  ['rook', 640, 666, 125, true],
  ['king', 760, 690, 138, true],
  ['pawn', 900, 700, 112, false],
  ['king', 985, 712, 145, false],
  ['pawn', 690, 716, 115, true],
  ['knight', 560, 720, 122, true],
];

const stoneTable = (): string =>
  stack(
    cut(polygon('740,760 860,760 900,1010 960,1040 640,1040 700,1010'), PAPER, INK, 7),
    cut(polygon('520,610 1080,610 1180,770 420,770'), NEWSPRINT, INK, 8),
    cut(polygon('420,770 1180,770 1176,806 424,806'), PAPER, INK, 6),
  );

const bench = (x: number): string =>
  stack(
    cut(box(x - 150, 790, 300, 34), PAPER, INK, 6),
    [x - 110, x + 50].map((leg) => cut(box(leg, 824, 60, 210), NEWSPRINT, INK, 6)),
  );

const THINKING: Pose = {
  ...SEATED,
  neck: [0.6, 4.65],
  hands: '1.35,4.75 1.9,3.1',
  feet: '1.2,0 1.7,0',
  bow: 14,
};

const onlookers = (): string =>
  stack(
    person({
      x: 610,
      y: 800,
      height: 470,
      outfit: shirt(PAPER, INK, { hair: 'short' }),
      pose: { ...STANDING, hands: '0.75,3.9 0.5,4.3', bow: 22 },
    }),
    person({
      x: 1010,
      y: 800,
      height: 480,
      flip: true,
      outfit: kurta(RED, PAPER, { hair: 'turban', hairPaint: PAPER, beard: true, moustache: true }),
      pose: { ...STANDING, hands: '0.4,3.4 0.7,4.4', bow: 22 },
    }),
    person({
      x: 820,
      y: 790,
      height: 300,
      outfit: { ...shirt(COPPER, INK), build: CHILD },
      pose: { ...FACING, bow: 20 },
    }),
  );

const players = (): string =>
  stack(
    person({
      x: 290,
      y: 1035,
      height: 840,
      outfit: {
        ...kurta(PAPER, PAPER, { hair: 'bald', hairPaint: PAPER, glasses: true, moustache: true, whiskers: PAPER }),
        wrap: { kind: 'dupatta', paint: RED },
      },
      pose: THINKING,
    }),
    person({
      x: 1310,
      y: 1035,
      height: 840,
      flip: true,
      outfit: shirt(RED, INK, { hair: 'cap', hairPaint: INK, beard: true, moustache: true, whiskers: PAPER }),
      pose: { ...THINKING, hands: '2.85,3.75 1.7,3' },
    }),
  );

function parkChess(): string {
  return sheet(
    NEWSPRINT,
    wash(100, 740, 0, 0.45, COPPER),
    tree({ x: 60, ground: 760, height: 620, spread: 520, leaf: INK, nick: COPPER, seed: 3 }),
    tree({ x: 820, ground: 760, height: 720, spread: 700, leaf: COPPER, seed: 4 }),
    tree({ x: 1560, ground: 760, height: 640, spread: 520, leaf: INK, nick: COPPER, seed: 5 }),
    ground(750, OVERPRINT, 0.05, 0.7),
    onlookers(),
    bench(300),
    bench(1300),
    players(),
    stoneTable(),
    board(),
    MEN.map(([kind, x, foot, size, dark]) => chessman(kind, x, foot, size, dark)),
  );
}

export const chess: Record<string, () => string> = {
  'park-chess': parkChess,
};
