import { tinRoof } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import type { Hair } from '../kit/heads.ts';
import { ridge, tree } from '../kit/nature.ts';
import { kurta, pinafore, sari, strip } from '../kit/outfits.ts';
import { blob, box } from '../kit/path.ts';
import { FACING } from '../kit/poses.ts';
import { cut, dots, fill, INK, line, NEWSPRINT, OVERPRINT, PAPER, RED, sheet, stack, stamped } from '../kit/print.ts';
import { range } from '../kit/random.ts';
import { CHILD } from '../kit/skeleton.ts';
import { ground, wash } from '../kit/texture.ts';
import { SKY } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';

const pupil = (outfit: Outfit): string =>
  person({
    x: 0,
    y: 0,
    height: 270,
    outfit,
    pose: { ...FACING, feet: '-0.3,0 0.3,0', hands: '-0.78,3.15 0.78,3.15' },
  });
const girl = (paint: string, hair: Hair): string => pupil(pinafore(paint, { hair }));
const boy = (paint: string): string => pupil({ ...strip(PAPER, paint), build: CHILD });

/** Pupils side by side. Each kind is drawn once and stamped, or forty-one of them would weigh too much. */
function row(count: number, y: number, gap: number, shift: number): string {
  const kinds = [
    girl(RED, 'plait'),
    boy(INK),
    girl(SKY, 'bob'),
    boy(RED),
    girl(INK, 'bun'),
    boy(SKY),
    girl(RED, 'bob'),
  ];
  const kindOf = (place: number): number => (place * 3 + shift) % kinds.length;
  return stack(
    kinds.map((drawing, kind) => {
      const places = range(count).filter((place) => kindOf(place) === kind);
      return stamped(
        drawing,
        places.map((place) => [800 + (place - (count - 1) / 2) * gap, y]),
      );
    }),
  );
}

function schoolHouse(): string {
  const pane = (x: number): string =>
    fill(box(x, 400, 100, 130), INK) + line(`M${x + 50} 400V530M${x} 465h100`, PAPER, 5);
  return stack(
    cut(box(300, 330, 1000, 400), PAPER, INK, 7),
    [360, 510, 960, 1110].map(pane),
    fill(box(725, 400, 150, 330), RED),
    tinRoof(
      [
        [240, 345],
        [1360, 345],
      ],
      [
        [360, 200],
        [1240, 200],
      ],
      INK,
    ),
    line('M800 200V130', INK, 8),
    cut(blob('772,160 800,132 828,160 838,186 762,186'), RED, PAPER, 4),
  );
}

function smallSchoolResults(): string {
  return sheet(
    NEWSPRINT,
    wash(80, 700, 0, 0.5, SKY),
    cut(ridge([520, 420, 500, 400, 470, 420, 520], 760), dots(INK, 40, SKY), NEWSPRINT),
    tree({ x: 150, ground: 740, height: 620, spread: 460, leaf: INK, nick: SKY, seed: 4 }),
    tree({ x: 1480, ground: 740, height: 540, spread: 400, leaf: INK, nick: SKY, seed: 9 }),
    schoolHouse(),
    ground(725, OVERPRINT, 0, 0.65),
    // Forty-one, as the story says: 14 on the bench at the back, 14 before them, 13 in front.
    row(14, 790, 88, 0),
    cut(box(150, 790, 1300, 40), SKY, INK),
    row(14, 890, 90, 2),
    row(13, 1015, 96, 4),
    person({ x: 108, y: 1010, height: 440, outfit: sari(RED, PAPER, INK), pose: FACING }),
    person({
      x: 1500,
      y: 1010,
      height: 450,
      outfit: kurta(PAPER, INK, { hair: 'short', glasses: true }),
      pose: FACING,
    }),
  );
}

export const results: Record<string, () => string> = {
  'small-school-results': smallSchoolResults,
};
