import { person } from '../kit/figures.ts';
import { dhoti, kurta, salwar } from '../kit/outfits.ts';
import {
  blob,
  box,
  circle,
  ellipse,
  mix,
  num,
  type Point,
  placed,
  points,
  polar,
  polygon,
  polyline,
  roundBox,
  segment,
  taper,
} from '../kit/path.ts';
import { LOTUS } from '../kit/poses.ts';
import {
  clipped,
  cut,
  dots,
  fill,
  fine,
  INK,
  type Layers,
  line,
  NEWSPRINT,
  OVERPRINT,
  PAPER,
  RED,
  sheet,
  stack,
  WIDTH,
} from '../kit/print.ts';
import { nth, range } from '../kit/random.ts';
import { pendantLamp } from '../kit/street.ts';
import { band, ground, halftone, halo, slope } from '../kit/texture.ts';
import { PLUM } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';

/** A tabla: laced drum with the black paste circle that tunes it. The wider, rounder one is the bass. */
function tabla(x: number, foot: number, w: number, h: number, body: string, bass = false): string {
  const [half, top] = [w / 2, foot - h];
  const bulge = half * (bass ? 1.5 : 1.32);
  const at = (across: number, down: number): Point => [x + across * half, top + down * h];
  const shell =
    `${segment(...at(-1, 0), ...at(-1, 0))}Q${num(x - bulge)} ${num(top + h * 0.7)} ${at(-0.7, 1).join(' ')}` +
    `L${at(0.7, 1).join(' ')}Q${num(x + bulge)} ${num(top + h * 0.7)} ${at(1, 0).join(' ')}Z`;
  const lacing = range(17).map((i) =>
    i % 2 ? at(mix(-0.68, 0.68, i / 16), 0.96) : at(mix(-0.95, 0.95, i / 16), 0.08),
  );
  const block = (i: number): string =>
    cut(roundBox(...at(i * 0.5 - 0.86, 0.54), half * 0.26, h * 0.2, 8), NEWSPRINT, INK, 4);
  return stack(
    cut(shell, body, PAPER, 6),
    clipped(shell, line(polyline(lacing), PAPER, Math.max(w * 0.022, 3)), bass ? '' : range(4).map(block)),
    cut(ellipse(x, top, half * 1.06, half * 0.32), PAPER, INK, 6),
    line(ellipse(x, top, half * 0.84, half * 0.24), INK, 4),
    fill(ellipse(x + (bass ? half * 0.16 : 0), top + 2, half * 0.42, half * 0.12), INK),
  );
}

/** A finished head hung up to dry. */
function drumHead(x: number, y: number, r: number): string {
  const stitch = (i: number): string => polyline([polar([x, y], i * 15, r * 0.82), polar([x, y], i * 15, r * 0.97)]);
  return stack(
    line(segment(x, y - r, x, y - r - 68), PAPER, 6),
    cut(circle(x, y, r), PAPER, INK, 8),
    line(circle(x, y, r * 0.8), INK, 4),
    line(range(24).map(stitch).join(''), INK, 5),
    fill(circle(x, y, r * 0.4), INK),
    line([0.12, 0.21, 0.3].map((part) => circle(x, y, r * part)).join(''), PLUM, 3),
  );
}

function shopFront(): string {
  const shelf = (y: number): Layers => [
    fill(box(60, y, 400, 10), INK),
    range(5).map((i) => tabla(100 + i * 80, y, 68, 66, nth([RED, OVERPRINT, PLUM, INK], i), i % 2 === 0)),
  ];
  return stack(
    fill(box(40, 150, 440, 470), dots(PLUM, 30, NEWSPRINT)),
    cut('M10 150H510L470 80H50Z', RED, PAPER, 6),
    [270, 400, 530].map(shelf),
    line('M40 620H480', INK, 10),
  );
}

function tablaMakers(): string {
  const floor = 775;
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, floor), PLUM),
    halftone(halo([860, 420], 200, 900, 0, 0.9), { area: band(0, floor) }),
    shopFront(),
    points('1240,200 1450,200 1240,430 1450,430').map(([x, y]) => drumHead(x, y, 92)),
    fill(polygon('760,110 900,110 1260,790 400,790'), dots(PAPER, 38)),
    pendantLamp(830, 116, 94, 40, RED),
    ground(floor, OVERPRINT, 0.1, 0.75),
    person({
      x: 640,
      y: 990,
      height: 900,
      outfit: kurta(PAPER, fine(INK, 30, PAPER), {
        hair: 'bald',
        glasses: true,
        moustache: true,
        hairPaint: PAPER,
        whiskers: PAPER,
      }),
      pose: { ...LOTUS, neck: [0.35, 2.85], hands: '2.35,2.25 1.95,3.7', bow: 14 },
      holding: (at) =>
        cut(taper(at(1.75, 3.55), at(2.5, 4.15), 11, 11), OVERPRINT, INK) +
        cut(taper(at(2.3, 4.4), at(2.75, 3.85), 32, 32), INK),
    }),
    tabla(1010, 1010, 300, 270, RED),
    tabla(1330, 1030, 330, 230, PLUM, true),
    tabla(290, 1040, 190, 180, INK),
  );
}

const FLOOR = 800;

function pillar(x: number, w: number): string {
  const [shaft, top] = [box(x - w / 2, 170, w, FLOOR - 170), 90];
  return stack(
    cut(shaft, NEWSPRINT, INK, 6),
    halftone(slope([x - w / 2, 0], [x + w / 2, 0], 0, 0.7), {
      paint: PLUM,
      inside: shaft,
      area: { x: x - w / 2, y: 170, w, h: FLOOR - 170 },
    }),
    [230, 420, 640].map((y) => cut(box(x - w * 0.62, y, w * 1.24, 34), PLUM, INK)),
    [330, 540].map((y) => cut(polygon(placed('0,-46 40,0 0,46 -40,0', { x, y })), PAPER, INK, 4)),
    cut(polygon(placed('-.5,1 -.95,0 .95,0 .5,1', { x, y: top, scale: [w, 82] })), PLUM, INK, 6),
    cut(box(x - w * 0.7, FLOOR - 50, w * 1.4, 60), PLUM, INK, 6),
  );
}

const hangingLamp = (x: number): string =>
  stack(
    line(segment(x, 96, x, 210), PAPER, 4),
    cut(blob(placed('-36,16 0,4 36,16 10,46 -10,46', { x, y: 200 })), OVERPRINT, PAPER, 4),
    fill(blob(placed('0,-32 10,-6 0,6 -10,-6', { x, y: 200 })), RED),
  );

const cornice = (): string =>
  stack(
    fill(box(0, 0, WIDTH, 96), PLUM),
    line('M0 96H1600M0 60H1600', PAPER, 6),
    range(20).map((i) => fill(polygon(placed('0,0 41,30 82,0', { x: i * 82, y: 62 })), PAPER)),
  );

/** A pupil with the long pipe, reed to lips and bell towards the ground. */
function piper(x: number, y: number, height: number, outfit: Outfit): string {
  return person({
    x,
    y,
    height,
    outfit,
    pose: { ...LOTUS, neck: [0.1, 2.95], hands: '1.75,2.5 2.35,2', bow: -4 },
    holding: (at) =>
      stack(
        cut(taper(at(0.78, 3.27), at(1.2, 2.92), 4, 7), PAPER, INK, 4),
        cut(taper(at(1.1, 3), at(3.5, 1.05), height * 0.012, height * 0.027), INK),
        cut(blob([at(3.3, 1.28), at(3.75, 1.2), at(4.12, 0.72), at(3.72, 0.4), at(3.3, 0.6), at(3.2, 1.02)]), RED),
        range(5).map((i) => fill(circle(...at(1.5 + i * 0.32, 2.69 - i * 0.26), height * 0.007), PAPER)),
      ),
  });
}

function templeNadaswaram(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, FLOOR), INK),
    halftone(halo([800, 620], 60, 760, 0.9, 0), { paint: RED, pitch: 17, area: band(90, 810) }),
    [500, 1100].map((x) => pillar(x, 92)),
    cornice(),
    [130, 1470].map((x) => pillar(x, 150)),
    [330, 800, 1280].map(hangingLamp),
    ground(FLOOR, OVERPRINT, 0, 0.7),
    cut(polygon('150,860 1450,860 1560,1030 40,1030'), RED, PAPER, 6),
    line('M190 880H1410L1500 1010H100Z', PAPER, 4),
    person({
      x: 1290,
      y: 960,
      height: 700,
      flip: true,
      outfit: {
        ...dhoti(PAPER, PAPER, { hair: 'bald', hairPaint: PAPER, glasses: true }),
        wrap: { kind: 'towel', paint: RED, hem: PAPER },
      },
      pose: { ...LOTUS, hands: '1.6,2.9 1.2,1', bow: 6 },
    }),
    piper(215, 925, 600, kurta(PAPER)),
    piper(640, 980, 650, salwar(PLUM, PAPER, RED)),
  );
}

export const music: Record<string, () => string> = {
  'tabla-makers': tablaMakers,
  'temple-nadaswaram': templeNadaswaram,
};
