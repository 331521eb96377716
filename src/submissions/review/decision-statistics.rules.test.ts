import { expect, test } from 'vitest';
import type { ArticleType } from '#src/submissions/submission/form.rules.ts';
import { decisionStatistics, kindsWithStatistics } from './decision-statistics.rules.ts';

const counts = {
  received: 12,
  decided: 9,
  accepted: 6,
  daysToDecision: 3.5,
  reviewed: 5,
  daysToReview: 1.4,
  published: 4,
  daysToPublication: 0.1,
};

test('figures are shares and whole days, and have nothing of fewer than five', () => {
  expect(decisionStatistics(counts)).toEqual({
    received: 12,
    accepted: 67,
    days_to_decision: 4,
    days_to_review: 1,
    days_to_publication: null,
  });
  expect(decisionStatistics({ ...counts, decided: 5, accepted: 0 })).toMatchObject({ accepted: 0 });
  expect(decisionStatistics({ ...counts, decided: 4 })).toBeNull();
});

test.each<[string, [ArticleType, number][], ArticleType[]]>([
  [
    'all that have enough',
    [
      ['essay', 9],
      ['letter', 5],
    ],
    ['essay', 'letter'],
  ],
  [
    'kinds without decisions hide nothing',
    [
      ['essay', 9],
      ['letter', 0],
    ],
    ['essay'],
  ],
  [
    'a single kind with too few takes the next with it',
    [
      ['letter', 2],
      ['posters', 6],
      ['essay', 9],
    ],
    ['essay'],
  ],
  [
    'two with too few hide each other',
    [
      ['letter', 3],
      ['posters', 4],
      ['essay', 9],
    ],
    ['essay'],
  ],
  [
    'if none is left to hide it, none has figures',
    [
      ['letter', 1],
      ['essay', 9],
    ],
    [],
  ],
])('kinds with figures: %s', (_, decided, shown) => {
  expect([...kindsWithStatistics(new Map(decided))].sort()).toEqual(shown.sort());
});
