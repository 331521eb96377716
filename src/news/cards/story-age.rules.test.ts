import { expect, test } from 'vitest';
import { storyAge } from './story-age.rules.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const age = (instant: string) => storyAge(Date.parse(instant), now);

test('a story has an age for a day, then its date', () => {
  expect(age('2026-11-23T11:59:30Z')).toEqual({ count: 0, unit: 'minute' });
  expect(age('2026-11-23T11:01:00Z')).toEqual({ count: 59, unit: 'minute' });
  expect(age('2026-11-23T11:00:00Z')).toEqual({ count: 1, unit: 'hour' });
  expect(age('2026-11-22T12:00:01Z')).toEqual({ count: 23, unit: 'hour' });
  expect(age('2026-11-22T12:00:00Z')).toBeUndefined();
});

test('a clock that is slow makes no age below zero', () => {
  expect(age('2026-11-23T12:04:00Z')).toEqual({ count: 0, unit: 'minute' });
});
