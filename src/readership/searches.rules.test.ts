import { expect, test } from 'vitest';
import { countedWords } from './searches.rules.ts';

test.each([
  ['  Bus   FARES ', 'bus fares'],
  ['ﬁre \u202eat\tthe mill', 'fire at the mill'],
  ['बस का किराया', 'बस का किराया'],
  ['نئے داخلے', 'نئے داخلے'],
  ['budget 2026-27', 'budget 2026-27'],
  ['x'.repeat(60), 'x'.repeat(60)],
])('"%s" is counted as "%s"', (typed, counted) => {
  expect(countedWords(typed)).toBe(counted);
});

test.each([
  '',
  'x',
  '…',
  '2026',
  'asha@example.org',
  'asha＠example.org',
  'call 9876543210',
  'call +91 98765-43210',
  'call (98765) 43210',
  'पुकार ९८७६५४३२१०',
  '1234 5678 9012 aadhaar',
  'x'.repeat(61),
])('"%s" is not counted', (typed) => {
  expect(countedWords(typed)).toBeNull();
});
