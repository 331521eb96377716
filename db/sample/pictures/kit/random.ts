/** Chance that falls the same way every time. */
export interface Dice {
  /** A number from `low` up to, but not including, `high`. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
}

/**
 * mulberry32: a drawing must come out byte for byte the same on every machine,
 * so Math.random is never used.
 */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    pick: ([first, ...others]) => {
      const at = Math.floor(next() * (others.length + 1));
      return at === 0 ? first : (others[at - 1] ?? first);
    },
  };
}

/** Whole numbers from 0 to count - 1. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** The list over and over: what the tenth lamp gets when there are three colours. */
export const nth = <T>(list: readonly [T, ...T[]], i: number): T => list[i % list.length] ?? list[0];
