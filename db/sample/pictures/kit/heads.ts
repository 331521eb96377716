/** Faces, hair and what is worn on the head. */
import { blob, circle, curve, ellipse, type Placing, type Point, placed, placedAt, polyline, ribbon } from './path.ts';
import { cut, fill, INK, line, PAPER, stack } from './print.ts';
import type { ByView, View } from './skeleton.ts';

export type Hair = 'short' | 'bald' | 'bun' | 'plait' | 'bob' | 'turban' | 'cap' | 'helmet' | 'veil';

export interface Look {
  readonly hair: Hair;
  readonly hairPaint?: string;
  readonly glasses?: boolean;
  readonly moustache?: boolean;
  readonly beard?: boolean;
  /** Colour of beard and moustache. */
  readonly whiskers?: string;
  readonly headphones?: boolean;
}

export interface HeadPlace {
  readonly centre: Point;
  /** Chin to crown. */
  readonly size: number;
  readonly bow: number;
  readonly view: View;
  readonly facing: 1 | -1;
  readonly skin: string;
  readonly seam: string;
}

const FACE = {
  side:
    '0,-.5 .2,-.45 .33,-.28 .36,-.1 .37,-.02 .47,.13 .38,.17 .4,.24 .37,.28 .37,.38 .28,.48 .14,.47 ' +
    '.02,.36 -.12,.34 -.3,.24 -.41,0 -.4,-.24 -.24,-.44',
  front: '0,-.5 .24,-.42 .36,-.18 .36,.1 .27,.34 .1,.49 -.1,.49 -.27,.34 -.36,.1 -.36,-.18 -.24,-.42',
};

/** Outlines in head heights around the head's centre. */
const HAIR: Record<Hair, ByView<string>> = {
  short: {
    side: '.34,-.3 .22,-.27 .12,-.14 .02,-.12 -.02,.06 -.1,.08 -.2,.28 -.36,.24 -.47,0 -.46,-.28 -.26,-.52 .05,-.58 .3,-.46',
    front: '-.38,-.02 -.33,-.22 -.15,-.3 .12,-.24 .32,-.22 .38,-.02 .42,-.26 .26,-.52 0,-.58 -.26,-.52 -.42,-.26',
    back: '0,-.58 .28,-.5 .42,-.2 .38,.12 .26,.32 0,.36 -.26,.32 -.38,.12 -.42,-.2 -.28,-.5',
  },
  bald: {
    side: '-.02,-.06 -.06,.1 -.16,.26 -.34,.24 -.45,.02 -.42,-.14 -.25,-.1 -.14,-.16',
    front: '-.36,.06 -.33,-.14 -.4,-.22 -.43,-.02 -.4,.1 -.36,.06',
    back: '-.42,-.12 -.2,-.04 0,-.02 .2,-.04 .42,-.12 .38,.14 .22,.32 0,.35 -.22,.32 -.38,.14',
  },
  bun: {
    side: '.33,-.32 .2,-.26 .12,-.1 .04,.04 -.12,.14 -.28,.26 -.42,.18 -.5,.3 -.66,.3 -.76,.14 -.7,-.04 -.52,-.08 -.45,-.26 -.26,-.52 .05,-.57 .28,-.46',
    front: '-.38,.04 -.34,-.2 -.1,-.36 0,-.46 .1,-.36 .34,-.2 .38,.04 .43,-.24 .28,-.5 0,-.58 -.28,-.5 -.43,-.24',
    back: '0,-.57 .28,-.5 .42,-.2 .38,.1 .28,.22 .3,.4 .16,.54 -.16,.54 -.3,.4 -.28,.22 -.38,.1 -.42,-.2 -.28,-.5',
  },
  plait: {
    side: '.33,-.32 .2,-.26 .12,-.1 .04,.06 -.1,.16 -.26,.3 -.42,.2 -.48,-.04 -.45,-.28 -.26,-.52 .05,-.57 .28,-.46',
    front: '-.38,.04 -.34,-.2 -.1,-.36 0,-.46 .1,-.36 .34,-.2 .38,.04 .43,-.24 .28,-.5 0,-.58 -.28,-.5 -.43,-.24',
    back: '0,-.57 .28,-.5 .42,-.2 .38,.14 .22,.36 0,.42 -.22,.36 -.38,.14 -.42,-.2 -.28,-.5',
  },
  bob: {
    side: '.34,-.3 .24,-.22 .16,0 .1,.34 -.06,.46 -.34,.44 -.5,.2 -.5,-.2 -.28,-.54 .05,-.58 .3,-.46',
    front: '-.34,.4 -.3,0 -.28,-.24 .28,-.24 .3,0 .34,.4 .5,.36 .5,-.14 .3,-.52 0,-.59 -.3,-.52 -.5,-.14 -.5,.36',
    back: '0,-.59 .3,-.52 .5,-.14 .5,.36 .3,.46 -.3,.46 -.5,.36 -.5,-.14 -.3,-.52',
  },
  turban: {
    side: '.38,-.2 .16,-.14 -.1,.02 -.36,.12 -.52,-.02 -.58,-.3 -.44,-.62 -.08,-.78 .3,-.66 .46,-.4',
    front: '-.42,-.14 -.2,-.22 .1,-.22 .42,-.14 .54,-.36 .4,-.66 0,-.8 -.4,-.66 -.54,-.36',
    back: '-.42,.06 0,.14 .42,.06 .54,-.3 .4,-.66 0,-.8 -.4,-.66 -.54,-.3',
  },
  cap: {
    side: '.76,-.14 .72,-.22 .4,-.28 .33,-.46 .06,-.6 -.26,-.54 -.46,-.28 -.44,-.08 .1,-.14 .36,-.14',
    front: '-.4,-.16 -.2,-.1 .2,-.1 .4,-.16 .42,-.34 .28,-.54 0,-.62 -.28,-.54 -.42,-.34',
    back: '-.42,-.04 0,.02 .42,-.04 .42,-.34 .28,-.54 0,-.62 -.28,-.54 -.42,-.34',
  },
  helmet: {
    side: '.64,-.16 .62,-.24 .42,-.3 .34,-.5 .04,-.64 -.3,-.58 -.52,-.3 -.5,.1 -.36,.28 -.12,.24 -.02,.02 .1,-.14 .4,-.16',
    front: '-.42,.2 -.36,-.12 0,-.2 .36,-.12 .42,.2 .5,.1 .5,-.3 .3,-.58 0,-.66 -.3,-.58 -.5,-.3 -.5,.1',
    back: '-.46,.24 0,.34 .46,.24 .52,-.2 .34,-.56 0,-.66 -.34,-.56 -.52,-.2',
  },
  veil: {
    side: '.28,-.44 .2,-.26 .12,0 .06,.3 .1,.6 -.2,.95 -.62,.9 -.6,.4 -.56,-.1 -.44,-.44 -.14,-.64 .14,-.6',
    front:
      '-.3,.46 -.3,0 -.24,-.3 0,-.42 .24,-.3 .3,0 .3,.46 .62,.86 .58,.2 .5,-.2 .32,-.52 0,-.66 -.32,-.52 -.5,-.2 -.58,.2 -.62,.86',
    back: '0,-.66 .34,-.52 .52,-.16 .58,.3 .66,.92 -.66,.92 -.58,.3 -.52,-.16 -.34,-.52',
  },
};

const PLAIT = { side: '-.34,.12 -.52,.4 -.5,.8 -.62,1.2 -.6,1.6', back: '0,.3 .06,.7 -.04,1.2 .04,1.7' };

const BEARD = {
  side: '.02,.02 .06,.24 .3,.22 .42,.26 .42,.5 .26,.66 .06,.5 -.06,.3',
  front: '-.37,.08 -.2,.2 .2,.2 .37,.08 .34,.4 .14,.64 -.14,.64 -.34,.4',
};

const MOUSTACHE = {
  side: '.4,.17 .46,.22 .3,.3 .2,.26 .3,.18',
  front: '0,.18 .2,.24 .26,.3 0,.27 -.26,.3 -.2,.24',
};

const TURBAN_FOLDS = {
  side: ['-.46,-.1 -.1,-.34 .36,-.52', '-.5,-.36 -.16,-.56 .2,-.68'],
  front: ['-.46,-.24 -.05,-.44 .3,-.7', '.46,-.24 .1,-.4 -.1,-.5'],
};

const HEADBAND = { side: '-.08,.1 -.14,-.3 -.06,-.66', front: '-.46,.06 -.4,-.44 0,-.68 .4,-.44 .46,.06' };

/** Brows from the side; brows, nose and mouth from the front. */
const FEATURES = {
  side: ['.18,-.11 .33,-.12'],
  front: ['-.23,-.11 -.09,-.12', '.09,-.12 .23,-.11', '.01,.04 .05,.15 -.02,.16', '-.09,.28 .0,.3 .09,.28'],
};

const EYES = { side: '.27,-.01', front: '-.15,-.01 .15,-.01' };

export function head(place: HeadPlace, look: Look): string {
  const { size, view, facing, skin, seam } = place;
  const { hairPaint = INK, whiskers = INK } = look;
  const [x, y] = place.centre;
  const sideways = view === 'side';
  const on = { x, y, scale: size, flip: facing < 0, turn: sideways ? place.bow * facing : 0 };
  const put = (outline: string): Point[] => placed(outline, on);
  const shape = (outline: string): string => blob(put(outline));
  const thin = Math.max(size * 0.035, 1.5);
  const plait =
    look.hair === 'plait' && view !== 'front'
      ? cut(ribbon(put(PLAIT[view]), size * 0.24, size * 0.1), hairPaint, seam, thin)
      : '';
  const hair = cut(shape(HAIR[look.hair][view]), hairPaint, seam, thin);
  const worn = [
    look.hair === 'turban' ? folds(sideways ? 'side' : 'front', put, seam, thin) : '',
    look.headphones ? headphones(sideways ? 'side' : 'front', on, seam) : '',
  ];
  if (view === 'back') return stack(cut(shape(FACE.front), skin, seam, thin), hair, plait, worn);
  const earShows = sideways && look.hair !== 'veil' && look.hair !== 'helmet';
  return stack(
    plait,
    cut(shape(FACE[view]), skin, seam, thin),
    put(EYES[view]).map((eye) => fill(circle(...eye, thin), INK)),
    FEATURES[view].map((mark) => line(curve(put(mark)), INK, thin * 0.85)),
    look.beard ? fill(shape(BEARD[view]), whiskers) : '',
    look.moustache ? fill(shape(MOUSTACHE[view]), whiskers) : '',
    hair,
    earShows ? cut(ellipse(...placedAt(-0.08, 0.06, on), size * 0.075, size * 0.12), skin, seam, thin * 0.85) : '',
    look.glasses ? spectacles(view, on, seam) : '',
    worn,
  );
}

type Side = 'side' | 'front';

const folds = (side: Side, put: (outline: string) => Point[], seam: string, thin: number): string =>
  stack(TURBAN_FOLDS[side].map((fold) => line(curve(put(fold)), seam, thin)));

function spectacles(side: Side, on: Placing & { scale: number }, seam: string): string {
  const { scale } = on;
  const lens = (x: number): string => line(circle(...placedAt(x, -0.02, on), scale * 0.11), seam, scale * 0.045);
  const bar = (from: number, to: number): string =>
    line(
      polyline(
        placed(
          [
            [from, -0.02],
            [to, -0.01],
          ],
          on,
        ),
      ),
      seam,
      scale * 0.04,
    );
  return side === 'side' ? lens(0.27) + bar(0.16, -0.06) : lens(-0.16) + lens(0.16) + bar(-0.05, 0.05);
}

function headphones(side: Side, on: Placing & { scale: number }, seam: string): string {
  const { scale } = on;
  const band = curve(placed(HEADBAND[side], on));
  const cups = side === 'side' ? [-0.08] : [-0.44, 0.44];
  return stack(
    line(band, PAPER, scale * 0.13),
    line(band, INK, scale * 0.08),
    cups.map((x) => cut(ellipse(...placedAt(x, 0.06, on), scale * 0.13, scale * 0.2), INK, seam, scale * 0.05)),
  );
}
