import { expect, test } from 'vitest';
import { isDay, issuedAt, megabytes, numberedFilename, parseFilename, safeFilename } from './editions.rules.ts';

test.each([
  ['weekly.pdf', 'weekly.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\me\\Weekly 12.PDF', 'Weekly 12.pdf'],
  ['सूर्यनगर साप्ताहिक.pdf', 'सूर्यनगर साप्ताहिक.pdf'],
  ['a\u0000b<c>"d".pdf', 'abcd.pdf'],
  ['هفته\u200Cنامه.pdf', 'هفته\u200Cنامه.pdf'], // with the joiners of its script
  ['ക്ഷ\u200D.pdf', 'ക്ഷ\u200D.pdf'],
  ['\u202Efdp.exe.pdf', 'fdp.exe.pdf'], // without the bidirectional control character
  ['...pdf', 'pdf.pdf'],
  ['', 'edition.pdf'],
  [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(150)}.pdf`],
])('%j is stored as %j', (name, kept) => {
  expect(safeFilename(name)).toBe(kept);
});

test('an edition is dated by its issue date in India, or else by its upload', () => {
  const created_at = '2026-11-21T20:00:00.000Z';
  expect(issuedAt({ issue_date: '2026-11-20', created_at })).toEqual(new Date('2026-11-19T18:30:00Z'));
  expect(issuedAt({ issue_date: null, created_at })).toEqual(new Date(created_at));
});

test('a name that is in use gets a number', () => {
  expect([1, 2, 3].map((n) => numberedFilename('Weekly.pdf', n))).toEqual([
    'Weekly.pdf',
    'Weekly (2).pdf',
    'Weekly (3).pdf',
  ]);
});

test.each([
  [
    'News Wing_Suryanagar edition_2026-11-21.pdf',
    { title: 'News Wing Suryanagar edition', issueDate: '2026-11-21', place: 'Suryanagar' },
  ],
  ['weekly-21-11-2026.pdf', { title: 'weekly', issueDate: '2026-11-21', place: null }],
  ['Monthly November 2026.pdf', { title: 'Monthly', issueDate: '2026-11-01', place: null }],
  ['21 Nov 2026.pdf', { title: '21 Nov 2026', issueDate: '2026-11-21', place: null }],
  ['साप्ताहिक अंक.pdf', { title: 'साप्ताहिक अंक', issueDate: null, place: null }],
  ['report-99-99-2026.pdf', { title: 'report 99 99 2026', issueDate: null, place: null }],
])('%s is parsed as %o', (name, guess) => {
  expect(parseFilename(name)).toEqual(guess);
});

test('validates days and formats sizes', () => {
  expect([isDay('2026-02-28'), isDay('2026-02-30'), isDay('28-02-2026')]).toEqual([true, false, false]);
  expect(megabytes(2_400_000)).toBe('2.3');
});
