import { expect, test } from 'vitest';
import { hasExplicitAddress, lineError, nameError } from './names.rules.ts';

test.each([
  'Asha Rao',
  'S. K. Das',
  'S.K.Das',
  'Dr. A. P. J. Abdul Kalam',
  "Mary O'Brien-Shah",
  'डॉ.राव',
  'பெயர்',
  'नेहा शर्मा',
  'Henry VIII 1491',
  'St. Xavier’s College (Autonomous), Mumbai 400 001',
])('%s is a valid name', (name) => {
  expect(nameError(name)).toBeUndefined();
});

test.each(['Asha\nRao', 'Asha\r\n\r\nYou have won. Call us', 'Asha\u2028Rao', 'Asha\u0085Rao', 'Asha\u202eoaR'])(
  '%j has more than one line',
  (name) => {
    expect(nameError(name)).toEqual({ key: 'errors.oneLine' });
  },
);

test.each([
  'see http://evil.test',
  'HTTPS://evil.test/x',
  'www.evil.test',
  'write to asha@evil.test',
  'evil.test',
  'Evil.Com',
  'पेपर.com',
  'bit.ly/3x',
  'call 98765 43210',
  'call +91-98765-43210',
])('%s contains an address or a phone number', (name) => {
  expect(nameError(name)).toEqual({ key: 'errors.noAddresses' });
});

test('a name is required and has at most 100 characters', () => {
  expect(nameError(' ')).toEqual({ key: 'errors.required' });
  expect(nameError('A'.repeat(100))).toBeUndefined();
  expect(nameError('A'.repeat(101))).toEqual({ key: 'accounts.nameTooLong', params: { max: 100 } });
  expect(lineError('')).toBeUndefined();
});

test('a title may name a company but not contain a web address', () => {
  expect(hasExplicitAddress('Booking.com and tourism in Goa')).toBe(false);
  expect(hasExplicitAddress('Read www.evil.test')).toBe(true);
});
