/** Clothes: what people wear, and how it hangs on a skeleton. */
import type { Look } from './heads.ts';
import { between, blob, curve, hull, mix, type Point, points, polar, polygon, polyline, taper } from './path.ts';
import { clipped, cut, line } from './print.ts';
import { range } from './random.ts';
import type { Build, ByView, Limb, Skeleton } from './skeleton.ts';

export interface Outfit {
  readonly look: Look;
  readonly build?: Build;
  readonly skin?: string;
  readonly seam?: string;
  readonly top: Top;
  readonly lower: Lower;
  readonly wrap?: Wrap;
  readonly shoes?: string;
  /** Batting pads or shin guards. */
  readonly guards?: string;
}

export interface Top {
  readonly paint: string;
  /** How far down the arm: 1 is the elbow, 2 the wrist. */
  readonly sleeve: number;
  /** How far down the leg a kurta, apron or frock falls: 1 is the knee. */
  readonly skirt?: number;
}

export interface Lower {
  readonly kind: 'trousers' | 'skirt' | 'dhoti';
  readonly paint: string;
  /** How far down the leg: 1 is the knee, 2 the ankle. */
  readonly reach: number;
  readonly hem?: string;
}

export interface Wrap {
  readonly kind: 'pallu' | 'dupatta' | 'shawl' | 'towel' | 'apron';
  readonly paint: string;
  readonly hem?: string;
}

/** Cloth or flesh around a limb as far as `reach` (1 the joint, 2 the end). */
export function sheath(limb: Limb, reach: number, radii: readonly [number, number, number]): string {
  const [top, middle, end] = radii;
  const upper = Math.min(reach, 1);
  const first = taper(limb.root, between(limb.root, limb.joint, upper), top, mix(top, middle, upper));
  if (reach <= 1) return first;
  const rest = reach - 1;
  return first + taper(limb.joint, between(limb.joint, limb.end, rest), middle, mix(middle, end, rest));
}

const along = (limb: Limb, reach: number): Point =>
  reach <= 1 ? between(limb.root, limb.joint, reach) : between(limb.joint, limb.end, reach - 1);

/** Cloth shared by both legs: taut over the thighs, then from knees to hem. */
export function skirt(body: Skeleton, reach: number, fullness = 1): string {
  const { unit, legs } = body;
  const ring = (centre: Point, r: number): Point[] =>
    range(16).map((i) => polar(centre, i * 22.5, r * unit * fullness));
  const lap = legs.flatMap((leg) => [...ring(leg.root, 0.42), ...ring(along(leg, Math.min(reach, 1)), 0.4)]);
  if (reach <= 1) return polygon(hull(lap));
  const fall = legs.flatMap((leg) => [...ring(leg.joint, 0.36), ...ring(along(leg, reach), 0.3)]);
  return polygon(hull(lap)) + polygon(hull(fall));
}

const LEG_LOOSE = [0.44, 0.34, 0.25] as const;
const DHOTI_LOOSE = [0.46, 0.44, 0.36] as const;

/** Radii of a limb's root, joint and end, from heads to the sheet. */
export const scaled = (radii: readonly [number, number, number], unit: number) =>
  [radii[0] * unit, radii[1] * unit, radii[2] * unit] as const;

export function lowerCloth(body: Skeleton, lower: Lower, seam: string): string {
  const { unit, legs } = body;
  const { kind, paint, reach } = lower;
  const thin = unit * 0.05;
  const loose = (leg: Limb): string => sheath(leg, reach, scaled(kind === 'dhoti' ? DHOTI_LOOSE : LEG_LOOSE, unit));
  const [near, far] = legs;
  if (kind === 'trousers') return cut(loose(far), paint, seam, thin) + cut(loose(near), paint, seam, thin);
  const cloth = kind === 'skirt' ? skirt(body, reach) : skirt(body, 0.85) + loose(near) + loose(far);
  const [a, b] = [along(near, reach), along(far, reach)];
  const pleats = [0.2, 0.5, 0.8].map((t) => {
    const foot = between(a, b, t);
    return line(polyline([between(body.hip, foot, 0.18), foot]), seam, thin * 0.7);
  });
  return cut(cloth, paint, seam, thin) + clipped(cloth, kind === 'skirt' ? border(a, b, lower.hem, unit) : '', pleats);
}

/** The woven border along the foot of a sari, from beyond one leg to beyond the other. */
function border(a: Point, b: Point, paint: string | undefined, unit: number): string {
  if (paint === undefined) return '';
  const [left, right] = a[0] < b[0] ? [a, b] : [b, a];
  const [out, down] = [unit, unit * 0.12];
  const edge: Point[] = [[left[0] - out, left[1] + down], between(left, right, 0.5), [right[0] + out, right[1] + down]];
  return line(polyline(edge), paint, unit * 0.26);
}

/** Outlines on the trunk: x across it in heads, y from 0 at the neck to 1 at the hip. */
const WRAPS: Record<Wrap['kind'], ByView<string>> = {
  pallu: {
    side: '.44,.86 .52,.46 .3,.06 0,-.04 -.34,.06 -.56,.4 -.64,.8 -.8,1.3 -.5,1.42 -.28,1.3 -.24,.8 -.05,.42 .2,.62 .2,.95',
    front: '-.64,.98 -.6,.66 -.1,.3 .22,.0 .52,.02 .7,.16 .62,.4 .3,.68 -.2,1.02',
    back: '-.72,.14 -.5,.0 -.14,.0 .06,.4 .0,.8 .1,1.34 -.7,1.3 -.78,.7',
  },
  dupatta: {
    side: '.46,.32 .44,.14 .2,-.02 -.1,-.06 -.36,.06 -.56,.4 -.74,1.05 -.5,1.1 -.3,.5 -.12,.2 .16,.14 .3,.34',
    front:
      '-.62,1.1 -.56,.3 -.34,.02 -.2,.04 0,.24 .2,.04 .34,.02 .56,.3 .62,1.1 .34,1.1 .3,.46 0,.44 -.3,.46 -.34,1.1',
    back: '-.56,.5 -.5,.06 0,-.04 .5,.06 .56,.5 .58,1 .3,1 .26,.3 -.26,.3 -.3,1 -.58,1',
  },
  shawl: {
    side: '.28,-.04 .02,-.1 -.34,.02 -.56,.36 -.66,.8 -.78,1.28 -.5,1.32 -.1,1.2 .3,1.28 .6,1.2 .6,.8 .54,.44 .44,.12',
    front: '-.3,-.06 -.8,.08 -1.02,.5 -1.04,1 -.5,1.12 .1,1.04 .6,1.12 1.04,1 1.02,.5 .8,.08 .3,-.06 0,.12',
    back: '-.3,-.08 -.8,.08 -1.02,.5 -1.04,1 -.4,1.1 .4,1.1 1.04,1 1.02,.5 .8,.08 .3,-.08',
  },
  towel: {
    side: '.44,.5 .36,.12 .08,-.06 -.24,-.02 -.5,.3 -.56,.66 -.3,.68 -.18,.3 .02,.16 .18,.26 .22,.54',
    front: '.22,.02 .44,-.03 .64,.06 .66,.3 .64,.62 .34,.62 .34,.3',
    back: '-.22,.02 -.44,-.03 -.64,.06 -.66,.3 -.64,.62 -.34,.62 -.34,.3',
  },
  apron: {
    side: '.3,.16 .46,.3 .5,.6 .62,1.1 .6,1.6 .1,1.6 .02,1 .0,.5 .14,.3',
    front: '-.3,.18 .3,.18 .42,.5 .6,.8 .66,1.6 -.66,1.6 -.6,.8 -.42,.5',
    back: '-.1,.6 .1,.6 .2,.75 0,.82 -.2,.75',
  },
};

/** Where the border of a wrap runs: the trailing end, and the edge that shows. */
const HEMS: Partial<Record<Wrap['kind'], ByView<string>>> = {
  pallu: {
    side: '-.9,1.26 -.5,1.38 -.16,1.26',
    front: '-.62,1 -.2,1.0 .3,.66 .64,.38',
    back: '-.8,1.26 -.3,1.3 .2,1.28',
  },
  shawl: {
    side: '-.9,1.22 -.5,1.28 -.1,1.16 .3,1.24 .8,1.1',
    front: '-1.1,.98 -.5,1.08 .1,1.0 .6,1.08 1.1,.96',
    back: '-1.1,.98 -.4,1.06 .4,1.06 1.1,.96',
  },
  towel: { side: '-.7,.6 -.2,.64', front: '.3,.56 .8,.56', back: '-.3,.56 -.8,.56' },
};

const FOLDS: Partial<Record<Wrap['kind'], ByView<string>>> = {
  pallu: { side: '.12,.04 -.2,.3 -.4,.7 -.52,1.2', front: '-.5,.84 0,.46 .42,.1', back: '-.36,.04 -.3,.5 -.34,1.2' },
  shawl: { side: '.2,.1 0,.5 -.3,1.1', front: '-.3,.1 -.56,.5 -.6,1', back: '-.3,.1 -.56,.5 -.6,1' },
};

/** Maps trunk coordinates to the sheet. */
export function trunk(body: Skeleton): (x: number, t: number) => Point {
  const { hip, neck, unit } = body;
  const [dx, dy] = [hip[0] - neck[0], hip[1] - neck[1]];
  const length = Math.hypot(dx, dy) || 1;
  const sign = body.view === 'side' ? body.facing : 1;
  const across: Point = [(dy / length) * unit * sign, (-dx / length) * unit * sign];
  return (x, t) => [neck[0] + dx * t + across[0] * x, neck[1] + dy * t + across[1] * x];
}

export function torso(body: Skeleton, build: Build): string {
  const at = trunk(body);
  const { shoulder: s, waist: w, hip: h } = build;
  const outline =
    body.view === 'side'
      ? [
          [0.18, -0.03],
          [0.36, 0.1],
          [0.47, 0.36],
          [w * 0.72, 0.7],
          [h * 0.72, 1],
          [h * 0.6, 1.12],
          [-h * 0.7, 1.1],
          [-h * 0.86, 0.96],
          [-w * 0.64, 0.68],
          [-0.44, 0.36],
          [-0.38, 0.12],
          [-0.18, -0.04],
        ]
      : [
          [0.2, -0.05],
          [s * 0.7, 0.02],
          [s, 0.14],
          [s * 0.94, 0.4],
          [w, 0.7],
          [h, 0.98],
          [h * 0.8, 1.12],
          [-h * 0.8, 1.12],
          [-h, 0.98],
          [-w, 0.7],
          [-s * 0.94, 0.4],
          [-s, 0.14],
          [-s * 0.7, 0.02],
          [-0.2, -0.05],
        ];
  const list = outline.map(([x = 0, t = 0]) => at(x, t));
  // Turned to the left the outline runs the other way, and would cancel the skirt it is joined to.
  return blob(body.view === 'side' && body.facing < 0 ? list.reverse() : list);
}

export function wrapped(body: Skeleton, wrap: Wrap, seam: string): string {
  const at = trunk(body);
  const { view } = body;
  const onBody = (outline: string): Point[] => points(outline).map(([x, t]) => at(x, t));
  const d = blob(onBody(WRAPS[wrap.kind][view]));
  const [hem, fold] = [HEMS[wrap.kind]?.[view], FOLDS[wrap.kind]?.[view]];
  const border = hem === undefined || wrap.hem === undefined ? '' : line(curve(onBody(hem)), wrap.hem, body.unit * 0.2);
  const crease = fold === undefined ? '' : line(curve(onBody(fold)), seam, body.unit * 0.035);
  return cut(d, wrap.paint, seam, body.unit * 0.05) + clipped(d, crease, border);
}
