import { expect, test } from 'vitest';
import { daysOf, isRange, shownDay, step, visibleRange } from './calendar.rules.ts';

test('a month is shown in whole weeks from Monday', () => {
  expect(visibleRange('month', '2026-11-24')).toEqual({ from: '2026-10-26', to: '2026-12-06' });
  expect(daysOf(visibleRange('month', '2027-02-10'))).toHaveLength(28);
  expect(daysOf(visibleRange('month', '2026-08-31'))).toHaveLength(42);
  expect(visibleRange('week', '2026-11-24')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
});

test('steps go by months and weeks, across years', () => {
  expect(step('month', '2026-12-31', 1)).toBe('2027-01-01');
  expect(step('month', '2026-01-31', -1)).toBe('2025-12-01');
  expect(step('week', '2026-12-31', 1)).toBe('2027-01-07');
});

test('a range has its days in order, and six weeks at most', () => {
  expect(isRange({ from: '2026-11-01', to: '2026-12-12' })).toBe(true);
  expect(isRange({ from: '2026-11-01', to: '2026-12-13' })).toBe(false);
  expect(isRange({ from: '2026-11-02', to: '2026-11-01' })).toBe(false);
});

test('an address that is no day shows today', () => {
  expect(shownDay('2026-11-30', '2026-11-24')).toBe('2026-11-30');
  for (const asked of [null, '', 'foo', '2026-02-31', '2026-99-99', '9999-12-31', '0000-01-01'])
    expect(shownDay(asked, '2026-11-24'), `${asked}`).toBe('2026-11-24');
});
