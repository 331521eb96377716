import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { loggerWithFields, openLog } from './log.ts';
import { scopes } from './scope.ts';

/** A log, and the lines that it has written. */
function captured() {
  const lines: string[] = [];
  return { log: openLog('info', { write: (line) => void lines.push(line) }), lines };
}

test('a failed query is logged without its parameters', async () => {
  const db = drizzle('postgres://localhost:1/none');
  const error = await db.execute(sql`SELECT ${'asha@example.org\n    at home'}`).catch((reason: unknown) => reason);
  const { log, lines } = captured();
  log.error({ err: error }, 'request failed');
  log.error({ err: error });
  log.error(error);
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toContain('Failed query: SELECT $1');
    expect(line).toContain('log.test.ts');
    expect(line).not.toContain('asha@example.org');
    expect(line).not.toContain('at home');
  }
});

test('a line has the fields of its logger, else those of the scope that it is logged in', () => {
  const { log, lines } = captured();
  const request = loggerWithFields(log, { request_id: 'first' });
  scopes.run({ fields: { request_id: 'second', trace_id: 'abc' }, span: undefined }, () => {
    request.info('of the request');
    request.child({ actor: 7 }).info('of its child');
    log.info('of the scope');
  });
  log.info('of neither');
  const ids = lines.map((line) => JSON.parse(line)).map(({ request_id, trace_id }) => [request_id, trace_id]);
  expect(ids).toEqual([
    ['first', undefined],
    ['first', undefined],
    ['second', 'abc'],
    [undefined, undefined],
  ]);
  expect(lines[1]?.match(/request_id/g)).toHaveLength(1);
});
