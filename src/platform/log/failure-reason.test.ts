import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { AppError, JobExpired } from '../errors.ts';
import { failureReason, readFailureReason } from './failure-reason.ts';

const reasonOf = (error: unknown) => failureReason(error, translator('en'));
const databaseError = Object.assign(new Error('invalid input syntax for type integer: "asha@readers.test"'), {
  severity: 'ERROR',
  code: '23505',
  table: 'users',
  constraint: 'users_email_idx',
  detail: 'Key (email)=(asha@readers.test) already exists.',
});

test.each([
  [new Error('550 5.1.1 <asha@readers.test>: Recipient unknown'), '550 5.1.1 …: Recipient unknown'],
  [new Error('asha@readers.test and +91 98765 43210 and 9876543210'), '… and … and …'],
  [new Error("ENOENT: no such file, open '/data/Asha Rao.pdf'"), 'ENOENT: no such file, open …'],
  [new Error("Can't reach the site's hub"), "Can't reach the site's hub"],
  [new Error('GET https://hub.example/notify?secret=x failed'), 'GET https://hub.example failed'],
  [new Error('GET https://hub.example?secret=x failed'), 'GET https://hub.example failed'],
  [new Error('smtp://asha:p/w@mail.example does not answer'), '… does not answer'],
  [new Error("cannot read 'Asha's report.pdf' now"), 'cannot read … now'],
  [new Error('Unexpected end of JSON: "Asha Rao'), 'Unexpected end of JSON: …'],
  [new Error('connect ECONNREFUSED 127.0.0.1:587'), 'connect ECONNREFUSED 127.0.0.1:587'],
  [new Error('first line\nparams: asha'), 'first line'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new AppError('unavailable', 'errors.busy'), translator('en')('errors.busy')],
  [databaseError, 'PostgreSQL 23505 users users_email_idx'],
  [
    Object.assign(new Error('Failed query: x\nparams: Asha', { cause: databaseError }), { query: 'x' }),
    'PostgreSQL 23505 users users_email_idx',
  ],
  ['thrown text of Asha', 'Unknown error'],
])('the reason of %s contains no personal data', (error, message) => {
  expect(reasonOf(error)).toEqual({ code: 'error', message });
});

test('the reason of a failed query is that of the database, without its parameters', async () => {
  const db = drizzle('postgres://localhost:1/none');
  const error = await db.execute(sql`SELECT ${'asha'}`).catch((reason: unknown) => reason);
  expect(reasonOf(error).message).toContain('ECONNREFUSED');
  expect(reasonOf(error).message).not.toContain('asha');
});

test('a long reason is cut', () => {
  expect(reasonOf(new Error('x'.repeat(10_000))).message).toHaveLength(300);
});

test('a reason is text that PostgreSQL can store', () => {
  expect(reasonOf(new Error('a\u0000b\ud83d')).message).toBe('ab\ufffd');
  expect(reasonOf(new Error(`${'x'.repeat(299)}😀`)).message).toBe(`${'x'.repeat(299)}\ufffd`);
});

test.each([
  [
    { code: 'expired', message: 'It took longer than 1 s' },
    { code: 'expired', message: 'It took longer than 1 s' },
  ],
  [
    { code: 'error', message: 'no' },
    { code: 'error', message: 'no' },
  ],
  [{ value: { message: 'job heartbeat timeout' } }, { code: 'crashed', message: '' }],
  [{ value: { message: 'job timed out' } }, { code: 'expired', message: '' }],
  [{ value: 'pg-boss shut down while active' }, { code: 'crashed', message: '' }],
  [
    { name: 'Error', message: 'handler execution exceeded 960s', stack: '…' },
    { code: 'expired', message: '' },
  ],
  [{ message: 'params: asha' }, { code: 'error', message: '' }],
  [null, { code: 'error', message: '' }],
])('%j is read as %j', (output, reason) => {
  expect(readFailureReason(output)).toEqual(reason);
});

test('an expired job says so', () => {
  expect(reasonOf(new JobExpired('It took longer than 900 s'))).toEqual({
    code: 'expired',
    message: 'It took longer than 900 s',
  });
});
