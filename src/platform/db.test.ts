import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { databaseAway, isDatabaseAway } from './db.ts';

const withCode = (code: string, more = {}) => Object.assign(new Error('It failed'), { code, ...more });

/** An error as PostgreSQL sends it. */
function ofServer(code: string, severity = 'ERROR') {
  const error = new DatabaseError('It failed', 9, 'error');
  return Object.assign(error, { code, severity });
}

describe('the database is away', () => {
  test.each([
    ['the server does not listen', withCode('ECONNREFUSED')],
    ['its socket is missing', withCode('ENOENT', { syscall: 'connect' })],
    ['its name is unknown', withCode('ENOTFOUND')],
    ['the connection was reset', withCode('ECONNRESET')],
    ['the administrator stops it', ofServer('57P01')],
    ['it has crashed', ofServer('57P02')],
    ['it starts', ofServer('57P03')],
    ['the database was dropped', ofServer('57P04')],
    ['the connection fails', ofServer('08006')],
    ['it has no connection left', ofServer('53300')],
    ['the database does not accept connections', ofServer('55000', 'FATAL')],
    ['the connection was lost during a query', new Error('Connection terminated unexpectedly')],
    ['the pool has no connection', new Error('timeout exceeded when trying to connect')],
    ['a query gets no answer', new Error('Query read timeout')],
    ['the ORM wraps the error', new Error('Failed query: SELECT 1', { cause: withCode('ECONNREFUSED') })],
    ['all addresses refuse', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
  ])('when %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true);
    const problem = databaseAway(error);
    expect([problem?.code, problem?.text.key]).toEqual(['unavailable', 'errors.databaseAway']);
    expect(problem?.details.headers).toEqual({ 'retry-after': '10' });
  });
});

describe('the database is not away', () => {
  test.each([
    ['a constraint is violated', ofServer('23505')],
    ['a column is unknown', ofServer('42703')],
    ['a query is cancelled', ofServer('57014')],
    ['a sequence has no value yet', ofServer('55000')],
    ['a file is missing', withCode('ENOENT', { syscall: 'open' })],
    ['the program has an error', new TypeError('x is not a function')],
    ['there is no error', undefined],
    ['a text is thrown', 'ECONNREFUSED'],
  ])('when %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
    expect(databaseAway(error)).toBeUndefined();
  });
});
