import { expect, test } from 'vitest';
import {
  addDays,
  dayNumber,
  endOfDayInIndia,
  fromIndianClock,
  indianDateFormat,
  isoDate,
  isoInstantInIndia,
  monthsUntil,
  noonInIndia,
  startOfDayInIndia,
  timeZone,
  toIndianClock,
} from './calendar.rules.ts';

const lastOfDay = new Date('2026-11-21T18:29:59.999Z');
const midnight = new Date('2026-11-21T18:30:00.000Z');

test('a day begins at midnight in India', () => {
  expect(isoDate(lastOfDay)).toBe('2026-11-21');
  expect(isoDate(midnight)).toBe('2026-11-22');
  expect(startOfDayInIndia('2026-11-22')).toEqual(midnight);
  expect(endOfDayInIndia('2026-11-21')).toEqual(midnight);
  expect(endOfDayInIndia('9999-12-31').toISOString()).toBe('9999-12-31T18:30:00.000Z');
  expect(noonInIndia('2026-11-22').toISOString()).toBe('2026-11-22T06:30:00.000Z');
  expect(dayNumber(midnight) - dayNumber(lastOfDay)).toBe(1);
  expect(dayNumber(addDays(midnight, 7)) - dayNumber(midnight)).toBe(7);
});

test('converts to and from the clock in India', () => {
  const clock = toIndianClock(midnight);
  expect([clock.getUTCDate(), clock.getUTCHours(), clock.getUTCMinutes()]).toEqual([22, 0, 0]);
  expect(fromIndianClock(clock)).toEqual(midnight);
  expect(isoInstantInIndia(midnight)).toBe('2026-11-22T00:00:00.000+05:30');
  expect(indianDateFormat('en-IN', { dateStyle: 'long', timeStyle: 'short' }).format(midnight)).toContain('22');
});

test('the offset is that of the time zone in every month', () => {
  for (let month = 1; month <= 12; month++) {
    const noon = new Date(Date.UTC(2026, month - 1, 15, 12));
    const [name] = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
      .formatToParts(noon)
      .filter(({ type }) => type === 'timeZoneName');
    expect(name?.value).toBe('GMT+05:30');
  }
});

test('a time in an Indian language has no English in it', () => {
  const afternoon = new Date('2026-11-23T15:43:00Z');
  const time = (locale: string) =>
    indianDateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(afternoon);
  expect(time('en-IN')).toBe('23 November 2026 at 9:13 pm');
  expect(time('hi-IN')).toBe('23 नवंबर 2026 को 21:13 बजे');
  for (const language of ['hi', 'bn', 'mr', 'gu', 'ta', 'te', 'ur'])
    expect(time(`${language}-IN`)).not.toMatch(/[a-z]/i);
});

test('months end with that of a day, over the end of a year', () => {
  expect(monthsUntil('2026-03-31', 4)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
  expect(monthsUntil('2026-03-01', 1)).toEqual(['2026-03']);
});
