/** People. */
import { head } from './heads.ts';
import { between, blob, mix, type Point, placed, polar, polygon, polyline, taper } from './path.ts';
import { clipped, cut, fill, type Layers, line, OVERPRINT, PAPER, stack } from './print.ts';
import { type ByView, type Limb, MAN, onSheet, type Skeleton, type Stance, skeleton } from './skeleton.ts';
import { lowerCloth, type Outfit, scaled, sheath, skirt, torso, trunk, wrapped } from './wardrobe.ts';

export interface Person extends Stance {
  readonly outfit: Outfit;
  /** What is held; drawn between the body and the near arm, given where pose places fall. */
  readonly holding?: (at: (x: number, y: number) => Point) => string;
}

const ARM = [0.25, 0.17, 0.115] as const;
const SLEEVE = [0.3, 0.24, 0.19] as const;
const LEG = [0.36, 0.23, 0.13] as const;

const HAND = '-.24,-.1 -.05,-.13 .12,-.2 .2,-.16 .16,-.09 .32,-.05 .34,.03 .2,.12 -.02,.13 -.24,.1';

function arm(body: Skeleton, limb: Limb, outfit: Outfit, skin: string, seam: string): string {
  const { unit } = body;
  const thin = unit * 0.05;
  const heading = (Math.atan2(limb.end[1] - limb.joint[1], limb.end[0] - limb.joint[0]) * 180) / Math.PI;
  const mirror = body.view === 'side' ? body.facing < 0 : limb === body.arms[0];
  const palm = placed(HAND, {
    x: limb.end[0],
    y: limb.end[1],
    scale: unit,
    turn: mirror ? heading + 180 : heading,
    flip: mirror,
  });
  // A mirrored outline runs the other way round and would punch a hole where it meets the wrist.
  const fist = blob(mirror ? palm.reverse() : palm);
  return stack(
    cut(sheath(limb, 1.9, scaled(ARM, unit)) + fist, skin, seam, thin),
    outfit.top.sleeve > 0
      ? cut(sheath(limb, outfit.top.sleeve, scaled(SLEEVE, unit)), outfit.top.paint, seam, thin)
      : '',
  );
}

/** The open collar, which keeps a trunk seen from the front from reading as a sack. */
function collar(body: Skeleton, skin: string, seam: string): string {
  const at = trunk(body);
  if (body.view !== 'front') return '';
  const opening = polygon([at(-0.2, -0.06), at(0, 0.17), at(0.2, -0.06)]);
  return (
    fill(opening, skin) +
    line(polyline([at(-0.2, -0.04), at(0, 0.17), at(0.2, -0.04)]), seam, body.unit * 0.05) +
    line(polyline([at(0, 0.17), at(0, 0.5)]), seam, body.unit * 0.035)
  );
}

const SIDE_FOOT = '-.13,-.16 .12,-.14 .3,.04 .62,.15 .66,.26 .2,.27 -.2,.27 -.24,.1';
const FRONT_FOOT = '-.13,-.16 .13,-.16 .2,.12 .18,.3 -.16,.3 -.2,.12';

function leg(body: Skeleton, i: 0 | 1, outfit: Outfit, skin: string, seam: string): string {
  const { unit, facing, view } = body;
  const limb = body.legs[i];
  const calf = between(limb.joint, limb.end, 0.32);
  const outline = view === 'side' ? SIDE_FOOT : FRONT_FOOT;
  const foot = placed(outline, {
    x: limb.end[0],
    y: limb.end[1],
    scale: unit,
    turn: view === 'side' ? -body.toes[i] * facing : mix(9, -9, i),
    flip: view === 'side' && facing < 0,
  });
  const { shoes = skin } = outfit;
  return stack(
    cut(sheath(limb, 2, scaled(LEG, unit)) + taper(calf, limb.end, unit * 0.23, unit * 0.13), skin, seam, unit * 0.05),
    cut(blob(foot), shoes, seam, unit * 0.04),
  );
}

/** A batting pad or shin guard, knee to instep. */
function guard(body: Skeleton, limb: Limb, paint: string, seam: string): string {
  const { unit } = body;
  const [knee, instep] = [between(limb.joint, limb.end, -0.12), between(limb.joint, limb.end, 0.96)];
  const across = (Math.atan2(instep[1] - knee[1], instep[0] - knee[0]) * 180) / Math.PI + 90;
  const straps = [0.35, 0.6, 0.85].map((t) => {
    const middle = between(knee, instep, t);
    return line(polyline([polar(middle, across, -unit * 0.4), polar(middle, across, unit * 0.4)]), seam, unit * 0.05);
  });
  const pad = taper(knee, instep, unit * 0.34, unit * 0.24);
  return cut(pad, paint, seam, unit * 0.05) + clipped(pad, straps);
}

/** Everything of a person, in the order each view lays it down. */
export function person(who: Person): string {
  const { outfit } = who;
  const { build = MAN, skin = OVERPRINT, seam = PAPER, guards, top, wrap } = outfit;
  const body = skeleton(who, build);
  const { unit, view, arms, legs } = body;
  const thin = unit * 0.05;
  const shell = torso(body, build) + (top.skirt === undefined ? '' : skirt(body, top.skirt, 1.12));
  const throat = taper(body.neck, between(body.neck, body.head, 0.6), unit * 0.23, unit * 0.17);
  const near = arm(body, arms[0], outfit, skin, seam);
  const far = arm(body, arms[1], outfit, skin, seam);
  const below = [
    leg(body, 1, outfit, skin, seam),
    leg(body, 0, outfit, skin, seam),
    lowerCloth(body, outfit.lower, seam),
    guards === undefined ? '' : guard(body, legs[1], guards, seam) + guard(body, legs[0], guards, seam),
  ];
  const chest = [cut(shell, top.paint, seam, thin), collar(body, skin, seam), cut(throat, skin, seam, thin)];
  const cloth = wrap ? wrapped(body, wrap, seam) : '';
  // A shawl goes over the arms, every other wrap under them.
  const [under, over] = wrap?.kind === 'shawl' ? ['', cloth] : [cloth, ''];
  const face = head(
    { centre: body.head, size: unit * build.head, bow: body.bow, view, facing: body.facing, skin, seam },
    outfit.look,
  );
  const held = who.holding?.((x, y) => onSheet(who, [x, y])) ?? '';
  const order: ByView<Layers> = {
    side: [far, below, chest, under, face, held, near, over],
    front: [below, chest, under, held, near, far, over, face],
    back: [held, near, far, below, chest, cloth, face],
  };
  return stack(order[view]);
}

/** A straight thing held in both hands or one: bat, stick, pole, pipe. */
export const rod = (a: Point, b: Point, width: number, paint: string, seam: string = PAPER): string =>
  cut(taper(a, b, width / 2, width / 2), paint, seam, 4);
