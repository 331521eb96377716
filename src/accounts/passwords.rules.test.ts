import { expect, test } from 'vitest';
import { passwordError, personalDataError } from './passwords.rules.ts';

const asha = { name: 'Asha Rao', email: 'asha.rao99@example.org' };
const policy = { minLength: 8, siteName: 'The Suryanagar Post' };
const error = { key: 'accounts.passwordOwnWords' };

test.each(['AshaRao1998', 'rao@asha!!', 'asharao99', 'Asha Rao 99', 'Suryanagar1', 'the-suryanagar-post', 'ASHA12345'])(
  '%s is made of Asha Rao’s personal data',
  (password) => {
    expect(personalDataError(password, asha, policy)).toEqual(error);
  },
);

test.each(['a quiet day with Asha', 'kx7Qm2pz', 'nets at dawn', 'extraordinary tides'])('%s is allowed', (password) => {
  expect(personalDataError(password, asha, policy)).toBeUndefined();
});

test('names in every script count, except very short ones', () => {
  expect(personalDataError('आशाराव१२', { name: 'आशा राव', email: 'x@example.org' }, policy)).toEqual(error);
  expect(personalDataError('xylophone', { name: 'X Y', email: 'lo@example.org' }, policy)).toBeUndefined();
});

test('a password has 8 to 200 characters', () => {
  expect(passwordError('', 8)).toEqual({ key: 'errors.required' });
  expect(passwordError('seven77', 8)).toEqual({ key: 'accounts.passwordTooShort', params: { min: 8 } });
  expect(passwordError('x'.repeat(200), 8)).toBeUndefined();
  expect(passwordError('x'.repeat(201), 8)).toEqual({ key: 'accounts.passwordTooLong', params: { max: 200 } });
});
