import { expect, test } from 'vitest';
import { isCorrectedSince } from './corrected-since.rules.ts';

const at = Date.parse('2026-11-20T10:00:00+05:30');

test.each([
  ['it had none, and has one of the same day', { at, corrections: 0 }, ['2026-11-20', 1], true],
  ['it had the one of that day', { at, corrections: 1 }, ['2026-11-20', 1], false],
  ['it had one, and has another', { at, corrections: 1 }, ['2026-11-20', 2], true],
  ['its correction was replaced by one of a later day', { at, corrections: 1 }, ['2026-11-21', 1], true],
  ['one of two was removed', { at, corrections: 2 }, ['2026-11-20', 1], false],
  ['an old copy of its page was read after the correction', { at, corrections: 0 }, ['2026-11-19', 1], true],
  [
    'the note was put away',
    { at, corrections: 1, toldAt: Date.parse('2026-11-22T00:30:00+05:30') },
    ['2026-11-22', 1],
    false,
  ],
  [
    'it was corrected again on the day after that',
    { at, corrections: 1, toldAt: Date.parse('2026-11-22T23:30:00+05:30') },
    ['2026-11-23', 1],
    true,
  ],
] as const)('%s', (_, read, [date, corrections], expected) =>
  expect(isCorrectedSince(read, { date, corrections })).toBe(expected),
);
