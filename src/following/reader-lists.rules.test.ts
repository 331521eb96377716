import { describe, expect, test } from 'vitest';
import { historyLength, maxFollowed, maxSaved } from '#src/rules/reader-lists.rules.ts';
import {
  type Mark,
  markKinds,
  mergeHistory,
  mergeMarks,
  type ReadStory,
  removalsKeptMs,
} from './reader-lists.rules.ts';

const now = 1_795_000_000_000;
const saved = (id: number, at: number, removed = false): Mark => ({ kind: 'story', id, at: now + at, removed });

// Numbers that look random and are the same in every run.
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const someMarks = (seed: number): Mark[] => {
  const next = numbers(seed);
  return Array.from({ length: 1 + next(12) }, () => ({
    kind: markKinds[next(markKinds.length)] ?? 'story',
    id: 1 + next(4),
    at: now - next(6), // often at the same time
    removed: next(2) === 0,
  }));
};
const someReads = (seed: number): ReadStory[] => {
  const next = numbers(seed);
  return Array.from({ length: 1 + next(12) }, () => ({ id: 1 + next(5), at: now - next(6), corrections: next(3) }));
};
const seeds = Array.from({ length: 300 }, (_, seed) => seed + 1);

describe('marks', () => {
  test('saved here and removed there: the later counts, in either order', () => {
    const here = [saved(1, 10)];
    const there = [saved(1, 20, true)];
    expect(mergeMarks(now, here, there)).toEqual(there);
    expect(mergeMarks(now, there, here)).toEqual(there);
    expect(mergeMarks(now, there, [saved(1, 30)])).toEqual([saved(1, 30)]);
  });

  test('neither order, repetition nor grouping matters', () => {
    for (const seed of seeds) {
      const [a, b, c] = [someMarks(seed), someMarks(seed + 1000), someMarks(seed + 2000)];
      const merge = (...lists: Mark[][]) => mergeMarks(now, ...lists);
      const all = merge(a, b, c);
      expect(merge(c, a, b)).toEqual(all);
      expect(merge(merge(a, b), c)).toEqual(all);
      expect(merge(a, merge(b, c))).toEqual(all);
      expect(merge(all, all, b)).toEqual(all);
    }
  });

  test('the newest stay, of what is saved and followed each', () => {
    const stories = Array.from({ length: maxSaved + 2 }, (_, n) => saved(n + 1, -n));
    const topics = Array.from({ length: maxFollowed + 2 }, (_, n): Mark => ({ ...saved(n + 1, -n), kind: 'topic' }));
    const merged = mergeMarks(now, topics, stories);
    expect(merged.filter(({ kind }) => kind === 'story')).toEqual(stories.slice(0, maxSaved));
    expect(merged.filter(({ kind }) => kind === 'topic')).toEqual(topics.slice(0, maxFollowed));
  });

  test('removals end after 90 days, what is saved does not', () => {
    const long = -removalsKeptMs - 1;
    expect(mergeMarks(now, [saved(1, long, true), saved(2, long), saved(3, long + 1, true)])).toEqual([
      saved(3, long + 1, true),
      saved(2, long),
    ]);
  });
});

describe('history', () => {
  test('neither order, repetition nor grouping matters', () => {
    for (const seed of seeds) {
      const [a, b, c] = [someReads(seed), someReads(seed + 1000), someReads(seed + 2000)];
      const clearedAt = now - 4;
      const merge = (...lists: ReadStory[][]) => mergeHistory(clearedAt, ...lists);
      const all = merge(a, b, c);
      expect(merge(c, b, a)).toEqual(all);
      expect(merge(merge(a, b), c)).toEqual(all);
      expect(merge(all, all, c)).toEqual(all);
      expect(all.every(({ at }) => at > clearedAt)).toBe(true);
    }
  });

  test('has the newest stories', () => {
    const reads = Array.from({ length: historyLength + 5 }, (_, n) => ({ id: n + 1, at: now - n, corrections: 0 }));
    expect(mergeHistory(0, reads.toReversed())).toEqual(reads.slice(0, historyLength));
  });
});
