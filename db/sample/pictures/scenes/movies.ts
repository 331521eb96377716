import { person } from '../kit/figures.ts';
import { kurta, salwar, sari, shirt } from '../kit/outfits.ts';
import { box, circle, mix, type Point, polar, polygon, segment } from '../kit/path.ts';
import { STANDING } from '../kit/poses.ts';
import { cut, fill, HEIGHT, INK, line, NEWSPRINT, OVERPRINT, PAPER, RED, sheet, stack, WIDTH } from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { CHILD } from '../kit/skeleton.ts';
import { band, halftone, slope } from '../kit/texture.ts';
import { PLUM } from '../kit/tints.ts';

const LOBBY_FLOOR = 800;

function reel(x: number, y: number, r: number, paint: string): string {
  const holes = range(5).map((i) => circle(...polar([x, y], i * 72 - 90, r * 0.56), r * 0.24));
  return stack(
    cut(circle(x, y, r), paint, PAPER, 7),
    holes.map((hole) => fill(hole, NEWSPRINT)),
    fill(circle(x, y, r * 0.12), NEWSPRINT),
  );
}

function lobby(): string {
  const column = (i: number): string => {
    const x = 60 + i * 360;
    return (
      cut(box(x, 0, 70, LOBBY_FLOOR), i % 2 ? PLUM : INK, NEWSPRINT) +
      line([18, 35, 52].map((flute) => segment(x + flute, 0, x + flute, LOBBY_FLOOR)).join(''), NEWSPRINT, 3)
    );
  };
  const scallops = `M0 70${range(8)
    .map((i) => `Q${i * 200 + 100} 130 ${i * 200 + 200} 70`)
    .join('')}`;
  const tiles = range(9).flatMap((i) =>
    range(3)
      .filter((j) => (i + j) % 2 === 0)
      .map((j) => polygon([tile(i, j), tile(i + 1, j), tile(i + 1, j + 1), tile(i, j + 1)])),
  );
  return stack(
    fill(box(0, 0, WIDTH, LOBBY_FLOOR), PLUM),
    halftone(slope([0, 0], [900, 0], 0.85, 0.2), { area: band(0, LOBBY_FLOOR) }),
    range(5).map(column),
    fill(`${scallops}V0H0Z`, RED),
    line(scallops, PAPER, 7),
    fill(box(0, LOBBY_FLOOR, WIDTH, HEIGHT - LOBBY_FLOOR), PAPER),
    fill(tiles.join(''), INK),
  );
}

function beam(): string {
  const light = polygon('905,452 1640,130 1640,800 905,500');
  const dust = slope([905, 470], [1640, 470], 0.02, 0.5);
  return fill(light, PAPER) + halftone(dust, { paint: PLUM, inside: light, area: { x: 900, y: 120, w: 700, h: 690 } });
}

function projector(): string {
  const legs = 'M520 580L420 880M780 580L880 880M650 580V880';
  return stack(
    reel(520, 215, 150, INK),
    reel(800, 250, 128, INK),
    line('M640 280Q700 340 740 400M430 330Q440 400 520 420', INK, 8),
    cut('M440 380H860V580H440Z', RED, PAPER, 8),
    cut('M330 410H450V560H330Q300 486 330 410Z', INK, PAPER, 7),
    cut(box(360, 330, 56, 90), INK, PAPER, 6),
    line('M350 450H430M350 485H430M350 520H430', PAPER, 6),
    cut('M860 440L915 425V530L860 515Z', INK, PAPER, 6),
    cut(circle(620, 480, 62), PAPER, INK, 8),
    line(circle(620, 480, 36), INK, 6),
    fill(box(730, 420, 90, 120), INK),
    line('M745 450H805M745 480H805M745 510H805', PAPER, 5),
    line(legs, PAPER, 40),
    line(legs, INK, 28),
    cut('M340 860H960L1000 920H300Z', OVERPRINT, PAPER, 7),
  );
}

const rope = (): string =>
  line('M240 960V800M1060 960V800', PAPER, 20) +
  line('M240 960V800M1060 960V800', RED, 12) +
  line('M240 812Q650 940 1060 812', RED, 15);

const filmgoers = (): string =>
  stack(
    person({
      x: 1110,
      y: 1000,
      height: 500,
      flip: true,
      outfit: kurta(PAPER, PAPER, { hair: 'bald', glasses: true, hairPaint: PAPER, moustache: true, whiskers: PAPER }),
      pose: { ...STANDING, hands: '1.5,5.7 0.5,3.3', bow: -14 },
    }),
    person({
      x: 1240,
      y: 1010,
      height: 320,
      flip: true,
      outfit: { ...shirt(RED, INK), build: CHILD },
      pose: { ...STANDING, bow: -24, hands: '0.5,3.5 0.8,3.6' },
    }),
    person({
      x: 1390,
      y: 1020,
      height: 500,
      flip: true,
      outfit: sari(INK, RED, RED),
      pose: { ...STANDING, bow: -8, hands: '0.9,4.4 0.5,3.4' },
    }),
    person({
      x: 150,
      y: 1030,
      height: 500,
      outfit: salwar(RED, PAPER, INK),
      pose: { ...STANDING, bow: -14, hands: '0.4,3.3 1,4.9' },
    }),
  );

function singleScreen(): string {
  return sheet(NEWSPRINT, lobby(), beam(), projector(), rope(), filmgoers());
}

/** A corner of the chequered lobby floor; rows deepen towards the reader. */
const tile = (column: number, row: number): Point => {
  const depth = (row * (row + 3)) / 18;
  return [800 + (column - 4.5) * mix(200, 420, depth), LOBBY_FLOOR + depth * 275];
};

export const movies: Record<string, () => string> = {
  'single-screen': singleScreen,
};
