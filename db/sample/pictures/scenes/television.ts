import { skyline, townHouse, waterTank } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import type { Hair } from '../kit/heads.ts';
import { tree } from '../kit/nature.ts';
import { kurta, sari, shirt } from '../kit/outfits.ts';
import { blob, box, circle, curve, points, polygon, roundBox, segment } from '../kit/path.ts';
import { FACING, FROM_BEHIND, STANDING } from '../kit/poses.ts';
import {
  clipped,
  cut,
  fill,
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
import { umbrella } from '../kit/props.ts';
import { nth, range } from '../kit/random.ts';
import { wire } from '../kit/street.ts';
import { band, ground, halftone, halo, slope, wash } from '../kit/texture.ts';
import { PLUM } from '../kit/tints.ts';

const SET = { x: 470, y: 150, w: 660, h: 520 };

const slipper = (paint: string): string =>
  stack(
    cut(blob('-70,10 -40,-14 10,-10 60,-26 84,0 60,24 10,16 -40,34'), paint, PAPER, 5),
    line(`${curve('-4,-4 30,-32 52,-4')}M30 -30L24 14`, PAPER, 7),
  );

const keys = (paint: string): string => {
  const key = (turn: number, bit: string): string =>
    turned(turn, 0, -6, cut(circle(0, 14, 22), paint), line(bit, paint, 13), fill(circle(0, 10, 8), NEWSPRINT));
  return stack(
    line(circle(0, -40, 34), RED, 10),
    key(24, 'M0 30V110M0 84H24M0 104H18'),
    key(-26, 'M0 30V96M0 72H-22M0 92H-16'),
  );
};

const tiffin = (paint: string): string =>
  stack(
    line('M-56 40V-120Q0 -170 56 -120V40', INK, 10),
    range(3).map((i) => cut(roundBox(-50, -106 + i * 52, 100, 50, 8), i === 1 ? PAPER : paint, INK, 5)),
  );

const parrot = (paint: string): string =>
  stack(
    line('M-70 74H80', INK, 9),
    cut(polygon('-14,50 14,50 -30,170 -52,160'), paint),
    cut(blob('-34,60 -46,0 -24,-54 14,-72 46,-52 46,-20 34,40 10,70'), paint, PAPER, 5),
    cut(blob('40,-46 64,-40 66,-16 48,-22'), RED),
    cut(blob('-40,10 -6,-14 14,20 -10,70 -36,70'), INK),
    fill(circle(22, -44, 7), PAPER),
  );

const newsreader = (): string =>
  stack(
    halftone(slope([0, 200], [0, 640], 0.55, 0.1), {
      paint: PLUM,
      pitch: 14,
      area: { x: 500, y: 180, w: 520, h: 460 },
    }),
    person({
      x: 745,
      y: 880,
      height: 660,
      outfit: sari(RED, PAPER, INK),
      pose: { ...FACING, hands: '-0.9,4.9 1.45,5.6', elbowsAt: '-1.1,4.3 1.25,4.4' },
    }),
    moved(905, 372, 0.9, slipper(INK)),
    cut(box(500, 560, 540, 100), OVERPRINT, PAPER, 6),
    line('M560 600H700M560 625H660', PAPER, 8),
  );

function televisionSet(): string {
  const { x, y, w, h } = SET;
  const screen = roundBox(x + 50, y + 46, 470, h - 96, 60);
  const aerial = 'M760 160L620 30M830 160L990 20';
  return stack(
    line(aerial, PAPER, 20),
    line(aerial, INK, 11),
    fill(circle(620, 30, 14) + circle(990, 20, 14), RED),
    line('M560 660L520 740M1040 660L1080 740', INK, 24),
    cut(roundBox(x, y, w, h, 46), RED, PAPER, 10),
    cut(roundBox(x + 34, y + 30, 502, h - 64, 70), INK, PAPER, 5),
    fill(screen, PAPER),
    clipped(screen, newsreader()),
    [240, 350].map(
      (knob) => cut(circle(1062, knob, 34), PAPER, INK, 7) + line(segment(1062, knob, 1062, knob - 22), INK, 8),
    ),
    range(6).map((i) => line(`M1032 ${450 + i * 26}H1094`, PAPER, 9)),
  );
}

/** The lane the channel serves, every house on the one cable. */
function wiredLane(): string {
  const houses = [
    [-30, 300, 230],
    [200, 240, 320],
    [1130, 250, 300],
    [1340, 300, 240],
  ] as const;
  return stack(
    houses.map(([x, w, h], i) =>
      townHouse({ x, foot: 1090, w, h: h + 60, wall: i % 2 ? PAPER : OVERPRINT, trim: i % 2 ? PLUM : INK }),
    ),
    skyline({ foot: 1080, low: 90, high: 190, paint: INK, pane: NEWSPRINT, seed: 14, from: 440, to: 1130 }),
    waterTank(60, 800, 90),
    waterTank(1500, 790, 90),
    houses.map(([x, w, h]) => wire([800, 700], [x + w / 2, 1030 - h], 60, INK, 7)),
    points('560,960 700,930 840,960 980,930').map((roof) => wire([800, 690], roof, 30, INK, 6)),
  );
}

function cableNews(): string {
  return sheet(
    NEWSPRINT,
    halftone(halo([800, 410], 320, 900, 0.65, 0.05), { paint: PLUM, pitch: 18 }),
    wiredLane(),
    televisionSet(),
    moved(230, 170, 1.15, parrot(PLUM)),
    umbrella(345, 650, 115, -16, RED),
    moved(120, 500, 1.1, slipper(PLUM)),
    moved(1370, 250, 1.2, keys(INK)),
    moved(1300, 520, 1.1, tiffin(RED)),
  );
}

/** The film being worked on: two people under a tree at sundown. */
function film(frame: string): string {
  return clipped(
    frame,
    fill(box(250, 60, 1100, 330), RED),
    wash(60, 400, 0.55, 0),
    fill(circle(960, 300, 110), NEWSPRINT),
    fill(box(250, 390, 1100, 200), OVERPRINT),
    fill('M250 430Q600 380 900 410T1350 400V590H250Z', INK),
    tree({ x: 440, ground: 470, height: 390, spread: 420, leaf: INK, nick: RED, seed: 4 }),
    person({
      x: 800,
      y: 500,
      height: 330,
      outfit: { ...sari(PAPER, RED, RED), seam: INK },
      pose: { ...STANDING, hands: '1.3,4.9 0.5,3.4' },
    }),
    person({
      x: 1030,
      y: 500,
      height: 350,
      flip: true,
      outfit: { ...kurta(PLUM, PAPER), seam: INK },
      pose: { ...STANDING, hands: '1.2,4.9 0.5,3.4' },
    }),
  );
}

const monitor = (x: number): string =>
  stack(
    line(segment(x, 790, x, 830), PAPER, 18),
    cut(roundBox(x - 150, 600, 300, 190, 14), INK, PAPER, 7),
    fill(box(x - 128, 622, 256, 146), PLUM),
    line(segment(x - 100, 740, x + 100, 740), PAPER, 12),
    line(segment(x - 70, 712, x + 70, 712), RED, 12),
  );

const subtitler = (x: number, paint: string, hair: Hair): string =>
  person({
    x,
    y: 1560,
    height: 860,
    outfit: { ...shirt(paint, INK, { hair, headphones: true }), seam: INK },
    pose: { ...FROM_BEHIND, elbowsAt: '-1,4.5 1,4.5', hands: '-0.5,4.1 0.5,4.1' },
  });

/** Nine lines of subtitle, one to a language: how wide each runs. */
const SUBTITLES = [620, 520, 680, 440, 590, 500, 640, 460, 560];

function subtitleRoom(): string {
  const frame = box(250, 60, 1100, 520);
  const desk = 830;
  return sheet(
    INK,
    halftone(halo([800, 320], 380, 900, 0.6, 0), { paint: PLUM, pitch: 17, area: band(0, desk) }),
    line(frame, PAPER, 26),
    fill(frame, NEWSPRINT),
    film(frame),
    SUBTITLES.map((w, i) =>
      cut(roundBox(800 - w / 2, 520 + i * 40, w, 26, 13), i === 4 ? RED : nth([PAPER, PLUM], i), INK, 7),
    ),
    ground(desk, OVERPRINT, 0.1, 0.8),
    line(segment(0, desk, WIDTH, desk), INK, 6),
    monitor(230),
    monitor(1370),
    subtitler(330, PAPER, 'plait'),
    subtitler(800, RED, 'short'),
    subtitler(1270, PAPER, 'bun'),
  );
}

export const television: Record<string, () => string> = {
  'cable-news': cableNews,
  'subtitle-room': subtitleRoom,
};
