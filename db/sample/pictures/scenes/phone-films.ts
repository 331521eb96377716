import { tiledHouse } from '../kit/buildings.ts';
import { person } from '../kit/figures.ts';
import { tree } from '../kit/nature.ts';
import { kurta, sari, shirt } from '../kit/outfits.ts';
import { blob, box, circle, curve, type Point, polygon, polyline, roundBox } from '../kit/path.ts';
import { STANDING } from '../kit/poses.ts';
import {
  clipped,
  cut,
  dots,
  fill,
  fine,
  INK,
  line,
  mirrored,
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
import { range } from '../kit/random.ts';
import { WOMAN } from '../kit/skeleton.ts';
import { wash } from '../kit/texture.ts';
import { PLUM } from '../kit/tints.ts';
import type { Outfit } from '../kit/wardrobe.ts';

/** What the field is printed in: full colour on the phone, grey around it. */
interface Print {
  readonly sky: string;
  readonly land: string;
  readonly sun: string;
  readonly roof: string;
  readonly leaf: string;
  readonly hero: Outfit;
  readonly partner: Outfit;
}

const GREY = fine(INK, 26, PAPER);
const ghost = (outfit: Outfit): Outfit => ({ ...outfit, skin: dots(INK, 50, PAPER) });

const AROUND: Print = {
  sky: dots(PLUM, 20, NEWSPRINT),
  land: dots(INK, 18, PAPER),
  sun: NEWSPRINT,
  roof: GREY,
  leaf: dots(INK, 55, PAPER),
  hero: ghost(kurta(GREY, PAPER)),
  partner: ghost(sari(PAPER, GREY, GREY)),
};

const ON_PHONE: Print = {
  sky: PLUM,
  land: OVERPRINT,
  sun: RED,
  roof: RED,
  leaf: INK,
  hero: kurta(PAPER, PAPER, { hair: 'turban', hairPaint: RED, moustache: true }),
  partner: sari(RED, PAPER, INK),
};

function villageField(print: Print): string {
  return stack(
    fill(box(0, 0, WIDTH, 600), print.sky),
    print === ON_PHONE ? wash(200, 560, 0.7, 0) : '',
    fill(circle(1046, 325, 110), print.sun),
    tree({ x: 460, ground: 620, height: 420, spread: 380, leaf: print.leaf, seed: 5 }),
    tiledHouse(870, 610, 300, 210, PAPER, print.roof),
    fill(box(0, 590, WIDTH, 500), print.land),
    person({
      x: 640,
      y: 690,
      height: 420,
      outfit: print.hero,
      pose: { ...STANDING, hands: '1.5,6.3 -1.2,5.2', elbows: [-1, 1], feet: '-0.6,0 0.6,0', bow: -10 },
    }),
    person({
      x: 860,
      y: 690,
      height: 400,
      flip: true,
      outfit: print.partner,
      pose: { ...STANDING, hands: '0.8,5.2 0.7,5', bow: 8 },
    }),
    goat(1060, 690, 1.1, PAPER),
  );
}

function phone(): string {
  const screen = roundBox(400, 202, 820, 496, 14);
  return stack(
    cut(roundBox(330, 170, 960, 560, 60), INK, PAPER, 10),
    clipped(
      screen,
      villageField(ON_PHONE),
      line('M470 270V240H500M1150 270V240H1120M470 640V670H500M1150 640V670H1120', PAPER, 8),
    ),
    cut(circle(1136, 268, 15), RED, PAPER, 4),
    fill(circle(364, 450, 12), PAPER),
    cut(circle(1256, 450, 20), RED),
    thumb(),
    mirrored(810, thumb()),
  );
}

const crew = (): string =>
  stack(
    person({
      x: 140,
      y: 1010,
      height: 560,
      outfit: { ...shirt(PAPER, INK, { hair: 'plait', headphones: true }), build: WOMAN },
      pose: { ...STANDING, hands: '1.1,5.6 1,4.9' },
      holding: (at) => line(polyline([at(0.7, 4.4), at(1.3, 6.1), at(5.8, 9)]), INK, 9),
    }),
    person({
      x: 1460,
      y: 1010,
      height: 560,
      flip: true,
      outfit: shirt(RED, INK, { hair: 'cap', hairPaint: PLUM }),
      pose: { ...STANDING, hands: '1,4.9 1.1,4.6' },
      holding: (at) => clapper(at(1.6, 4.9)),
    }),
  );

function shortFilms(): string {
  return sheet(NEWSPRINT, villageField(AROUND), crew(), phone());
}

/** The left hand, come up from below to hold the phone's edge: thumb before it, fingers behind. */
const thumb = (): string =>
  moved(
    460,
    735,
    1,
    cut(
      blob(
        '-150,360 -150,150 -190,40 -176,-60 -140,-140 -96,-150 -84,-96 -100,-30 -60,-20 20,-46 66,-40 70,0 20,26 ' +
          '30,110 -10,190 20,360',
      ),
      OVERPRINT,
      PAPER,
      8,
    ),
    line(curve('-100,-30 -84,20 -40,40'), INK, 5),
    fill(blob('36,-40 66,-38 66,-8 42,-8'), NEWSPRINT),
  );

const clapper = ([x, y]: Point): string =>
  turned(
    -10,
    x,
    y,
    cut(box(x - 70, y - 44, 140, 100), INK, PAPER, 5),
    line(`M${x - 58} ${y - 4}H${x + 58}M${x - 58} ${y + 24}H${x + 58}`, PAPER, 4),
    turned(
      -14,
      x - 70,
      y - 50,
      cut(box(x - 70, y - 76, 140, 26), INK, PAPER, 5),
      line(
        range(4)
          .map((i) => `M${x - 56 + i * 36} ${y - 52}l16 -22`)
          .join(''),
        PAPER,
        9,
      ),
    ),
  );

function goat(x: number, foot: number, s: number, paint: string): string {
  return moved(
    x,
    foot,
    s,
    cut(
      blob('-70,-70 -60,-112 0,-118 50,-116 74,-150 104,-160 128,-138 120,-122 92,-116 70,-62 40,-56 -50,-54') +
        polygon('-62,-70 -44,-70 -48,0 -60,0') +
        polygon('-36,-64 -20,-64 -26,0 -38,0') +
        polygon('36,-66 54,-66 52,0 40,0') +
        polygon('58,-70 74,-80 72,0 60,0'),
      paint,
      INK,
      5,
    ),
    line('M86 -156Q76 -184 52 -186M98 -160Q94 -188 74 -200M-68 -104L-86 -128', INK, 6),
    fill(blob('84,-148 66,-140 60,-120 74,-128'), INK),
  );
}

export const phoneFilms: Record<string, () => string> = {
  'short-films': shortFilms,
};
