import { tuna } from '../kit/animals.ts';
import { person } from '../kit/figures.ts';
import type { Look } from '../kit/heads.ts';
import { bareTree } from '../kit/nature.ts';
import { kurta, sari, shirt } from '../kit/outfits.ts';
import { box, circle, ellipse, placed, polygon, polyline, roundBox, segment } from '../kit/path.ts';
import { FACING, FROM_BEHIND, STANDING } from '../kit/poses.ts';
import {
  clipped,
  cut,
  dots,
  fill,
  HEIGHT,
  INK,
  line,
  moved,
  NEWSPRINT,
  OVERPRINT,
  offPlate,
  PAPER,
  RED,
  sheet,
  stack,
  turned,
  WIDTH,
} from '../kit/print.ts';
import { range } from '../kit/random.ts';
import type { Pose } from '../kit/skeleton.ts';
import { band, halftone, halo, slope, wash } from '../kit/texture.ts';
import { MOSS } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';
import { flecks, ripples } from '../kit/weather.ts';

const SEA = { x: 800, y: 610, rx: 520, ry: 215 };

const suit = (paint: string, look: Look): Outfit => ({ ...shirt(paint, INK, look), top: { paint, sleeve: 1.8 } });

function globe(): string {
  const disc = circle(800, 230, 270);
  return (
    offPlate(fill(disc, PAPER)) +
    line(`${disc}${ellipse(800, 230, 120, 270)}M530 230H1070M564 110H1036M564 350H1036`, INK, 4)
  );
}

function farSide(): string {
  const delegates: readonly (readonly [number, number, Outfit])[] = [
    [330, 775, suit(INK, { hair: 'short', glasses: true })],
    [560, 720, sari(RED, PAPER, INK)],
    [800, 705, suit(MOSS, { hair: 'bald', moustache: true })],
    [1040, 720, suit(PAPER, { hair: 'bob' })],
    [1270, 775, suit(INK, { hair: 'veil', hairPaint: RED })],
  ];
  const pose: Pose = { ...FACING, hands: '-0.55,4.1 0.55,4.1', elbowsAt: '-1,4.3 1,4.3' };
  return stack(delegates.map(([x, y, outfit]) => person({ x, y, height: 640, outfit, pose })));
}

const nearSide = (): string =>
  stack(
    person({ x: 440, y: 1470, height: 720, outfit: suit(INK, { hair: 'short' }), pose: FROM_BEHIND }),
    person({ x: 800, y: 1500, height: 720, outfit: suit(RED, { hair: 'bun' }), pose: FROM_BEHIND }),
    person({
      x: 1160,
      y: 1470,
      height: 720,
      outfit: suit(PAPER, { hair: 'turban', hairPaint: INK }),
      pose: FROM_BEHIND,
    }),
  );

/** Tuna going round the sea in the table, each heading along the curve it swims. */
function shoal(): string {
  const [rx, ry] = [400, 140];
  const fish = range(9).map((i) => {
    const angle = ((i * 40 + 12) * Math.PI) / 180;
    const heading = Math.atan2(Math.cos(angle) * ry, -Math.sin(angle) * rx);
    const [x, y] = [SEA.x + Math.cos(angle) * rx, SEA.y + Math.sin(angle) * ry];
    return tuna(x, y, 150, (heading * 180) / Math.PI, INK, MOSS);
  });
  return stack(fish, tuna(SEA.x, SEA.y + 6, 420, -6, RED, PAPER));
}

function table(): string {
  const { x, y, rx, ry } = SEA;
  const water = ellipse(x, y, rx, ry);
  return stack(
    fill(ellipse(x, 690, 740, 330), INK),
    cut(ellipse(x, 640, 740, 330), OVERPRINT, PAPER, 7),
    line(ellipse(x, 640, 700, 302), INK, 4),
    cut(ellipse(x, y, rx + 14, ry + 14), PAPER, INK, 8),
    fill(water, MOSS),
    clipped(
      water,
      halftone(halo([x, y], 60, 520, 0, 0.6), { area: { x: 260, y: 380, w: 1080, h: 460 } }),
      ripples(280, 410, 1040, 400, 40, PAPER, 6),
    ),
  );
}

const paperOnTable = (x: number, y: number, turn: number): string =>
  moved(
    x,
    y,
    1,
    turned(turn, 0, 0, cut(box(-46, -32, 92, 64), PAPER, INK, 4), line('M-30 -14H30M-30 0H30M-30 14H10', INK, 4)),
  );

function tunaTalks(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, 520), MOSS),
    wash(0, 520, 0.8, 0.05),
    globe(),
    farSide(),
    table(),
    shoal(),
    paperOnTable(250, 770, 18),
    paperOnTable(1350, 770, -18),
    nearSide(),
  );
}

const SNOW = 720;

function college(): string {
  const arch = (x: number): string => `M${x} ${SNOW}V560Q${x + 45} 500 ${x + 90} 560V${SNOW}Z`;
  const walls = `880,${SNOW + 6} 880,400 1120,400 1120,150 1190,40 1260,150 1260,400 1640,400 1640,${SNOW + 6}`;
  return stack(
    cut(polygon(walls), INK, NEWSPRINT),
    range(5).map((i) => fill(arch(920 + i * 140), i === 1 ? RED : dots(PAPER, 55))),
    range(9).map((i) => fill(box(915 + i * 78, 440, 34, 54), PAPER)),
    cut(circle(1190, 230, 42), PAPER, INK, 6),
    line('M1190 230V200M1190 230L1212 240', INK, 6),
    line('M868 400H1640', PAPER, 16),
    line('M1112 150L1190 40L1268 150', PAPER, 12),
  );
}

function snowfield(): string {
  const field = `M0 ${SNOW}Q400 ${SNOW - 44} 800 ${SNOW}T1600 ${SNOW - 6}V1067H0Z`;
  const footprints = range(9).map((i) =>
    ellipse(1180 - i * 62 + (i % 2) * 22, 760 + i * 24, 13 + i * 1.4, 6 + i * 0.5),
  );
  return stack(
    fill(field, PAPER),
    halftone(slope([0, SNOW], [0, 1000], 0, 0.32), { paint: MOSS, inside: field, area: band(SNOW - 40, HEIGHT) }),
    fill(footprints.join(''), MOSS),
  );
}

const letterInHand = (x: number, y: number): string =>
  moved(
    x,
    y,
    1,
    turned(
      -14,
      0,
      0,
      cut(box(-52, -66, 104, 132), PAPER, INK, 6),
      line('M-36 -40H36M-36 -20H36M-36 0H36M-36 20H36M-36 40H6', RED, 5),
    ),
  );

const suitcase = (): string =>
  cut(roundBox(330, 850, 150, 170, 14), OVERPRINT, INK, 6) +
  line('M375 850V818H435V850M330 900H480M330 970H480', INK, 9);

function farCampus(): string {
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, SNOW + 20), MOSS),
    wash(0, SNOW, 0.85, 0.1),
    college(),
    bareTree([170, SNOW + 20], 170, -86, 34, INK, 6),
    bareTree([690, SNOW], 96, -94, 18, INK, 5),
    snowfield(),
    person({
      x: 560,
      y: 1010,
      height: 760,
      outfit: {
        ...kurta(INK, INK, { hair: 'cap', hairPaint: RED }),
        wrap: { kind: 'dupatta', paint: RED },
        shoes: INK,
      },
      pose: { ...STANDING, feet: '-0.3,0 0.35,0', hands: '1.3,4.8 1.25,4.55', bow: 18 },
      holding: (at) => letterInHand(...at(1.5, 5.1)),
    }),
    suitcase(),
    turned(-14, 960, 880, envelope(960, 880, 190, 120)),
    turned(8, 1110, 960, envelope(1110, 960, 190, 120)),
    flecks(170, 2.5, 8, PAPER, 5),
  );
}

/** An envelope with the striped edge of airmail. */
function envelope(x: number, y: number, w: number, h: number): string {
  const outer = box(x, y, w, h);
  const stripes = range(Math.ceil((w + h) / 22)).map((i) => segment(x - h + i * 44, y + h, x + i * 44, y));
  return stack(
    cut(outer, PAPER, INK, 6),
    clipped(outer, line(stripes.join(''), RED, 12)),
    fill(box(x + 14, y + 14, w - 28, h - 28), PAPER),
    line(polyline(placed('.08,.12 .5,.58 .92,.12', { x, y, scale: [w, h] })), INK, 4),
    fill(box(x + w - 48, y + 24, 24, 30), MOSS),
  );
}

export const world: Record<string, () => string> = {
  'tuna-talks': tunaTalks,
  'far-campus': farCampus,
};
