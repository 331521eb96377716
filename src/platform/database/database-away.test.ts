import { DatabaseError, type Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { databaseAway, isDatabaseAway, markDatabaseErrors } from './database-away.ts';

const withCode = (code: string, more = {}) => Object.assign(new Error('It failed'), { code, ...more });

/** An error as PostgreSQL sends it. */
function ofServer(code: string, severity = 'ERROR') {
  const error = new DatabaseError('It failed', 9, 'error');
  return Object.assign(error, { code, severity });
}

/** An error as a query of a pool throws it. */
async function thrownBy(error: Error): Promise<unknown> {
  const fail = () => Promise.reject(error);
  const pool = { query: fail, connect: fail } as unknown as Pool; // all that is used of it
  markDatabaseErrors(pool);
  await expect(pool.connect()).rejects.toBe(error);
  return pool.query('SELECT 1').catch((thrown) => thrown);
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
    ['all addresses refuse', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })],
  ])('when %s', async (_, failure) => {
    const error = await thrownBy(failure);
    expect(isDatabaseAway(error)).toBe(true);
    const problem = databaseAway(error);
    expect([problem?.code, problem?.text.key]).toEqual(['unavailable', 'errors.databaseAway']);
    expect(problem?.details.headers).toEqual({ 'retry-after': '10' });
  });
});

test('the database is away when the ORM wraps such an error', async () => {
  const cause = await thrownBy(withCode('ECONNREFUSED'));
  expect(isDatabaseAway(new Error('Failed query: SELECT 1', { cause }))).toBe(true);
});

describe('the database is not away', () => {
  test.each([
    ['a constraint is violated', ofServer('23505')],
    ['a column is unknown', ofServer('42703')],
    ['a query is cancelled', ofServer('57014')],
    ['a sequence has no value yet', ofServer('55000')],
    ['another service refuses', withCode('ECONNREFUSED')],
    ['a file is missing', withCode('ENOENT', { syscall: 'open' })],
    ['the program has an error', new TypeError('x is not a function')],
    ['there is no error', undefined],
    ['a text is thrown', 'ECONNREFUSED'],
  ])('when %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
    expect(databaseAway(error)).toBeUndefined();
  });
});
