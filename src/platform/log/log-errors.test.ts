import { expect, test } from 'vitest';
import { printableError, safeMessage, serializeError } from './log-errors.ts';

/** An error of PostgreSQL as its driver throws it. */
const ofDatabase = (code: string, message: string) =>
  Object.assign(new Error(message), { severity: 'ERROR', code, detail: 'Key (email)=(asha@example.org) exists.' });

test.each([
  ['23505', 'duplicate key value violates unique constraint "users_email_key"', /users_email_key/],
  ['42703', 'column "headline" does not exist', /headline/],
  ['22P02', 'invalid input syntax for type integer: "marker"', /^PostgreSQL error 22P02$/],
  ['42601', 'syntax error in tsquery: "marker &"', /^PostgreSQL error 42601$/],
  ['P0001', 'marker', /^PostgreSQL error P0001$/],
])('a message of PostgreSQL (%s) is logged only if it quotes no values', (code, message, logged) => {
  const error = serializeError(new Error('Outer', { cause: ofDatabase(code, message) }));
  expect(error.cause?.message).toMatch(logged);
  expect(error.cause?.code).toBe(code);
  expect(JSON.stringify(error)).not.toMatch(/marker|asha/);
});

test.each([
  ['550 5.1.1 <asha@example.org>: User unknown', '550 5.1.1 <…>: User unknown'],
  ['GET https://paper.example/preview/7?pass=marker failed', 'GET https://paper.example failed'],
  ['connect smtp://asha:marker@mail.example failed', 'connect … failed'],
  ['Call +91 98765 43210', 'Call …'],
  ["Cannot read properties of undefined (reading 'slug')", "Cannot read properties of undefined (reading 'slug')"],
  ['x'.repeat(5000), `${'x'.repeat(1000)}…`],
])('%s is logged as %s', (message, logged) => expect(safeMessage(new Error(message))).toBe(logged));

test('of a value that is no error, only the type is logged', () => {
  expect(serializeError('marker')).toEqual({ type: 'string' });
  expect(serializeError(new Error('Outer', { cause: { token: 'marker' } })).cause).toEqual({ type: 'object' });
});

test('a stack has no message that was changed after it was recorded', () => {
  const error = new Error('marker\nwith two lines');
  error.message = 'Changed';
  const { stack } = serializeError(error);
  expect(stack).toMatch(/^Error: Changed\n {4}at .*log-errors\.test\.ts/);
  expect(stack).not.toMatch(/marker|two lines/);
});

test('causes end', () => {
  const error = new Error('Circular');
  error.cause = error;
  expect(printableError(error).match(/Caused by/g)).toHaveLength(5);
});
