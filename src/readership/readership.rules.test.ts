import { expect, test } from 'vitest';
import { startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { daysUntil, sourceOf, weightOfYesterday } from './readership.rules.ts';

test.each([
  ['', 'direct'],
  ['paper.example', 'site'],
  ['PAPER.example', 'site'],
  ['www.google.co.in', 'search'],
  ['com.google.android.googlequicksearchbox', 'search'],
  ['duckduckgo.com', 'search'],
  ['mail.google.com', 'mail'],
  ['l.facebook.com', 'social'],
  ['t.co', 'social'],
  ['x.com', 'social'],
  ['web.whatsapp.com', 'social'],
  ['box.com', 'other'],
  ['chat.comet.example', 'other'],
  ['notgoogle.example', 'other'],
  ['paper.example.evil.example', 'other'],
] as const)('a reader from "%s" came by %s', (host, source) => {
  expect(sourceOf(host, ['paper.example', '127.0.0.1'])).toBe(source);
});

test('yesterday counts less as today goes on', () => {
  const midnight = startOfDayInIndia('2026-11-26');
  const at = (hours: number) => weightOfYesterday(new Date(midnight.getTime() + hours * 3_600_000), midnight);
  expect([at(0), at(6), at(24), at(30)]).toEqual([1, 0.75, 0, 0]);
});

test('a period ends with its last day, over the end of a month', () => {
  expect(daysUntil('2026-03-02', 4)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
});
