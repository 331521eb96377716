import { skyline } from '../kit/buildings.ts';
import { clockFace, stopwatch } from '../kit/clocks.ts';
import { person } from '../kit/figures.ts';
import { tree } from '../kit/nature.ts';
import { kurta, pinafore, salwar, sari, shirt } from '../kit/outfits.ts';
import { between, box, circle, num, type Point, polygon, polyline, segment } from '../kit/path.ts';
import { FACING, STANDING } from '../kit/poses.ts';
import {
  cut,
  dots,
  fill,
  INK,
  line,
  NEWSPRINT,
  NIGHT,
  OVERPRINT,
  offPlate,
  PAPER,
  RED,
  sheet,
  stack,
  WIDTH,
} from '../kit/print.ts';
import { pot } from '../kit/props.ts';
import { nth, range } from '../kit/random.ts';
import { bulbs } from '../kit/street.ts';
import { ground, halftone, halo, wash } from '../kit/texture.ts';
import { MOSS } from '../kit/tints.ts';
import { busFront, carFront } from '../kit/vehicles.ts';
import type { Outfit } from '../kit/wardrobe.ts';

/** Where all the lanes meet, and a place along one of them: 0 at the reader's feet, 1 at the horizon. */
const EYE: Point = [800, 330];
const alongLane = (lane: number, depth: number): Point => between([lane, 1080], EYE, depth);

function strip(left: number, right: number): string {
  return polygon([alongLane(left, 0.985), alongLane(right, 0.985), alongLane(right, 0), alongLane(left, 0)]);
}

function queue(lane: number, paints: readonly [string, ...string[]]): string {
  const cars = [0.86, 0.78, 0.68, 0.54, 0.36, 0.1].map((depth, i) => {
    const [x, y] = alongLane(lane, depth);
    return carFront(x, y + 20 * (1 - depth), (1 - depth) * 1.7, nth(paints, i), NEWSPRINT);
  });
  return stack(cars);
}

function laneMarks(lane: number): string {
  const marks = range(9).map((i) => {
    const shrink = 0.72 ** i;
    const dash = polyline([alongLane(lane, 1 - shrink), alongLane(lane, 1 - shrink * Math.sqrt(0.72))]);
    return line(dash, PAPER, 14 * shrink, { cap: 'butt' });
  });
  return stack(marks);
}

function avenue(): string {
  const trees = [0.9, 0.84, 0.74, 0.58, 0.3].flatMap((depth) =>
    [-1300, 2900].map((side) => {
      const [x, ground] = alongLane(side, depth);
      const near = 1 - depth;
      return tree({ x, ground, height: near * 1000, spread: near * 900, leaf: INK, nick: MOSS, seed: 5 });
    }),
  );
  return stack(trees);
}

function busLane(): string {
  return sheet(
    NEWSPRINT,
    wash(40, 400, 0, 0.5, MOSS),
    skyline({ foot: 360, low: 60, high: 200, paint: dots(INK, 50, NEWSPRINT), seed: 33 }),
    fill(box(0, 345, WIDTH, 730), MOSS),
    fill(strip(-900, 2500), INK),
    fill(strip(-1100, -900) + strip(2500, 2700), NEWSPRINT),
    offPlate(fill(strip(380, 1220), RED)),
    [380, 1220].map((lane) => line(polyline([alongLane(lane, 0), alongLane(lane, 0.98)]), PAPER, 9)),
    laneMarks(-300),
    laneMarks(1900),
    avenue(),
    queue(60, [INK, OVERPRINT, MOSS]),
    queue(-560, [MOSS, INK, OVERPRINT]),
    queue(1540, [OVERPRINT, INK, MOSS]),
    queue(2160, [INK, MOSS, OVERPRINT]),
    busFront(...alongLane(800, 0.86), 0.24, RED),
    fill(polygon('660,905 940,905 1010,960 600,960'), dots(INK, 65)),
    busFront(800, 930, 1.42, PAPER, INK),
    person({
      x: 1330,
      y: 1250,
      height: 900,
      flip: true,
      outfit: { ...salwar(PAPER, INK, RED), seam: INK },
      pose: { ...STANDING, hands: '1.4,5.5 1.1,4.4', bow: 14 },
      holding: (at) => cut(polygon([at(0.7, 4.9), at(1.8, 4.6), at(1.6, 3.4), at(0.5, 3.7)]), OVERPRINT, INK, 6),
    }),
    stopwatch(1146, 560, 78),
  );
}

const COUNTER = 720;

const fruitHeaps = (x: number): string =>
  stack(
    ([RED, MOSS, OVERPRINT] as const).map((paint, heap) =>
      range(3).map((row) =>
        range(4 - row).map((i) => {
          const across = x + 70 + heap * 130 + (i - (3 - row) / 2) * 30;
          return cut(circle(across, COUNTER - 16 - row * 24, 17), paint, PAPER, 3);
        }),
      ),
    ),
  );

/** Lengths of cloth hung either side of the seller. */
const hungCloth = (x: number): string =>
  stack(
    (
      [
        [30, PAPER],
        [108, RED],
        [264, OVERPRINT],
        [342, PAPER],
      ] as const
    ).map(
      ([dx, paint]) =>
        cut(box(x + dx, COUNTER - 240, 58, 150), paint, INK) +
        line(`M${x + dx} ${COUNTER - 120}h58M${x + dx} ${COUNTER - 108}h58`, INK, 4),
    ),
  );

const potsInRow = (x: number): string =>
  stack(range(4).map((i) => pot(x + 70 + i * 95, COUNTER, 84, nth([OVERPRINT, PAPER, INK], i))));

/** Striped cloth, wider at the hem than at the rail. */
function awning(x: number, paint: string): string {
  const stripes = range(6).map((i) => {
    const [hem, rail] = [x - 20 + i * 78.4, x + 20 + i * 65];
    const d = `M${num(hem)} 400L${rail} 290H${rail + 65}L${num(hem + 78.4)} 400Q${num(hem + 39)} 446 ${num(hem)} 400Z`;
    return cut(d, i % 2 ? PAPER : paint, INK, 4);
  });
  return stack(stripes);
}

function stall(x: number, paint: string, seller: Outfit, goods: string): string {
  const planks = range(8).map((i) => segment(x + 30 + i * 56, COUNTER + 12, x + 30 + i * 56, COUNTER + 186));
  return stack(
    fill(box(x, 400, 430, 330), NEWSPRINT),
    halftone(halo([x + 215, 430], 40, 330, 0, 0.55), { paint: MOSS, area: { x, y: 400, w: 430, h: 330 } }),
    line(`M${x + 8} 980V330M${x + 422} 980V330`, OVERPRINT, 16),
    person({
      x: x + 215,
      y: 1010,
      height: 600,
      outfit: seller,
      pose: { ...FACING, hands: '-0.9,4.2 0.9,4.2', elbowsAt: '-1.15,4.6 1.15,4.6' },
    }),
    goods,
    cut(box(x - 14, COUNTER, 458, 190), OVERPRINT, INK, 6),
    line(planks.join(''), INK, 4),
    fill(box(x - 14, COUNTER, 458, 22), paint),
    awning(x, paint),
    [70, 360].map(
      (dx) => line(segment(x + dx, 430, x + dx, 452), INK, 5) + cut(circle(x + dx, 470, 20), PAPER, INK, 6),
    ),
  );
}

function nightMarket(): string {
  return sheet(
    INK,
    skyline({ foot: 420, low: 120, high: 300, paint: NIGHT, pane: MOSS, seed: 9 }),
    wash(140, 600, 0, 0.8, MOSS),
    stall(60, RED, sari(RED, PAPER, INK), fruitHeaps(60)),
    stall(585, MOSS, kurta(PAPER, PAPER, { hair: 'short', moustache: true }), hungCloth(585)),
    stall(1110, RED, shirt(MOSS, INK, { hair: 'turban', hairPaint: PAPER }), potsInRow(1110)),
    bulbs([0, 150], [800, 190], 34, 11, 16, PAPER, PAPER),
    bulbs([800, 190], [1600, 150], 34, 11, 16, PAPER, PAPER),
    clockFace(800, 176, 84, 210, 0, INK),
    ground(905, OVERPRINT, 0.2, 0.9),
    person({
      x: 480,
      y: 1060,
      height: 640,
      outfit: salwar(MOSS, PAPER, RED),
      pose: { ...STANDING, hands: '-0.2,3.3 1.3,4.7' },
      flip: true,
      holding: (at) => cut(polygon([at(-0.6, 3.3), at(0.3, 3.3), at(0.5, 1.9), at(-0.8, 1.9)]), RED),
    }),
    person({
      x: 1060,
      y: 1060,
      height: 660,
      outfit: sari(PAPER, MOSS, RED),
      pose: { ...STANDING, hands: '1.5,4.4 0.5,3.3' },
    }),
    person({ x: 930, y: 1064, height: 420, outfit: pinafore(RED), pose: { ...STANDING, hands: '0.9,4.4 0.4,3.3' } }),
  );
}

export const cities: Record<string, () => string> = {
  'bus-lane': busLane,
  'night-market': nightMarket,
};
