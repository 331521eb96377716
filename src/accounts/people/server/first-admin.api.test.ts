import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startSite } from '#src/site/site.ts';
import { password as chosen, openTestSite, type TestSite } from '#test/site.ts';

const email = 'chief@news.test';
let site: TestSite;
beforeAll(async () => {
  site = await openTestSite(startSite, inject('postgres'), { ADMIN_PASSWORD: '' });
});
afterAll(() => site.close());

const login = (password: string | undefined) =>
  site.visitor.json('POST', '/api/admin_login', { email, password: password ?? '' });

/** Starts the site again, and returns what it prints of the first admin's login. */
async function restart() {
  const node = await site.openNode();
  await node.close();
  return node.firstAdmin;
}

test('there is one account, with a generated password of 128 bits, which expires after seven days', async () => {
  const { rows } = await site.db.execute('SELECT email FROM users');
  expect(rows).toEqual([{ email }]);
  expect(site.firstAdmin).toEqual({ email, password: expect.stringMatching(/^[\w-]{22}$/) });
  expect((await login(site.firstAdmin?.password)).status).toBe(200);
  site.advance(6 * 86_400_000);
  expect((await login(site.firstAdmin?.password)).status).toBe(200);
  expect(await restart()).toBeUndefined();
  site.advance(86_400_000);
  expect(await login(site.firstAdmin?.password)).toMatchObject({
    status: 401,
    body: { error: 'This generated password has expired. Restart the site for a new one, or reset it by mail.' },
  });
  expect((await login('a wrong guess')).body.error).toBe('Invalid credentials');
});

test('the next start prints another one, which replaces it; one that he has chosen never expires', async () => {
  const printed = await restart();
  expect(printed).toEqual({ email, password: expect.stringMatching(/^[\w-]{22}$/) });
  expect((await login(site.firstAdmin?.password)).status).toBe(401);
  const admin = await site.visitor.login('/api/admin_login', email, printed?.password ?? '');
  const change = { current_password: printed?.password, new_password: chosen };
  expect((await admin.json('PUT', '/api/user/password', change)).status).toBe(200);
  site.advance(1000 * 86_400_000);
  expect((await login(chosen)).status).toBe(200);
  expect(await restart()).toBeUndefined();
});

test('a password of the environment that is easily guessed is named in the log', async () => {
  const trial = await openTestSite(startSite, inject('postgres'), { ADMIN_PASSWORD: 'password123', LOG_LEVEL: 'warn' });
  expect((await trial.visitor.json('POST', '/api/admin_login', { email, password: 'password123' })).status).toBe(200);
  expect(trial.takeLog().join('')).toContain('ADMIN_PASSWORD is easily guessed');
  await trial.close();
});
