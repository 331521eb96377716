import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pino from 'pino';
import { expect, test } from 'vitest';
import { serializeError } from './log.ts';

test('a failed query is logged without its parameters', async () => {
  const db = drizzle('postgres://localhost:1/none');
  const error = await db.execute(sql`SELECT ${'asha@example.org\n    at home'}`).catch((reason: unknown) => reason);
  let line = '';
  const log = pino(
    { serializers: { err: serializeError } },
    new Writable({
      write(chunk, _, done) {
        line += chunk;
        done();
      },
    }),
  );
  log.error({ err: error }, 'request failed');
  expect(line).toContain('Failed query: SELECT $1');
  expect(line).toContain('log.test.ts');
  expect(line).not.toContain('asha@example.org');
  expect(line).not.toContain('at home');
});
