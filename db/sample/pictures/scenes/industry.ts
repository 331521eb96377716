import { person, rod } from '../kit/figures.ts';
import { leaves, lobes } from '../kit/nature.ts';
import { lungi, shirt } from '../kit/outfits.ts';
import {
  arc,
  box,
  circle,
  curve,
  ellipse,
  placed,
  polar,
  polygon,
  polyline,
  ribbon,
  roundBox,
  segment,
  taper,
} from '../kit/path.ts';
import { ON_FLOOR, STANDING } from '../kit/poses.ts';
import {
  clipped,
  cut,
  dots,
  fill,
  fine,
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
import { pot, tub } from '../kit/props.ts';
import { nth, range } from '../kit/random.ts';
import { wire } from '../kit/street.ts';
import { band, ground, halftone, halo, slope, wash } from '../kit/texture.ts';
import { SLATE } from '../kit/tints.ts';

const SHOP_FLOOR = 900;

/** The old chimney stands cold in the daylight outside; the pylon beside it does the work now. */
function yardThroughWindow(): string {
  const frame = box(70, 80, 420, 440);
  return stack(
    fill(frame, NEWSPRINT),
    clipped(
      frame,
      wash(80, 520, 0, 0.5, SLATE),
      fill(polygon('110,530 130,210 190,210 210,530'), fine(INK, 45, NEWSPRINT)),
      line('M330 530L370 140L410 530M316 230H424M322 310H418M345 400L402 450M395 400L338 450', INK, 8),
      wire([70, 190], [330, 230], 10, INK, 4),
      wire([410, 230], [490, 210], 6, INK, 4),
    ),
    line(`${frame}M280 80V520M70 300H490`, INK, 14),
  );
}

const stream = (width: number): string => ribbon('1060,312 1134,352 1150,475 1150,720', width, width * 0.8);

function furnace(): string {
  const coil = range(7).map((i) => segment(640, 400 + i * 42, 980, 400 + i * 42));
  return stack(
    wire([424, 230], [640, 380], 90, SLATE, 20),
    wire([424, 310], [640, 440], 90, SLATE, 20),
    line('M560 900V500M1060 900V470', SLATE, 34),
    cut(roundBox(620, 350, 380, 370, 40), SLATE, INK, 10),
    line(coil.join(''), PAPER, 14),
    line(coil.join(''), INK, 5),
    cut('M600 330H1010L1090 300L1060 392H600Z', PAPER, INK, 10),
    fill(ellipse(820, 332, 190, 20), RED),
    fill(stream(32), RED),
    fill(stream(10), PAPER),
  );
}

function ladleAndMoulds(): string {
  const sparks = range(16).map((i) => {
    const [x, y] = polar([1150, 720], -160 + i * 9.5, 90 + ((i * 53) % 110));
    return fill(circle(x, y, 4 + (i % 4) * 2), i % 2 ? PAPER : RED);
  });
  const mould = (x: number, metal: string): string =>
    cut(box(x, 905, 180, 74), INK, PAPER, 6) + fill(box(x + 25, 922, 130, 16), metal);
  return stack(
    sparks,
    cut('M1040 720H1260L1235 880H1065Z', INK, PAPER, 8),
    fill(ellipse(1150, 722, 102, 18), RED),
    mould(960, RED),
    mould(1170, OVERPRINT),
    mould(1380, OVERPRINT),
  );
}

const cokeHeap = (): string =>
  cut(lobes(200, 960, 230, 100, 15, 5), INK, NEWSPRINT) +
  leaves({ x: 200, y: 950, rx: 190, ry: 70 }, 40, 16, dots(NEWSPRINT, 50), 3);

function electricFoundry(): string {
  return sheet(
    INK,
    halftone(halo([1080, 640], 80, 720, 0.85, 0), { paint: RED, pitch: 17, area: band(0, SHOP_FLOOR) }),
    yardThroughWindow(),
    fill(box(0, SHOP_FLOOR, WIDTH, HEIGHT - SHOP_FLOOR), OVERPRINT),
    halftone(slope([900, 0], [0, 0], 0, 0.9), { area: band(SHOP_FLOOR, HEIGHT) }),
    furnace(),
    ladleAndMoulds(),
    person({
      x: 1430,
      y: 985,
      height: 650,
      flip: true,
      outfit: {
        ...shirt(PAPER, INK, { hair: 'helmet', hairPaint: PAPER }),
        wrap: { kind: 'apron', paint: SLATE },
        shoes: INK,
      },
      pose: { ...STANDING, feet: '-0.7,0 0.7,0', hands: '1.3,4.3 0.9,4.1' },
      holding: (at) => rod(at(0.2, 3.7), at(2.75, 4.3), 14, PAPER, INK),
    }),
    cokeHeap(),
  );
}

type Ware = (x: number, foot: number, paint: string) => string;

/** The line that shows up on a metal. */
const glint = (paint: string): string => (paint === PAPER ? INK : PAPER);

const vessel = (x: number, foot: number, size: number, paint: string): string =>
  pot(x, foot, size, paint, INK) +
  line(curve(placed('-.3,-.25 -.34,-.45 -.24,-.65', { x, y: foot, scale: size })), PAPER, size * 0.06);

const plate: Ware = (x, foot, paint) =>
  stack(
    cut(circle(x, foot - 66, 66), paint, INK),
    line(circle(x, foot - 66, 48), glint(paint), 4),
    line(arc(x, foot - 66, 28, 190, 260), glint(paint), 6),
  );

const tumbler: Ware = (x, foot, paint) =>
  tub(x, foot, 74, 104, paint, INK) + line(segment(x - 18, foot - 76, x - 14, foot - 24), glint(paint), 6);

function shelf(y: number, count: number, ware: Ware, offset: number): string {
  const wares = range(count).map((i) =>
    ware(70 + (i * 1500) / (count - 1), y, nth([OVERPRINT, RED, SLATE, PAPER], i * 3 + offset)),
  );
  return stack(fill(box(0, y, WIDTH, 14), INK), wares);
}

/** The pot being beaten, its mouth towards the reader and the marks of the hammer on its flank. */
function potUnderHammer(): string {
  const dents = range(34).map((i) => {
    const [x, y] = polar([830, 755], i * 47, 15 + (i % 5) * 22);
    return ellipse(x, y, 9, 7);
  });
  const ring = (i: number): string =>
    polyline([polar([925, 560], -150 + i * 20, 80), polar([925, 560], -150 + i * 20, i % 2 ? 118 : 140)]);
  return stack(
    cut(ellipse(945, 760, 215, 190), PAPER, INK, 9),
    fill(dents.join(''), SLATE),
    cut(ellipse(1010, 760, 130, 172), INK, INK, 4),
    fill(ellipse(1018, 760, 108, 150), OVERPRINT),
    line(range(7).map(ring).join(''), PAPER, 8),
  );
}

function brassWorkers(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, 620), dots(SLATE, 34, NEWSPRINT)),
    shelf(190, 12, tumbler, 0),
    shelf(400, 10, plate, 1),
    shelf(610, 9, (x, foot, paint) => vessel(x, foot, 150, paint), 2),
    halftone(halo([900, 700], 120, 520, 0.9, 0), { paint: RED, pitch: 17, area: band(180, 870) }),
    ground(860, SLATE, 0.1, 0.7),
    person({
      x: 520,
      y: 960,
      height: 860,
      outfit: lungi(PAPER, fine(INK, 30, PAPER), { hair: 'short', moustache: true }),
      pose: { ...ON_FLOOR, neck: [0.55, 2.9], hands: '2.3,1.5 1.75,4.35', bow: 14 },
      holding: (at) =>
        rod(at(1.65, 4.2), at(2.55, 5.05), 20, OVERPRINT, INK) + cut(taper(at(2.35, 5.3), at(2.85, 4.8), 34, 34), INK),
    }),
    potUnderHammer(),
    vessel(1290, 985, 210, RED),
    vessel(1470, 1010, 170, PAPER),
    vessel(180, 1020, 190, OVERPRINT),
    vessel(350, 1040, 120, RED),
  );
}

export const industry: Record<string, () => string> = {
  'electric-foundry': electricFoundry,
  'brass-workers': brassWorkers,
};
