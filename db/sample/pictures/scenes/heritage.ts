import { person, rod } from '../kit/figures.ts';
import { shirt } from '../kit/outfits.ts';
import { box, circle, type Point, placed, polar, polyline, roundBox, segment, taper } from '../kit/path.ts';
import { STANDING } from '../kit/poses.ts';
import { cut, fill, INK, line, NEWSPRINT, OVERPRINT, PAPER, RED, sheet, stack, WIDTH } from '../kit/print.ts';
import { ladder } from '../kit/props.ts';
import { range } from '../kit/random.ts';
import { around, band, ground, halftone, halo, slope } from '../kit/texture.ts';
import { COPPER } from '../kit/tints.ts';

const DIAL = { x: 800, y: 420, r: 330 };

function dial(): string {
  const { x, y, r } = DIAL;
  const centre: Point = [x, y];
  const tick = (degrees: number, from: number, to: number): string =>
    polyline([polar(centre, degrees, r * from), polar(centre, degrees, r * to)]);
  const hours = range(12).map((i) => tick(i * 30, i % 3 ? 0.8 : 0.72, 0.92));
  const minutes = range(60).map((i) => tick(i * 6, 0.95, 0.985));
  return stack(
    line(segment(x, 92, x, 120), INK, 40),
    cut(circle(x, y, r + 46), INK, PAPER, 9),
    cut(circle(x, y, r + 16), RED, PAPER, 5),
    fill(circle(x, y, r), PAPER),
    halftone(slope(centre, [x + 260, y + 260], 0, 0.4), {
      paint: COPPER,
      inside: circle(x, y, r),
      area: around(centre, r),
    }),
    line(hours.join(''), INK, 20),
    line(minutes.join(''), INK, 5),
    cut(taper(centre, polar(centre, 212, 190), 15, 8), INK),
    cut(taper(centre, polar(centre, -62, 280), 12, 6), RED, INK, 5),
    cut(circle(x, y, 30), INK, PAPER, 6),
  );
}

const platformRoof = (): string =>
  stack(
    range(9).map((i) => line(polyline(placed('0,0 100,90 200,0', { x: i * 200, y: 0 })), INK, 10)),
    line('M0 92H1600', INK, 16),
    [120, 1480].map(
      (x) =>
        line(segment(x, 92, x, 880), INK, 34) + line(`M${x - 90} 92Q${x} 130 ${x} 260Q${x} 130 ${x + 90} 92`, INK, 12),
    ),
  );

const waitingTrain = (): string =>
  stack(
    fill(box(0, 790, WIDTH, 50), INK),
    cut(roundBox(1010, 560, 700, 240, 26), RED, PAPER, 7),
    range(4).map((i) => fill(roundBox(1050 + i * 150, 600, 110, 90, 10), PAPER)),
    fill(box(1010, 712, 700, 20), COPPER),
    [1110, 1260, 1400].map((x) => cut(circle(x, 660, 22), INK, PAPER, 3) + fill(box(x - 28, 676, 56, 14), INK)),
  );

function gear(x: number, y: number, r: number, paint: string): string {
  const teeth = range(12).map((i) => polyline([polar([x, y], i * 30, r), polar([x, y], i * 30, r * 1.22)]));
  return stack(
    line(teeth.join(''), INK, r * 0.36),
    line(teeth.join(''), paint, r * 0.24),
    cut(circle(x, y, r), paint, INK, 5),
    fill(circle(x, y, r * 0.35), INK),
  );
}

const toolbox = (): string =>
  stack(
    line('M190 880V848H300V880', INK, 10),
    cut(roundBox(150, 880, 190, 100, 12), RED, PAPER, 6),
    line('M150 920H340', PAPER, 6),
  );

function clockRepair(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, 830), COPPER),
    halftone(halo([DIAL.x, DIAL.y], 320, 950, 0.05, 0.85), { area: band(0, 830) }),
    platformRoof(),
    waitingTrain(),
    ground(836, OVERPRINT, 0, 0.65),
    line('M0 850H1600', PAPER, 16),
    line('M0 886H1600', COPPER, 9, { dash: '46 26', cap: 'butt' }),
    dial(),
    ladder([450, 1010], [560, 330], 100, 12, INK),
    ladder([330, 1010], [545, 330], 60, 0, INK),
    person({
      x: 520,
      y: 830,
      height: 620,
      outfit: {
        ...shirt(COPPER, PAPER, { hair: 'short', hairPaint: PAPER, glasses: true, moustache: true, whiskers: PAPER }),
        seam: INK,
        shoes: INK,
      },
      pose: {
        ...STANDING,
        neck: [0.35, 6.1],
        feet: '-0.2,0 0.25,0.85',
        hands: '2.1,6.35 1.2,5.1',
        bow: -10,
      },
      holding: (at) => rod(at(2.05, 6.3), at(2.75, 6.95), 12, RED),
    }),
    toolbox(),
    gear(1180, 950, 60, PAPER),
    gear(1298, 990, 52, COPPER),
    gear(1416, 950, 44, PAPER),
  );
}

export const heritage: Record<string, () => string> = {
  'clock-repair': clockRepair,
};
