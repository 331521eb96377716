import { once } from 'node:events';
import { get } from 'node:http';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { healthCalls } from '#src/health/health.contract.ts';
import { type Answer, Client } from '#test/client.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { openLog } from '../log/log.ts';

const site = siteForFile({ LOG_LEVEL: 'info' });

const lines: Record<string, unknown>[] = [];
const takeLines = () => lines.push(...site.takeLog().map((line) => JSON.parse(line)));

/** The lines of a request; waits for the last, which is written when the answer has been sent. */
async function linesOf({ headers }: Pick<Answer, 'headers'>) {
  const id = headers.get('x-request-id');
  const find = () => lines.filter(({ request_id }) => request_id === id);
  await expect.poll(() => takeLines() && find().at(-1)?.msg).toBe('request');
  return find();
}

test('each request has one line, with the pattern of its path and its id', async () => {
  const editor = await site.as('editor');
  const { id } = await createStory(editor);
  const answer = await site.visitor.get(`/api/admin/${id}?marker=1`);
  const line = {
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    request_id: answer.headers.get('x-request-id'),
    method: 'GET',
    route: '/api/admin/:id',
    status: 200,
    duration_ms: expect.any(Number),
    bytes: expect.any(Number),
    msg: 'request',
  };
  expect(await linesOf(answer)).toEqual([line]);
  const [list] = await linesOf(await site.visitor.get('/api/admin?limit=9'));
  expect(list).toMatchObject({ route: '/api/admin', cache: 'miss' });
  expect(list?.bytes).toBeGreaterThan(1000);
});

test('the line of a refused request says why, and whose it was: bad input, rights, limits, tokens', async () => {
  const { email, id: user } = await site.createUser('reader');
  const reader = await site.visitor.login('/api/newswings_login', email, password);
  const admin = await site.as('admin');
  const { limit } = healthCalls.sendTestMail;
  for (let n = 0; n < limit.attempts; n += 1) await site.services.limits.count(limit, '127.0.0.1');
  const forged = new Client(site.address, `${reader.token}x`);
  const refused: [Answer, object][] = [
    [
      await reader.json('PUT', '/api/user/password', { current_password: 7 }),
      { status: 422, problem: 'invalid', user },
    ],
    [await reader.get('/api/trash'), { status: 403, problem: 'forbidden', user }],
    [await forged.get('/api/user/me'), { status: 401, problem: 'unauthenticated' }],
    [await admin.json('POST', '/api/health/test-mail', {}), { status: 429, problem: 'too_many_requests' }],
    [await site.visitor.get('/api/admin/1e9'), { status: 404, problem: 'not_found' }],
  ];
  for (const [answer, expected] of refused) expect((await linesOf(answer)).at(-1)).toMatchObject(expected);
  const line = (await linesOf(refused[2]?.[0] as Answer)).at(-1);
  expect(line).not.toHaveProperty('user');
});

test('audit and security events are lines of the log, which leaves the machine, with no more than ids', async () => {
  const admin = await site.as('admin');
  const user = (await admin.get('/api/verify_token')).body.user.id;
  const { id } = await site.createUser('reader');
  const changed = await admin.json('PUT', `/api/people/${id}/role`, { role: 'editor' });
  expect((await linesOf(changed))[0]).toMatchObject({ msg: 'audit event', user, events: [`person.role person ${id}`] });
  const login = { email: `editor${id}@readers.test`, password: 'a wrong guess' };
  const failed = await site.visitor.json('POST', '/api/newswings_login', login);
  expect((await linesOf(failed))[0]).toMatchObject({ msg: 'security event', event: 'login_failed', user: null });
});

test('every line of a request has its id, also after its body has arrived', async () => {
  const editor = await site.as('editor');
  const answer = await editor.form('POST', '/api/admin', storyFields());
  expect((await linesOf(answer)).map(({ msg, route }) => [msg, route])).toEqual([
    ['audit event', undefined],
    ['story created', undefined],
    ['request', '/api/admin'],
  ]);
});

test('a trusted proxy’s id is kept; others, and ids of others, are replaced', async () => {
  const id = 'proxy-8f14e45fceea167a';
  const kept = await site.visitor.get('/api/admin?limit=1', { 'x-request-id': id });
  expect(kept.headers.get('x-request-id')).toBe(id);
  const replaced = await site.visitor.get('/api/admin?limit=1', { 'x-request-id': 'two words' });
  expect(replaced.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
});

test('failures have the id in the header, and the fixed shape in the body', async () => {
  await site.db.execute(sql`ALTER TABLE stories RENAME TO stories_away`);
  const answer = await site.visitor.get('/api/admin/1');
  await site.db.execute(sql`ALTER TABLE stories_away RENAME TO stories`);
  expect([answer.status, Object.keys(answer.body).sort()]).toEqual([500, ['code', 'error', 'message']]);
  const found = await linesOf(answer);
  expect(found.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'request failed'],
    [30, 'request'],
  ]);
  expect(found[0]).toMatchObject({ err: { cause: { code: '42P01', message: expect.stringContaining('stories') } } });
});

test('no line has what a request or a failed query holds', async () => {
  const reader = await site.createUser('reader');
  await site.db.execute(sql`ALTER TABLE users RENAME TO users_away`);
  const failed = await site.visitor.json(
    'POST',
    '/api/newswings_login?marker=in-query',
    { email: 'marker@readers.test', password: 'marker password' },
    { authorization: 'Bearer marker', cookie: 'marker=1', 'user-agent': 'marker', referer: 'https://marker.test/' },
  );
  await site.db.execute(sql`ALTER TABLE users_away RENAME TO users`);
  expect(failed.status).toBe(500);
  const found = await linesOf(failed);
  expect(found.map(({ msg }) => msg)).toEqual(['request failed', 'request']);
  expect(JSON.stringify(found)).toContain('Failed query: select');
  expect(JSON.stringify(found)).not.toContain('marker');

  const login = await site.visitor.json('POST', '/api/newswings_login', { email: reader.email, password });
  const unknown = await site.visitor.get('/api/clips/marker?token=marker');
  const all = [...(await linesOf(login)), ...(await linesOf(unknown))];
  expect(all.map(({ msg, route, status }) => [msg, route, status])).toEqual([
    ['security event', undefined, undefined],
    ['request', '/api/newswings_login', 200],
    ['request', expect.any(String), expect.any(Number)],
  ]);
  for (const secret of ['marker', '127.0.0.1', reader.email, login.body.token])
    expect(JSON.stringify(all)).not.toContain(secret);
});

test('the values that PostgreSQL quotes are in no line', async () => {
  const [first, second] = [await site.createUser('reader'), await site.createUser('reader')];
  const failures = [
    sql`SELECT ${'marker'}::text::integer`,
    sql`SELECT ${'marker &'}::text::tsquery`,
    sql`SELECT ${'{"marker"'}::text::jsonb`,
    sql`UPDATE users SET email = ${first.email} WHERE id = ${second.id}`,
  ];
  const written: string[] = [];
  const log = openLog('info', { write: (line) => void written.push(line) });
  for (const query of failures) {
    const error = await site.db.execute(query).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    log.error({ err: error }, 'failed');
    log.error((error as Error).cause);
  }
  expect(written).toHaveLength(2 * failures.length);
  expect(written.join('')).toContain('users_email_key');
  expect(written.join('')).not.toMatch(/marker|readers\.test/);
});

test('the requests of monitors have no line at this level', async () => {
  await site.visitor.get('/healthz');
  await linesOf(await site.visitor.get('/api/admin?limit=11'));
  expect(lines.map(({ route }) => route)).not.toContain('/healthz');
});

test('a client that disconnects first is logged with status 499', async () => {
  const waiting = sql`
    SELECT count(*)::int AS n FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND relation = 'stories'::regclass AND NOT granted`;
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE stories IN ACCESS EXCLUSIVE MODE`);
    const request = get(`${site.address}/api/admin?limit=7`, { agent: false });
    const aborted = once(request, 'error');
    await expect.poll(async () => (await tx.execute(waiting)).rows[0]?.n).toBe(1);
    request.destroy();
    await aborted;
  });
  await expect.poll(() => takeLines() && lines.map(({ status }) => status)).toContain(499);
});
