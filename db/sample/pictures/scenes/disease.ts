import { person } from '../kit/figures.ts';
import { sari, shirt } from '../kit/outfits.ts';
import { between, blob, box, circle, curve, type Point, placed, placedAt, polygon, polyline } from '../kit/path.ts';
import { BENDING, STANDING } from '../kit/poses.ts';
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
  PAPER,
  RED,
  sheet,
  stack,
  WIDTH,
} from '../kit/print.ts';
import { pot } from '../kit/props.ts';
import { nth, range } from '../kit/random.ts';
import type { Pair } from '../kit/skeleton.ts';
import { band, halftone, halo } from '../kit/texture.ts';
import { SEA } from '../kit/tints.ts';

const LEGS = [
  '.1,.0 .34,-.34 .62,.42 .8,.5',
  '.0,.02 .0,-.3 .14,.5 .26,.62',
  '-.1,.02 -.42,-.3 -.62,.34 -.86,.2',
  '.14,.02 .5,-.2 .9,.3 1.06,.3',
  '-.06,.04 -.24,-.22 -.3,.52 -.46,.6',
  '-.14,.0 -.6,-.24 -.9,.1 -1.1,-.1',
];
const WINGS = ['-.02,-.08 -.36,-.56 -.9,-.72 -1.02,-.6 -.7,-.34', '.04,-.1 -.1,-.62 -.46,-.98 -.62,-.92 -.5,-.56'];

/** The mosquito, head to the right; the pale bands are what marks the dengue carrier. */
function mosquito(x: number, y: number, size: number, paint: string, wing: string): string {
  const place = { x, y, scale: size };
  const put = (outline: string): Point[] => placed(outline, place);
  const body = blob(put('.16,-.1 .2,.04 .06,.12 -.3,.24 -.84,.46 -.9,.4 -.5,.12 -.16,-.06'));
  const bands = range(6).map((i) =>
    polyline([placedAt(-0.26 - i * 0.11, 0.02 + i * 0.06, place), placedAt(-0.2 - i * 0.11, 0.3 + i * 0.06, place)]),
  );
  return stack(
    LEGS.map((leg) => line(polyline(put(leg)), paint, size * 0.028)),
    WINGS.map((outline) => cut(blob(put(outline)), wing, paint, size * 0.03)),
    cut(body, paint, PAPER, size * 0.02),
    clipped(body, line(bands.join(''), PAPER, size * 0.035)),
    cut(circle(...placedAt(0.26, 0.04, place), size * 0.11), paint, PAPER, size * 0.02),
    line(polyline(put('.32,.1 .62,.38')), paint, size * 0.03),
    line(curve(put('.32,-.02 .46,-.1 .58,-.08')), paint, size * 0.018),
  );
}

/** Where streets cross on the map laid out below: along a street, and down the ward. */
const crossing = (along: number, down: number): Point => [
  120 + along * 190 + down * 118,
  560 + down * 104 - along * 26,
];

/** Houses where mosquitoes were found breeding, counted along the streets. */
const FOUND = new Set([9, 12, 17, 23, 25]);

function house(k: number): string {
  const [along, down] = [(k % 7) - 0.6, Math.floor(k / 7)];
  const back: Pair<Point> = [crossing(along + 0.12, down + 0.14), crossing(along + 0.86, down + 0.14)];
  const front: Pair<Point> = [crossing(along + 0.12, down + 0.84), crossing(along + 0.86, down + 0.84)];
  const storey = 46 + ((k * 29) % 4) * 16;
  const up = ([x, y]: Point): Point => [x, y - storey];
  const found = FOUND.has(k);
  return stack(
    cut(polygon([up(front[0]), up(front[1]), front[1], front[0]]), INK, PAPER, 4),
    cut(polygon([up(front[1]), up(back[1]), back[1], front[1]]), OVERPRINT, PAPER, 4),
    cut(
      polygon([up(back[0]), up(back[1]), up(front[1]), up(front[0])]),
      found ? RED : nth([PAPER, SEA, SEA], k),
      INK,
      4,
    ),
    [0.25, 0.55].map((t) => {
      const [x, y] = between(front[0], front[1], t);
      return fill(polygon(placed('0,-12 22,-15 22,-36 0,-33', { x, y })), found ? RED : NEWSPRINT);
    }),
  );
}

const healthWorker = (): string =>
  person({
    x: 1290,
    y: 1080,
    height: 800,
    flip: true,
    outfit: sari(RED, PAPER, INK),
    pose: { ...STANDING, hands: '1.3,4.7 2.2,4.7', bow: 14 },
    holding: (at) => {
      const rows = range(4).map((i) =>
        polyline([at(0.85 + 0.02 * i, 4.65 - i * 0.3), at(1.65 - 0.02 * i, 4.38 - i * 0.3)]),
      );
      return (
        cut(polygon([at(0.75, 5), at(1.9, 4.6), at(1.7, 3.1), at(0.55, 3.5)]), PAPER, INK, 7) +
        line(rows.join(''), INK, 5)
      );
    },
  });

function dengueMap(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, HEIGHT), dots(SEA, 34, NEWSPRINT)),
    halftone(halo([830, 300], 100, 760, 0, 0.8), { paint: SEA, pitch: 17, area: band(0, 700) }),
    fill(polygon([crossing(-1, -0.4), crossing(9, -0.4), crossing(9, 6), crossing(-4, 6)]), PAPER),
    range(28).map(house),
    mosquito(790, 400, 340, INK, dots(RED, 34, NEWSPRINT)),
    healthWorker(),
    person({
      x: 215,
      y: 1070,
      height: 640,
      outfit: { ...shirt(PAPER, INK, { hair: 'cap', hairPaint: SEA }), shoes: INK },
      pose: { ...BENDING, hands: '1.9,2.2 2.1,2.4' },
    }),
    pot(420, 1045, 150, OVERPRINT),
  );
}

export const disease: Record<string, () => string> = {
  'dengue-map': dengueMap,
};
