import { birds } from '../kit/animals.ts';
import { person, rod } from '../kit/figures.ts';
import { grass, palm } from '../kit/nature.ts';
import { dhoti, lungi, pinafore, sari, shirt } from '../kit/outfits.ts';
import { box, circle, ellipse, polygon, polyline, roundBox, segment } from '../kit/path.ts';
import { FACING, STANDING } from '../kit/poses.ts';
import { cut, dots, fill, HEIGHT, INK, line, NEWSPRINT, OVERPRINT, PAPER, RED, sheet, stack } from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { WOMAN } from '../kit/skeleton.ts';
import { ground, halftone, slope, wash } from '../kit/texture.ts';
import { SEA } from '../kit/tints.ts';
import { cloud, ripples } from '../kit/weather.ts';

const WATER = 640;

const farBanks = (): string =>
  stack(
    cut('M-20 660V560Q200 500 420 560T760 600V660Z', INK, NEWSPRINT, 4),
    range(4).map((i) => palm(50 + i * 130, 580, 210 + (i % 2) * 60, INK, i % 2 ? 16 : -18, NEWSPRINT)),
    cut('M980 660Q1240 560 1640 590V660Z', INK, NEWSPRINT, 4),
  );

/** A plain cross in the section's own tint: the red one belongs to the society of that name. */
const cross = (x: number, y: number, size: number, paint: string): string =>
  line(segment(x, y - size, x, y + size) + segment(x - size, y, x + size, y), paint, size * 0.6, { cap: 'butt' });

function cabin(): string {
  return stack(
    cut(box(560, 450, 560, 300), PAPER, INK, 8),
    cut('M520 460Q840 380 1160 460V484H520Z', RED, PAPER, 6),
    fill(box(610, 530, 120, 100) + box(950, 530, 120, 100), INK),
    fill(box(790, 510, 110, 240), SEA),
    line('M670 530V630M610 580H730M1010 530V630M950 580H1070', PAPER, 5),
    line('M845 420V370', INK, 9),
    cut(circle(845, 350, 44), PAPER, INK, 6),
    cross(845, 350, 26, SEA),
  );
}

const nurse = (): string =>
  person({
    x: 845,
    y: 765,
    height: 320,
    outfit: {
      ...shirt(PAPER, PAPER, { hair: 'bun' }),
      build: WOMAN,
      top: { paint: PAPER, sleeve: 1.6, skirt: 0.7 },
      wrap: { kind: 'dupatta', paint: RED },
    },
    pose: { ...FACING, hands: '-0.5,3.9 0.5,3.9', elbowsAt: '-0.95,4.4 0.95,4.4' },
  }) +
  cut(roundBox(806, 600, 78, 54, 8), INK, PAPER, 4) +
  cross(845, 627, 15, PAPER);

const boatman = (): string =>
  person({
    x: 480,
    y: 775,
    height: 330,
    flip: true,
    outfit: lungi(INK, PAPER, { hair: 'turban', hairPaint: RED }),
    pose: { ...STANDING, hands: '0.9,4.6 0.7,3.9' },
    holding: (at) => rod(at(1.2, 7.4), at(0.3, -2.4), 9, OVERPRINT),
  });

const hull = (): string =>
  stack(
    cut(
      'M250 690Q330 860 520 880H1080Q1300 870 1420 660L1330 700Q1240 742 1100 742H520Q340 742 250 690Z',
      INK,
      PAPER,
      8,
    ),
    line('M290 742Q420 820 560 820H1080Q1260 815 1372 728', RED, 18),
    line('M560 790H1080', PAPER, 5, { dash: '2 34' }),
    line('M1130 742V470M1130 470L1190 480', INK, 10),
    cut(circle(1196, 500, 22), PAPER, INK, 6),
  );

function landing(): string {
  const bank = 'M1040 1067Q1120 900 1360 870T1620 850V1067Z';
  return stack(
    fill(bank, OVERPRINT),
    halftone(slope([0, 860], [0, HEIGHT], 0, 0.6), { inside: bank, area: { x: 1040, y: 840, w: 560, h: 230 } }),
    cut(polygon('1180,800 1200,778 1420,900 1400,925'), PAPER, INK, 6),
  );
}

const patients = (): string =>
  stack(
    person({
      x: 1330,
      y: 950,
      height: 420,
      flip: true,
      outfit: sari(RED, PAPER, INK, { hair: 'veil', hairPaint: RED }),
      pose: { ...STANDING, hands: '0.75,4.7 0.6,4.4' },
      holding: (at) =>
        cut(ellipse(...at(0.55, 5), 34, 22), PAPER, INK, 4) + cut(circle(...at(0.95, 5.25), 17), OVERPRINT, PAPER, 3),
    }),
    person({
      x: 1450,
      y: 985,
      height: 410,
      flip: true,
      outfit: dhoti(PAPER, SEA, { hair: 'bald', hairPaint: PAPER, moustache: true, whiskers: PAPER }),
      pose: { ...STANDING, hands: '0.8,3.9 0.4,3.3', neck: [0.3, 6.05] },
      holding: (at) => line(polyline([at(0.85, 4.1), at(1.05, 0)]), INK, 8),
    }),
    person({
      x: 1235,
      y: 1010,
      height: 270,
      flip: true,
      outfit: pinafore(SEA),
      pose: { ...STANDING, hands: '0.9,7.3 0.4,3.3', elbows: [1, -1] },
    }),
  );

function boatClinic(): string {
  return sheet(
    NEWSPRINT,
    wash(120, WATER, 0, 0.5, SEA),
    cloud(1080, 190, 520, PAPER, 3, NEWSPRINT),
    birds('620,210 700,170 560,150', 32, INK),
    farBanks(),
    ground(WATER, SEA, 0, 0.75),
    ripples(0, WATER + 10, 1600, 300, 60, PAPER, 4),
    range(6).map((i) => line(segment(330 + i * 16, 890 + i * 20, 1300 - i * 34, 890 + i * 20), dots(INK, 60), 10)),
    cabin(),
    nurse(),
    boatman(),
    hull(),
    landing(),
    patients(),
    grass(1060, 1067, 540, 60, 60, INK, 5),
  );
}

export const healthcare: Record<string, () => string> = {
  'boat-clinic': boatClinic,
};
