import { expect, test } from 'vitest';
import { dueOn, monthOf, newSince, nextDue, readersAtEnds } from './newsletters.rules.ts';

const daily = { frequency: 'daily', weekday: 0, time: '07:30' } as const;
const sundays = { frequency: 'weekly', weekday: 0, time: '00:15' } as const;

test('a daily issue is due at its time in India, today or tomorrow', () => {
  expect(dueOn('2026-11-27', daily)).toEqual(new Date('2026-11-27T02:00:00Z'));
  expect(nextDue(daily, new Date('2026-11-27T01:59:59Z'))).toEqual({
    day: '2026-11-27',
    due: new Date('2026-11-27T02:00:00Z'),
  });
  expect(nextDue(daily, new Date('2026-11-27T02:00:00Z')).day).toBe('2026-11-28');
});

test('a weekly issue is due on its day as India counts it', () => {
  expect(dueOn('2026-11-28', sundays)).toBeUndefined();
  // A quarter past midnight on Sunday in India is Saturday in UTC.
  expect(nextDue(sundays, new Date('2026-11-27T00:00:00Z'))).toEqual({
    day: '2026-11-29',
    due: new Date('2026-11-28T18:45:00Z'),
  });
  expect(nextDue(sundays, new Date('2026-11-28T18:45:00Z')).day).toBe('2026-12-06');
});

test('stories are new since the issue before', () => {
  const due = new Date('2026-11-29T02:00:00Z');
  expect(newSince(due, daily)).toEqual(new Date('2026-11-28T02:00:00Z'));
  expect(newSince(due, sundays)).toEqual(new Date('2026-11-22T02:00:00Z'));
});

test('what is no time has no next issue', () => {
  expect(() => nextDue({ ...daily, time: 'noon' }, new Date('2026-11-27T00:00:00Z'))).toThrow('Not a schedule');
});

test('months are those of India', () => {
  expect(monthOf(new Date('2026-12-31T18:30:00Z'))).toBe('2027-01-01');
});

test('the readers at the end of a month are those of now without what changed since', () => {
  const change = (joined: number, left = 0, refused = 0) => ({ joined, left, refused });
  expect(readersAtEnds(7, [change(4), change(5, 1), change(0, 0, 1)])).toEqual([4, 8, 7]);
  expect(readersAtEnds(1, [change(0), change(3)])).toEqual([0, 1]); // never below 0
});
