import { expect, test } from 'vitest';
import { checkGrievance, decisionDue, disclose, grievanceNumber, grievanceTextMaxLength } from './grievances.rules.ts';

const form = { name: 'Ila Bose', email: 'ila@readers.test', topic: 'story', text: 'The date is wrong.' };

test('a complete grievance is valid', () => {
  expect(checkGrievance(form)).toEqual({});
});

test.each([
  ['name', ' ', 'errors.required'],
  ['name', 'Ila\nBose', 'errors.oneLine'],
  ['name', 'see evil.test', 'errors.noAddresses'],
  ['email', '', 'errors.required'],
  ['email', 'ila at home', 'accounts.emailInvalid'],
  ['email', 'Ila<ila@readers.test>', 'accounts.emailInvalid'],
  ['topic', '', 'grievances.topicRequired'],
  ['topic', 'weather', 'errors.invalidField'],
  ['text', ' ', 'errors.required'],
  ['text', 'x'.repeat(grievanceTextMaxLength + 1), 'grievances.tooLong'],
])('%s as "%s" is an error', (field, value, key) => {
  expect(checkGrievance({ ...form, [field]: value })).toEqual({ [field]: { key } });
});

test('the number contains the year in Indian time, and the decision is due after 15 days', () => {
  const newYear = new Date('2026-12-31T20:00:00Z');
  expect(grievanceNumber(17, newYear)).toBe('GR-2027-17');
  expect(decisionDue(newYear)).toEqual(new Date('2027-01-15T20:00:00Z'));
});

test('the disclosure lists every month, newest first, with the grievances pending at its end', () => {
  const counts = [
    { month: '2026-11', received: 3, disposed: 1 },
    { month: '2027-01', received: 0, disposed: 2 },
  ];
  expect(disclose(counts, '2027-02')).toEqual([
    { month: '2027-02', received: 0, disposed: 0, pending: 0 },
    { month: '2027-01', received: 0, disposed: 2, pending: 0 },
    { month: '2026-12', received: 0, disposed: 0, pending: 2 },
    { month: '2026-11', received: 3, disposed: 1, pending: 2 },
  ]);
  expect(disclose([], '2027-02')).toEqual([{ month: '2027-02', received: 0, disposed: 0, pending: 0 }]);
});
