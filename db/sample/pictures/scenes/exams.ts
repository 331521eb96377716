import { clockFace } from '../kit/clocks.ts';
import { person } from '../kit/figures.ts';
import type { Hair } from '../kit/heads.ts';
import { pinafore, sari, shirt } from '../kit/outfits.ts';
import { box, circle, placed, polygon, polyline, segment } from '../kit/path.ts';
import { FACING, STANDING } from '../kit/poses.ts';
import {
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
import { book } from '../kit/props.ts';
import { dice, nth, range } from '../kit/random.ts';
import { type Build, CHILD, MAN, WOMAN } from '../kit/skeleton.ts';
import { pendantLamp } from '../kit/street.ts';
import { band, ground, halftone, halo, wash } from '../kit/texture.ts';
import { SKY } from '../kit/tints.ts';

const schoolWindow = (x: number): string =>
  cut(box(x, 150, 240, 330), PAPER, INK, 8) + line(`M${x + 120} 150V480M${x} 300H${x + 240}`, INK, 8);

const candidates = (): string => {
  const back = [180, 500, 820, 1300].map((x, i) => candidate(x, 805, 290, i));
  const front = [300, 740, 1380].map((x, i) => candidate(x, 1045, 500, i + 4));
  return stack(back, front);
};

function quietExam(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, 640), SKY),
    halftone(halo([800, 290], 240, 900, 0, 0.75), { area: band(0, 640) }),
    schoolWindow(150),
    schoolWindow(1210),
    clockFace(800, 290, 215, 300, 60, INK),
    ground(632, OVERPRINT, 0, 0.7),
    line('M0 636H1600', PAPER, 7),
    candidates(),
    person({
      x: 1090,
      y: 1000,
      height: 620,
      flip: true,
      outfit: sari(PAPER, RED, RED, { hair: 'bun', glasses: true }),
      pose: { ...STANDING, hands: '0.72,6.12 0.5,3.9' },
    }),
  );
}

/** A pupil at a desk, seen from the front of the room. */
function candidate(x: number, foot: number, height: number, i: number): string {
  const unit = height / 7.3;
  const top = foot - unit * 2.6;
  const desk = { x, y: top, scale: unit };
  const dress = nth([RED, PAPER, SKY], i);
  const girl = { ...pinafore(dress), top: { paint: dress, sleeve: 0.6 } };
  return stack(
    person({
      x,
      y: foot,
      height,
      outfit: i % 2 ? { ...shirt(dress, INK), build: CHILD } : girl,
      pose: {
        ...FACING,
        hip: [0, 1.9],
        neck: [0, 4.3],
        feet: '-0.4,0 0.4,0',
        kneesAt: '-0.45,1.6 0.45,1.6',
        hands: '-0.35,2.85 0.4,2.85',
        elbowsAt: '-1,3 1,3',
        bow: 30,
      },
    }),
    cut(polygon(placed('-1.7,-.25 1.7,-.25 2,.2 -2,.2', desk)), NEWSPRINT, INK),
    cut(polygon(placed('-.5,-.2 .6,-.2 .7,.12 -.6,.12', desk)), PAPER, INK, 3),
    cut(polygon(placed('-2,.2 2,.2 2,.5 -2,.5', desk)), OVERPRINT, INK),
    [-1.8, 1.8].map((side) => line(segment(x + unit * side, top + unit * 0.5, x + unit * side, foot), INK, unit * 0.2)),
  );
}

function shelves(x: number, y: number, w: number, h: number, rows: number, seed: number): string {
  const { between: roll, pick } = dice(seed);
  const row = h / rows;
  return stack(
    cut(box(x, y, w, h), OVERPRINT, INK, 8),
    fill(box(x + 12, y + 12, w - 24, h - 24), INK),
    range(rows).map((i) => {
      const spines: string[] = [];
      for (let at = x + 18; at < x + w - 40; ) {
        const [thick, tall] = [roll(14, 30), row * roll(0.55, 0.82)];
        const foot = y + (i + 1) * row - 8;
        spines.push(fill(box(at, foot - tall, thick - 3, tall), pick([RED, PAPER, SKY, OVERPRINT, PAPER, SKY])));
        at += thick + (roll(0, 1) < 0.08 ? 26 : 0);
      }
      return [spines, fill(box(x + 8, y + (i + 1) * row - 8, w - 16, 10), OVERPRINT)];
    }),
  );
}

const TABLE = 830;

const lampLight = (x: number): string =>
  fill(
    polygon([
      [x - 60, 290],
      [x + 60, 290],
      [x + 230, TABLE],
      [x - 230, TABLE],
    ]),
    dots(PAPER, 42),
  ) + pendantLamp(x, 290, 84, 120, RED);

const pupil = (x: number, paint: string, hair: Hair, build: Build): string =>
  person({
    x,
    y: TABLE + 210,
    height: 720,
    outfit: { ...shirt(paint, INK, { hair, glasses: build === MAN }), build },
    pose: {
      ...FACING,
      hip: [0, 2.3],
      neck: [0, 4.6],
      hands: '-0.5,2.5 0.42,2.5',
      elbowsAt: '-1.15,2.9 1.15,2.9',
      bow: 34,
    },
  });

/** A practice paper with the writer's two fists and pencil on it; the table hides the arms. */
function practicePaper(x: number): string {
  const place = { x, y: TABLE };
  const rows = range(5).map((i) =>
    segment(x - 92 - i * 7, TABLE + 12 + i * 16, x + (i === 3 ? 40 : 104 + i * 7), TABLE + 12 + i * 16),
  );
  return stack(
    cut(polygon(placed('-110,-12 120,-12 150,92 -140,92', place)), PAPER, INK),
    line(rows.join(''), INK, 4),
    line(polyline(placed('58,18 104,-64', place)), RED, 12),
    cut(circle(x - 40, TABLE - 4, 24), OVERPRINT, PAPER, 4),
    cut(circle(x + 52, TABLE + 8, 24), OVERPRINT, PAPER, 4),
  );
}

const pileOfBooks = (x: number, shade: number): string =>
  stack(
    range(4).map((i) =>
      book(x - 80 + (i % 2) * 12, TABLE + 100 - i * 34, 160 - i * 8, 34, nth([RED, PAPER, SKY, INK], i + shade)),
    ),
  );

function boardPractice(): string {
  const seats = [320, 800, 1280];
  return sheet(
    INK,
    shelves(-30, 60, 520, 730, 5, 3),
    shelves(540, 60, 520, 730, 5, 8),
    shelves(1110, 60, 520, 730, 5, 14),
    wash(40, 500, 0.7, 0),
    seats.map(lampLight),
    pupil(320, RED, 'plait', WOMAN),
    pupil(800, PAPER, 'short', MAN),
    pupil(1280, SKY, 'plait', WOMAN),
    cut(box(-20, TABLE - 40, WIDTH + 40, 190), OVERPRINT, PAPER, 6),
    wash(TABLE - 40, 980, 0, 0.5),
    fill(box(0, 980, WIDTH, HEIGHT - 980), INK),
    seats.map(practicePaper),
    pileOfBooks(560, 0),
    pileOfBooks(1040, 1),
  );
}

export const exams: Record<string, () => string> = {
  'quiet-exam': quietExam,
  'board-practice': boardPractice,
};
