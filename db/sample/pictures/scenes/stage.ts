import { skyline, waterTank } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import { kurta, salwar } from '../kit/outfits.ts';
import { arc, box, circle, ellipse, polygon } from '../kit/path.ts';
import { STANDING } from '../kit/poses.ts';
import {
  cut,
  dots,
  fill,
  INK,
  line,
  NEWSPRINT,
  OVERPRINT,
  offPlate,
  PAPER,
  RED,
  sheet,
  stack,
  WIDTH,
} from '../kit/print.ts';
import { wire } from '../kit/street.ts';
import { around, ground, halftone, slope, wash } from '../kit/texture.ts';
import { PLUM } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';

const TERRACE = 830;

function moon(): string {
  const disc = circle(800, 430, 340);
  return stack(
    offPlate(fill(disc, NEWSPRINT)),
    halftone(slope([560, 200], [1050, 680], 0, 0.55), { paint: PLUM, inside: disc, area: around([800, 430], 345) }),
    // The voice going out over the roofs.
    [420, 520, 620, 720].map((r, i) =>
      line(circle(800, 430, r), NEWSPRINT, 8 - i * 1.6, { dash: i % 2 ? '3 16' : '60 22' }),
    ),
  );
}

const washingLine = (): string =>
  stack(
    wire([-20, 440], [330, 470], 30, PAPER, 4),
    cut(polygon('60,456 160,466 154,620 66,610'), PAPER, INK),
    cut(polygon('190,470 270,474 262,590 196,590'), RED, INK),
    line('M330 840V450', PAPER, 10),
  );

const actor = (): string =>
  person({
    x: 800,
    y: 900,
    height: 760,
    outfit: {
      ...kurta(RED, PAPER, { hair: 'bald', hairPaint: PAPER, beard: true, moustache: true, whiskers: PAPER }),
      wrap: { kind: 'dupatta', paint: INK },
    },
    pose: {
      ...STANDING,
      neck: [-0.1, 6.15],
      feet: '-0.65,0 0.65,0',
      hands: '2.2,5 -2,6.6',
      elbows: [-1, 1],
      bow: -24,
    },
  }) + stack([70, 120, 170, 220].map((r, i) => line(arc(862, 232, r, -48, 6), RED, 13 - i * 2)));

const listener = (x: number, y: number, height: number, outfit: Outfit): string =>
  person({
    x,
    y,
    height,
    flip: x > 800,
    outfit,
    pose: { ...STANDING, neck: [0.05, 6.15], hands: '1.1,5.2 0.5,3.4', bow: -16 },
  });

function stageActor(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, TERRACE), PLUM),
    wash(0, TERRACE, 0.85, 0),
    moon(),
    skyline({ foot: TERRACE, low: 70, high: 210, paint: INK, pane: PLUM, seed: 19 }),
    waterTank(1420, TERRACE - 90, 150),
    fill(box(1340, TERRACE - 92, 170, 100), INK),
    washingLine(),
    ground(TERRACE, OVERPRINT, 0.05, 0.75),
    cut(box(-20, TERRACE - 20, WIDTH + 40, 40), PAPER, INK, 6),
    fill(ellipse(810, 905, 260, 22), dots(INK, 65)),
    actor(),
    listener(180, 1090, 560, salwar(PLUM, INK, PAPER)),
    listener(420, 1120, 600, kurta(PAPER, INK)),
    listener(1190, 1120, 600, salwar(RED, INK, PAPER, { hair: 'bun' })),
    listener(1440, 1090, 560, kurta(PAPER, INK)),
  );
}

export const stage: Record<string, () => string> = {
  'stage-actor': stageActor,
};
