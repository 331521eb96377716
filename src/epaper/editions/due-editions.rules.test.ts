import { expect, test } from 'vitest';
import { daysLate, newDueDay, weekdayOf } from './due-editions.rules.ts';

const sunday = '2026-11-22';

test('a newspaper is promised on its day only, and not within a week of another', () => {
  const known =
    (...days: string[]) =>
    (day: string) =>
      days.includes(day);
  expect(newDueDay(sunday, 'sunday', known())).toBe(sunday);
  expect(newDueDay(sunday, 'sunday', known('2026-11-15'))).toBe(sunday);
  expect(newDueDay(sunday, 'sunday', known(sunday))).toBeUndefined();
  expect(newDueDay('2026-11-23', 'sunday', known('2026-11-15'))).toBeUndefined(); // promised again since a week without
  expect(newDueDay('2026-11-23', 'monday', known(sunday))).toBeUndefined(); // the promised day has moved
  expect(newDueDay('2026-11-28', 'saturday', known(sunday))).toBeUndefined();
  expect(newDueDay('2026-11-30', 'monday', known(sunday))).toBe('2026-11-30');
  expect(newDueDay(sunday, 'never', known('2026-11-15'))).toBeUndefined();
});

test.each([
  ['the day before', '2026-11-21', '2026-11-23', 0],
  ['the day', '2026-11-22', '2026-11-23', 0],
  ['two days later', '2026-11-24', '2026-11-24', 2],
  ['not yet', undefined, '2026-11-28', undefined],
  ['not until the next is due', undefined, '2026-11-29', 7],
  ['not, and the site was down', undefined, '2026-12-20', 7],
])('a newspaper that came %s', (_, came, today, late) => {
  expect(daysLate(sunday, came, today)).toBe(late);
});

test('the promised day follows the draft unless another one is chosen', () => {
  expect(weekdayOf('draft', 'friday')).toBe('friday');
  expect(weekdayOf('draft', 'never')).toBe('never');
  expect(weekdayOf('monday', 'never')).toBe('monday');
  expect(weekdayOf('never', 'friday')).toBe('never');
});
