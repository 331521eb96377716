import { expect, test } from 'vitest';
import { draftsDue, dueDraft, isTime } from './schedule.rules.ts';

// 22 November 2026 is a Sunday; 18:30 in India is 13:00 UTC.
test.each([
  ['2026-11-22T12:59:59Z', undefined],
  ['2026-11-22T13:00:00Z', { from: '2026-11-15', to: '2026-11-21' }],
  ['2026-11-23T12:59:59Z', { from: '2026-11-15', to: '2026-11-21' }],
  ['2026-11-23T13:00:00Z', undefined],
])('a draft on Sundays at 18:30, checked at %s', (now, days) => {
  expect(dueDraft(new Date(now), 'sunday', '18:30')).toEqual(days);
});

test('days begin at midnight in India', () => {
  expect(dueDraft(new Date('2026-11-20T18:30:00Z'), 'saturday', '00:00')).toEqual({
    from: '2026-11-14',
    to: '2026-11-20',
  });
  expect(dueDraft(new Date('2026-11-20T18:29:59Z'), 'saturday', '00:00')).toBeUndefined();
});

test('stories published on the day of a draft are in the next one', () => {
  const due = (now: string) => dueDraft(new Date(now), 'sunday', '18:30');
  expect(due('2026-11-22T13:00:00Z')?.to).toBe('2026-11-21');
  expect(due('2026-11-29T13:00:00Z')?.from).toBe('2026-11-22');
});

test('nothing is due if no day is set', () => {
  expect(dueDraft(new Date('2026-11-22T13:00:00Z'), 'never', '18:30')).toBeUndefined();
});

test('a time has hours and minutes', () => {
  expect(['00:00', '18:30', '23:59', '24:00', '7:30', '18.30'].map(isTime)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('the calendar shows the days of drafts to come', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' };
  const now = new Date('2026-11-16T12:29:00Z'); // 17:59 in India, a Monday
  expect(draftsDue(now, 'monday', '18:00', november)).toEqual(['2026-11-16', '2026-11-23', '2026-11-30']);
  expect(draftsDue(now, 'monday', '17:59', november)).toEqual(['2026-11-23', '2026-11-30']);
  expect(draftsDue(now, 'never', '18:00', november)).toEqual([]);
});
