import { expect, test } from 'vitest';
import { passwordError } from './passwords.rules.ts';

test('a password has 8 to 200 characters', () => {
  expect(passwordError('', 8)).toEqual({ key: 'errors.required' });
  expect(passwordError('seven77', 8)).toEqual({ key: 'accounts.passwordTooShort', params: { min: 8 } });
  expect(passwordError('x'.repeat(200), 8)).toBeUndefined();
  expect(passwordError('x'.repeat(201), 8)).toEqual({ key: 'accounts.passwordTooLong', params: { max: 200 } });
});
