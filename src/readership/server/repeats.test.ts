import { expect, test } from 'vitest';
import { openRepeats } from './repeats.service.ts';

const times = (count: number, act: () => boolean) => Array.from({ length: count }, act).filter(Boolean).length;

test('an event is within its quotas until one of them is used up, and again in the next period', () => {
  const isWithinQuota = openRepeats();
  expect(times(5, () => isWithinQuota(1, [['a', 3]]))).toBe(3);
  expect(
    times(5, () =>
      isWithinQuota(1, [
        ['b', 3],
        ['network', 2],
      ]),
    ),
  ).toBe(2);
  expect(
    isWithinQuota(1, [
      ['c', 3],
      ['network', 2],
    ]),
  ).toBe(false);
  expect(isWithinQuota(1, [['c', 1]])).toBe(true); // what was refused has not counted
  expect(
    isWithinQuota(2, [
      ['a', 3],
      ['network', 2],
    ]),
  ).toBe(true);
});

test('after 100,000 different events the quota of another one is nearly whole', () => {
  const isWithinQuota = openRepeats();
  for (let n = 0; n < 100_000; n++) isWithinQuota(1, [[`invented ${n}`, 300]]);
  expect(times(400, () => isWithinQuota(1, [['story', 300]]))).toBeGreaterThan(290);
  expect(times(400, () => isWithinQuota(1, [['story', 300]]))).toBe(0);
});
