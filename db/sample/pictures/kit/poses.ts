/** The ways people stand, walk, sit and work; scenes spread one and move a hand or a foot. */
import type { Pose } from './skeleton.ts';

const SIDE: Pose = {
  view: 'side',
  hip: [0, 3.78],
  neck: [0.08, 6.15],
  hands: '0.25,3.2 0.4,3.3',
  feet: '-0.15,0 0.2,0',
  elbows: [-1, -1],
  knees: [1, 1],
  toes: [0, 0],
  bow: 0,
};

export const STANDING: Pose = SIDE;

export const FACING: Pose = {
  ...SIDE,
  view: 'front',
  neck: [0, 6.15],
  hands: '-0.86,3.13 0.86,3.13',
  feet: '-0.42,0 0.42,0',
  elbows: [-1, 1],
  knees: [-1, 1],
};

export const FROM_BEHIND: Pose = { ...FACING, view: 'back' };

export const WALKING: Pose = {
  ...SIDE,
  hip: [0, 3.6],
  neck: [0.2, 6],
  hands: '0.95,3.7 -0.75,3.5',
  feet: '-0.95,0.1 0.95,0',
  toes: [-28, 14],
};

export const STROLLING: Pose = {
  ...WALKING,
  hip: [0, 3.72],
  neck: [0.1, 6.12],
  hands: '0.55,3.35 -0.35,3.3',
  feet: '-0.55,0.04 0.6,0',
  toes: [-16, 8],
};

export const RUNNING: Pose = {
  ...SIDE,
  hip: [0, 3.75],
  neck: [0.75, 6.05],
  hands: '1.75,4.9 -0.55,4.05',
  feet: '-2,1.5 1.15,0.35',
  toes: [-75, 12],
};

/** On a chair, bench or wall whose seat is 2 heads up. */
export const SEATED: Pose = {
  ...SIDE,
  hip: [0, 2.3],
  neck: [0.15, 4.7],
  hands: '1.35,2.75 1.5,2.85',
  feet: '1.55,0 1.8,0',
};

/** On the ground from the side, legs folded. */
export const ON_FLOOR: Pose = {
  ...SIDE,
  hip: [0, 0.55],
  neck: [0.3, 2.9],
  hands: '1.4,1.4 1.55,1.5',
  feet: '0.55,0.05 0.8,0.05',
  knees: [1, 1],
  toes: [0, 0],
};

/** On the ground cross-legged, from the side. */
export const LOTUS: Pose = {
  ...SIDE,
  hip: [0, 0.5],
  neck: [0.2, 2.9],
  hands: '1.3,1.3 1.45,1.4',
  feet: '0.75,-0.15 0.9,-0.1',
  kneesAt: '1.55,0.5 1.7,0.55',
};

/** On the ground cross-legged, seen from the front. */
export const CROSS_LEGGED: Pose = {
  ...FACING,
  hip: [0, 0.5],
  neck: [0, 2.9],
  hands: '-0.5,0.95 0.5,0.95',
  elbowsAt: '-0.95,1.55 0.95,1.55',
  feet: '0.45,-0.1 -0.45,-0.1',
  kneesAt: '-1.5,0.45 1.5,0.45',
};

export const SQUATTING: Pose = {
  ...SIDE,
  hip: [-0.35, 0.95],
  neck: [0.7, 3.05],
  hands: '1.7,1.1 1.85,1.2',
  feet: '0.2,0 0.45,0',
  bow: 15,
};

export const BENDING: Pose = {
  ...SIDE,
  hip: [-0.5, 3.55],
  neck: [1.35, 4.95],
  hands: '1.75,2.5 1.95,2.7',
  feet: '-0.45,0 0.35,0',
  bow: -20,
};

export const PUSHING: Pose = {
  ...SIDE,
  hip: [-0.6, 3.25],
  neck: [0.75, 5.2],
  hands: '2.6,4.5 2.7,4.7',
  feet: '-2.4,0.1 -0.4,0',
  toes: [-35, 0],
  bow: -12,
};
