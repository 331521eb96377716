/**
 * From a pose to joints on the sheet. Poses are written in heads: x is the way
 * the person faces, y is height above the ground, so '0.5,4' is a hand just in
 * front of the belt. Only hip, neck, hands and feet are posed; elbows and knees follow.
 */
import { type Point, type Points, points } from './path.ts';

export type Pair<T> = readonly [near: T, far: T];
export type View = 'side' | 'front' | 'back';
export type ByView<T> = Readonly<Record<View, T>>;

export interface Pose {
  readonly view: View;
  readonly hip: Point;
  readonly neck: Point;
  /** Two palms: near and far arm from the side, left and right of the sheet from front or back. */
  readonly hands: Points;
  /** Two soles, in the same order. */
  readonly feet: Points;
  /** 1 bends towards where the person faces (or the right of the sheet), -1 away. */
  readonly elbows: Pair<1 | -1>;
  readonly knees: Pair<1 | -1>;
  /** Where the elbows are when they point out of the sheet and cannot be worked out. */
  readonly elbowsAt?: Points;
  /** The same for the knees. */
  readonly kneesAt?: Points;
  /** Degrees each foot is lifted off level, toes up positive. */
  readonly toes: Pair<number>;
  /** Degrees the head is bowed, looking down positive. */
  readonly bow: number;
}

/** Half widths in heads; `head` is how large the head is for the body, which is what makes a child. */
export interface Build {
  readonly shoulder: number;
  readonly waist: number;
  readonly hip: number;
  readonly head: number;
}

export const MAN: Build = { shoulder: 0.8, waist: 0.56, hip: 0.58, head: 1 };
export const WOMAN: Build = { shoulder: 0.68, waist: 0.48, hip: 0.66, head: 1 };
export const STOUT: Build = { shoulder: 0.8, waist: 0.78, hip: 0.74, head: 1 };
export const CHILD: Build = { shoulder: 0.66, waist: 0.54, hip: 0.56, head: 1.28 };

const HEADS_TALL = 7.3;
const UPPER_ARM = 1.4;
const FOREARM = 1.4;
const THIGH = 1.8;
const SHIN = 1.76;
const ANKLE_HEIGHT = 0.25;

/** A pose's place on the sheet. */
export interface Stance {
  readonly pose: Pose;
  readonly x: number;
  /** Where the ground is. */
  readonly y: number;
  /** Standing height; the same person keeps it when sitting. */
  readonly height: number;
  readonly flip?: boolean;
}

export const unitOf = (stance: Stance): number => stance.height / HEADS_TALL;

/** Where a place written in the pose's heads falls on the sheet. */
export function onSheet(stance: Stance, [x, y]: Point): Point {
  const unit = unitOf(stance);
  return [stance.x + (stance.flip ? -x : x) * unit, stance.y - y * unit];
}

function twoOf(list: Points): Pair<Point> {
  const [near, far] = points(list);
  if (!near || !far) throw new Error(`Not two places: ${JSON.stringify(list)}`);
  return [near, far];
}

/** Where the joint of a two-part limb goes, and how near the end comes to where it is wanted. */
function bend(root: Point, end: Point, upper: number, lower: number, side: number): Pair<Point> {
  const [dx, dy] = [end[0] - root[0], end[1] - root[1]];
  const far = Math.hypot(dx, dy) || 0.001;
  const reach = Math.min(far, (upper + lower) * 0.999);
  const [ux, uy] = [dx / far, dy / far];
  const along = (reach * reach + upper * upper - lower * lower) / (2 * reach);
  const out = Math.sqrt(Math.max(upper * upper - along * along, 0)) * side;
  const middle: Point = [root[0] + ux * along - uy * out, root[1] + uy * along + ux * out];
  return [middle, [root[0] + ux * reach, root[1] + uy * reach]];
}

export interface Limb {
  readonly root: Point;
  readonly joint: Point;
  readonly end: Point;
}

export interface Skeleton {
  readonly unit: number;
  /** 1 when the person faces right, -1 left. */
  readonly facing: 1 | -1;
  readonly view: View;
  readonly hip: Point;
  readonly neck: Point;
  readonly head: Point;
  readonly bow: number;
  readonly arms: Pair<Limb>;
  readonly legs: Pair<Limb>;
  readonly toes: Pair<number>;
}

export function skeleton(stance: Stance, build: Build): Skeleton {
  const { pose } = stance;
  const sideways = pose.view === 'side';
  const [hands, feet] = [twoOf(pose.hands), twoOf(pose.feet)];
  const elbowsAt = pose.elbowsAt === undefined ? undefined : twoOf(pose.elbowsAt);
  const kneesAt = pose.kneesAt === undefined ? undefined : twoOf(pose.kneesAt);
  const [sx, sy] = [pose.neck[0] - pose.hip[0], pose.neck[1] - pose.hip[1]];
  const spine = Math.hypot(sx, sy) || 1;
  const up: Point = [sx / spine, sy / spine];
  const across: Point = [up[1], -up[0]];
  const from = (origin: Point, a: number, u: number): Point => [
    origin[0] + across[0] * a + up[0] * u,
    origin[1] + across[1] * a + up[1] * u,
  ];
  const place = (point: Point): Point => onSheet(stance, point);
  const limb = (root: Point, end: Point, upper: number, lower: number, side: number): Limb => {
    const [joint, tip] = bend(root, end, upper, lower, side);
    return { root: place(root), joint: place(joint), end: place(tip) };
  };
  const arm = (i: 0 | 1): Limb => {
    const half = build.shoulder - 0.16;
    const apart: Pair<number> = sideways ? [-0.06, 0.12] : [-half, half];
    const root = from(pose.neck, apart[i], -0.27);
    const elbow = elbowsAt?.[i];
    if (elbow) return { root: place(root), joint: place(elbow), end: place(hands[i]) };
    return limb(root, hands[i], UPPER_ARM, FOREARM, pose.elbows[i]);
  };
  const leg = (i: 0 | 1): Limb => {
    const half = build.hip * 0.52;
    const apart: Pair<number> = sideways ? [-0.04, 0.06] : [-half, half];
    const [fx, fy] = feet[i];
    const ankle: Point = [fx, fy + ANKLE_HEIGHT];
    const root = from(pose.hip, apart[i], 0);
    const knee = kneesAt?.[i];
    if (knee) return { root: place(root), joint: place(knee), end: place(ankle) };
    return limb(root, ankle, THIGH, SHIN, pose.knees[i]);
  };
  const nod = (pose.bow * Math.PI) / 180;
  const lift = 0.2 + 0.5 * build.head;
  const ahead = sideways ? 0.1 + Math.sin(nod) * 0.35 : 0;
  return {
    unit: unitOf(stance),
    facing: stance.flip ? -1 : 1,
    view: pose.view,
    hip: place(pose.hip),
    neck: place(pose.neck),
    head: place(from(pose.neck, ahead, lift - Math.abs(Math.sin(nod)) * 0.15)),
    bow: pose.bow + (Math.atan2(up[0], up[1]) * 180) / Math.PI,
    arms: [arm(0), arm(1)],
    legs: [leg(0), leg(1)],
    toes: pose.toes,
  };
}
