/** Wide pictures of pages that stand: as the stories' pictures, but printed on a strip. */

import { birds } from './kit/animals.ts';
import { skyline, townHouse } from './kit/buildings.ts';
import { person } from './kit/figures.ts';
import { tree } from './kit/nature.ts';
import { kurta, sari, shirt } from './kit/outfits.ts';
import { box, circle, placed, polygon, roundBox, segment } from './kit/path.ts';
import { FACING, SEATED, STANDING, STROLLING } from './kit/poses.ts';
import { cut, fill, INK, line, mirrored, NEWSPRINT, OVERPRINT, PAPER, RED, sheet, stack } from './kit/print.ts';
import { book } from './kit/props.ts';
import { range } from './kit/random.ts';
import { halftone, halo, slope } from './kit/texture.ts';
import { SLATE } from './kit/tints.ts';

const height = 560;
const strip = { x: 0, y: 0, w: 1600, h: height };

/** The sheet cut to its upper part. */
const cutToStrip = (svg: string): string =>
  svg.replace(/width="1600" height="\d+" viewBox="0 0 1600 \d+"/, `viewBox="0 0 1600 ${height}"`);

/** A printed page seen flat: a heavy line, a picture, columns. */
function page(x: number, y: number, w: number, turn: number, picture: string): string {
  const h = w * 1.36;
  const [left, inner] = [-w / 2 + w * 0.1, w * 0.8];
  const rows = range(7).map((i) =>
    segment(left, h * 0.17 + i * h * 0.052, left + inner * 0.42, h * 0.17 + i * h * 0.052),
  );
  const foot = range(4).map((i) => segment(left, h * 0.24 - i * h * 0.052, left + inner, h * 0.24 - i * h * 0.052));
  return (
    `<g transform="translate(${x} ${y}) rotate(${turn})">` +
    cut(box(-w / 2, -h / 2, w, h), PAPER, INK, 5) +
    fill(box(left, -h * 0.43, inner, h * 0.085), INK) +
    line(segment(left, -h * 0.3, left + inner, -h * 0.3), INK, 3) +
    fill(box(left, -h * 0.25, inner, h * 0.3), picture) +
    line(foot.join(''), INK, 3) +
    line(rows.slice(3).join(''), INK, 3) +
    '</g>'
  );
}

/** Paper running from roller to roller, its columns already on it. */
function rotaryPress(): string {
  const web = 'M-20 150H210A70 70 0 0 1 280 220V330A58 58 0 0 0 338 388H470';
  const roller = (x: number, y: number, r: number, paint: string): string =>
    cut(circle(x, y, r), paint, PAPER, 6) +
    line(circle(x, y, r * 0.62), PAPER, 4) +
    fill(circle(x, y, r * 0.16), PAPER);
  return stack(
    cut(roundBox(-40, 70, 470, 480, 10), INK, PAPER, 8),
    line('M20 250H180M20 280H150M20 310H170', PAPER, 7),
    cut(box(30, 350, 130, 120), RED, PAPER, 5),
    range(6).map((i) => fill(circle(54 + (i % 3) * 40, 380 + Math.floor(i / 3) * 50, 11), i === 1 ? NEWSPRINT : INK)),
    line(web, PAPER, 44),
    line(web, INK, 3),
    line('M-20 138H212M-20 162H212', INK, 3, { dash: '34 8' }),
    roller(280, 150, 62, SLATE),
    roller(208, 244, 48, RED),
    roller(352, 320, 52, SLATE),
    roller(268, 412, 46, INK),
    cut(box(380, 408, 300, 22), SLATE, PAPER, 5),
    range(5).map((i) => cut(circle(408 + i * 62, 444, 20), INK, PAPER, 4)),
    line('M420 466V560M640 466V560', INK, 16),
    range(4).map((i) => cut(box(452 + i * 54, 384 - (i % 2) * 2, 70, 20), PAPER, INK, 4)),
  );
}

const openPaper = (x: number, y: number, w: number): string =>
  stack(
    cut(polygon(placed('-1,-.55 0,-.42 1,-.55 1,.5 0,.62 -1,.5', { x, y, scale: w / 2 })), PAPER, INK, 5),
    line(segment(x, y - w * 0.21, x, y + w * 0.31), INK, 4),
    fill(box(x - w * 0.43, y - w * 0.18, w * 0.36, w * 0.07), INK),
    line(
      range(4)
        .map((i) => segment(x - w * 0.43, y - w * 0.05 + i * w * 0.07, x - w * 0.08, y - w * 0.03 + i * w * 0.07))
        .join(''),
      INK,
      3,
    ),
    fill(box(x + w * 0.08, y - w * 0.17, w * 0.34, w * 0.24), RED),
    line(segment(x + w * 0.08, y + w * 0.15, x + w * 0.42, y + w * 0.13), INK, 3),
    line(segment(x + w * 0.08, y + w * 0.21, x + w * 0.42, y + w * 0.19), INK, 3),
  );

const bundle = (x: number, foot: number, count: number): string =>
  stack(
    range(count).map((i) => cut(box(x + (i % 2) * 5, foot - 24 - i * 22, 150, 22), PAPER, INK, 4)),
    line(`M${x + 78} ${foot - count * 22 - 4}V${foot}`, RED, 8),
  );

/** A camera on its legs, which looks to the right. */
const camera = (x: number, foot: number): string =>
  stack(
    line(
      `M${x} ${foot - 210}L${x - 62} ${foot}M${x} ${foot - 210}L${x + 62} ${foot}M${x} ${foot - 210}V${foot - 10}`,
      INK,
      11,
    ),
    cut(roundBox(x - 62, foot - 290, 116, 82, 10), INK, PAPER, 5),
    cut(
      polygon([
        [x + 54, foot - 270],
        [x + 104, foot - 292],
        [x + 104, foot - 206],
        [x + 54, foot - 228],
      ]),
      SLATE,
      PAPER,
      5,
    ),
    fill(circle(x - 34, foot - 268, 9), RED),
  );

/** The front door: dawn over the city, the press running, and the people it runs for. */
export function homeBanner(): string {
  const floor = 530;
  return cutToStrip(
    sheet(
      NEWSPRINT,
      halftone(halo([1020, 300], 150, 760, 0.55, 0.01), { paint: RED, pitch: 23, area: strip }),
      fill(circle(1020, 300, 150), RED),
      birds('1230,96 1290,130 1180,150 860,80 800,116', 30, INK),
      skyline({ foot: 540, low: 70, high: 210, paint: SLATE, pane: NEWSPRINT, seed: 21, from: 640, to: 1640 }),
      fill(box(0, floor, 1600, 40), INK),
      rotaryPress(),
      page(566, 150, 150, -14, RED),
      page(742, 104, 118, 9, SLATE),
      page(690, 268, 96, 20, OVERPRINT),
      bundle(690, floor, 5),
      bundle(714, floor - 110, 3),
      person({
        x: 930,
        y: floor + 6,
        height: 370,
        outfit: kurta(PAPER, SLATE, { hair: 'short', glasses: true }),
        pose: { ...FACING, hands: '-0.75,4.6 0.75,4.6', elbowsAt: '-1.15,4 1.15,4' },
        holding: (at) => openPaper(...at(0, 4.75), 150),
      }),
      mirrored(1130, camera(1130, floor + 4)),
      person({
        x: 1225,
        y: floor + 6,
        height: 360,
        flip: true,
        outfit: shirt(RED, INK, { hair: 'plait' }),
        pose: { ...STANDING, hands: '0.95,5.2 1.2,4.9' },
      }),
      person({
        x: 1405,
        y: floor + 6,
        height: 365,
        outfit: sari(INK, RED, RED),
        pose: { ...STROLLING, hands: '0.6,4.4 0.75,4.3' },
        holding: (at) => book(at(0.2, 0)[0], at(0, 4.2)[1], 80, 26, PAPER, INK),
      }),
      person({
        x: 1520,
        y: floor + 6,
        height: 345,
        outfit: shirt(SLATE, INK, { hair: 'short' }),
        pose: { ...STROLLING, hands: '0.9,3.7 -0.5,3.4' },
      }),
    ),
  );
}

/** The college: a class under its tree, the house behind. */
export function collegeBanner(): string {
  const floor = 520;
  const seat = (x: number): string =>
    cut(roundBox(x - 46, floor - 92, 92, 20, 4), INK, PAPER, 4) +
    line(`M${x - 34} ${floor - 72}V${floor}M${x + 34} ${floor - 72}V${floor}`, INK, 9);
  const pupil = (x: number, paint: string, hair: 'short' | 'plait' | 'bun', flip: boolean): string =>
    seat(x) +
    person({
      x,
      y: floor + 4,
      height: 330,
      flip,
      outfit: shirt(paint, INK, { hair }),
      pose: { ...SEATED, hands: '1.1,3.5 1.35,3.3' },
      holding: (at) => openPaper(at(1.35, 0)[0], at(0, 3.6)[1], 84),
    });
  return cutToStrip(
    sheet(
      NEWSPRINT,
      halftone(slope([0, 0], [0, 430], 0.45, 0.02), { paint: SLATE, pitch: 30, area: strip }),
      birds('300,90 360,120 250,140', 28, INK),
      townHouse({ x: 40, foot: 540, w: 330, h: 330, wall: PAPER, trim: RED }),
      townHouse({ x: 380, foot: 540, w: 250, h: 260, wall: OVERPRINT, trim: INK }),
      townHouse({ x: 1290, foot: 540, w: 330, h: 300, wall: PAPER, trim: SLATE }),
      fill(box(0, floor, 1600, 50), INK),
      tree({ x: 930, ground: 528, height: 500, spread: 640, leaf: INK, nick: RED, seed: 7 }),
      person({
        x: 760,
        y: floor + 6,
        height: 375,
        outfit: sari(RED, PAPER, INK, { hair: 'bun', glasses: true }),
        pose: { ...STANDING, hands: '1.5,5.3 0.5,3.4' },
      }),
      pupil(1000, PAPER, 'plait', true),
      pupil(1120, RED, 'short', true),
      pupil(1240, SLATE, 'bun', true),
      pupil(1370, PAPER, 'short', true),
      camera(560, floor + 4),
      person({
        x: 455,
        y: floor + 6,
        height: 360,
        outfit: shirt(SLATE, INK, { hair: 'short', headphones: true }),
        pose: { ...STANDING, hands: '0.95,5.2 1.2,4.9' },
      }),
    ),
  );
}
