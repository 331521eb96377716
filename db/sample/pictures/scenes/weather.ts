import { birds } from '../kit/animals.ts';
import { townHouse } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import { palm } from '../kit/nature.ts';
import { lungi, pinafore, salwar, shirt } from '../kit/outfits.ts';
import { blob, box, circle, ellipse, placed, polygon, segment } from '../kit/path.ts';
import { PUSHING, WALKING } from '../kit/poses.ts';
import {
  clipped,
  cut,
  fill,
  HEIGHT,
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
import { umbrella } from '../kit/props.ts';
import { range } from '../kit/random.ts';
import { streetLamp, wire } from '../kit/street.ts';
import { band, halftone, halo, wash } from '../kit/texture.ts';
import { TEAL } from '../kit/tints.ts';
import { auto } from '../kit/vehicles.ts';
import { rain, ripples } from '../kit/weather.ts';

function firstRain(): string {
  const water = 770;
  return sheet(
    NEWSPRINT,
    fill(box(0, 0, WIDTH, 330), TEAL),
    wash(0, 620, 0.9, 0),
    wash(322, 720, 1, 0.08, TEAL),
    townHouse({ x: -40, foot: water, w: 380, h: 520, wall: PAPER, trim: INK, floors: 3 }),
    townHouse({ x: 1270, foot: water, w: 400, h: 600, wall: OVERPRINT, trim: INK, floors: 3 }),
    cut(polygon('-20,560 380,560 420,620 -20,620'), RED, PAPER, 5),
    cut(polygon('1230,560 1620,560 1620,620 1190,620'), PAPER, INK, 5),
    streetLamp(470, water, 520, 110),
    wire([470, 290], [1270, 260], 40),
    wire([340, 330], [1270, 300], 50),
    rain(200, PAPER, 7, -0.32, 3.5),
    auto(1120, water + 110, 1.35, TEAL, INK),
    person({
      x: 880,
      y: water + 120,
      height: 480,
      outfit: { ...shirt(PAPER, INK) },
      pose: { ...PUSHING, feet: '-1.7,0 -0.2,0' },
    }),
    fill(`M0 ${water + 30}Q400 ${water + 14} 800 ${water + 30}T1600 ${water + 30}V1067H0Z`, TEAL),
    wash(water, HEIGHT, 0, 0.6),
    person({
      x: 480,
      y: 1040,
      height: 680,
      outfit: salwar(RED, RED, PAPER),
      pose: { ...WALKING, hands: '0.75,4.8 0.9,3.5', neck: [0.15, 6], feet: '-0.7,0.1 0.75,0' },
      holding: (at) => umbrella(...at(0.72, 4.7), 240, 7, RED),
    }),
    person({
      x: 215,
      y: 1040,
      height: 420,
      outfit: pinafore(TEAL),
      pose: { ...WALKING, hands: '0.9,5 2,5.6', elbows: [-1, -1] },
    }),
    fill(`M0 985Q200 972 400 985T800 985T1200 985T1600 985V1067H0Z`, TEAL),
    ripples(40, 830, 1500, 220, 34, PAPER, 12),
    line(ellipse(480, 992, 130, 16) + ellipse(1110, 806, 300, 14), PAPER, 5),
    rain(40, PAPER, 19, -0.32, 4),
  );
}

const distantBoat = (x: number, y: number, size: number): string =>
  cut(blob(placed('-1,-.22 0,0 1,-.26 .6,.16 -.6,.16', { x, y, scale: size })), INK, TEAL, 3) +
  line(segment(x, y - 4, x, y - size * 0.7), INK, 6);

const beachedBoat = (): string =>
  stack(
    cut('M560 640Q620 850 800 870H1180Q1400 850 1500 560L1440 640Q1330 720 1000 716Q700 716 560 640Z', INK, PAPER, 7),
    line('M610 720Q760 790 1000 790T1420 690', RED, 16),
    line('M700 800Q850 830 1000 830T1350 770', PAPER, 5),
    [820, 1000, 1180].map((x) => cut(ellipse(x, 880, 60, 20), OVERPRINT)),
  );

function coastHeat(): string {
  const [sea, sand] = [600, 760];
  const hauler = (x: number, y: number, height: number, cloth: string, vest: string): string =>
    person({
      x,
      y,
      height,
      outfit: {
        ...lungi(cloth, vest, { hair: 'turban', hairPaint: PAPER }),
        lower: { kind: 'skirt', paint: cloth, reach: 0.95 },
      },
      pose: { ...PUSHING, hip: [-0.9, 3.2], neck: [0.4, 5.2], hands: '1.9,4.2 2,4.4', feet: '-2.2,0.1 -0.5,0' },
    });
  return sheet(
    NEWSPRINT,
    halftone(halo([830, 400], 330, 850, 0.5, 0.04), { paint: RED, pitch: 20, area: band(0, sea) }),
    offPlate(fill(circle(830, 400, 330), RED)),
    fill(box(0, sea, WIDTH, 470), TEAL),
    clipped(
      box(0, sea, WIDTH, 170),
      range(9).map((i) => line(`M${830 - 300 + i * 14} ${sea + 12 + i * 18}H${830 + 300 - i * 26}`, RED, 8)),
    ),
    ripples(0, sea + 10, 1600, 140, 36, PAPER, 3),
    distantBoat(260, 615, 90),
    distantBoat(1330, 622, 110),
    fill(`M0 ${sand}Q300 ${sand - 44} 700 ${sand}T1600 ${sand - 20}V1067H0Z`, PAPER),
    fill(`M0 ${sand + 22}Q300 ${sand - 20} 700 ${sand + 22}T1600 ${sand + 4}V1067H0Z`, NEWSPRINT),
    wash(sand + 30, HEIGHT, 0, 0.5, OVERPRINT),
    beachedBoat(),
    hauler(470, 930, 520, TEAL, PAPER),
    hauler(620, 960, 560, PAPER, RED),
    hauler(330, 955, 540, RED, PAPER),
    palm(1420, 1067, 760, INK, 70),
    palm(110, 1067, 820, INK, -50),
    birds('560,150 660,110 1120,190', 34, INK),
  );
}

export const weather: Record<string, () => string> = {
  'first-rain': firstRain,
  'coast-heat': coastHeat,
};
