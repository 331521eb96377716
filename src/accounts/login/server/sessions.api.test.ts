import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { eventsOf } from '#test/factories/security-events.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('logging in', () => {
  test('as a reader returns a token whose expiry the browser can read', async () => {
    const { email } = await site.createUser('reader');
    const { body } = await site.visitor.json('POST', '/api/newswings_login', { email, password });
    const { exp } = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(exp * 1000).toBeGreaterThan(Date.now() + 179 * 86_400_000);
    expect(body.user).toMatchObject({ email, isAdmin: false, role: 'reader' });
  });

  test('as an editor returns a shorter session with that role and no mobile number', async () => {
    const { email } = await site.createUser('editor');
    const { body } = await site.visitor.json('POST', '/api/admin_login', { email, password });
    const { exp } = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(exp * 1000).toBeLessThan(Date.now() + 7.1 * 86_400_000);
    expect(body.user).toMatchObject({ isAdmin: true, role: 'editor', mobile: null });
  });

  test('as a reader never grants editor or admin rights, even to an admin', async () => {
    const { email } = await site.createUser('admin');
    const client = await site.visitor.login('/api/newswings_login', email, password);
    expect((await client.get('/api/verify_token')).body.user).toMatchObject({ isAdmin: false, role: 'reader' });
    expect((await client.get('/api/trash')).status).toBe(403);
    expect((await client.get('/api/people')).status).toBe(403);
  });

  test('returns one error for unknown e-mail, wrong password, disabled account and reader as admin', async () => {
    const reader = await site.createUser('reader');
    const closed = await site.createUser('editor', { disabledAt: new Date() });
    const answers = await Promise.all([
      site.visitor.json('POST', '/api/newswings_login', { email: 'nobody@readers.test', password }),
      site.visitor.json('POST', '/api/newswings_login', { email: reader.email, password: 'wrong one' }),
      site.visitor.json('POST', '/api/newswings_login', { email: closed.email, password }),
      site.visitor.json('POST', '/api/admin_login', { email: closed.email, password }),
      site.visitor.json('POST', '/api/admin_login', { email: reader.email, password }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 401, body: { error: 'Invalid credentials', code: 'unauthenticated' } });
  });

  test.each([[{}], [{ email: '', password: 'x' }], [{ email: 'a@b.c', password: '' }], [{ email: 7, password: 'x' }]])(
    'rejects %o',
    async (body) => {
      for (const path of ['/api/newswings_login', '/api/admin_login'])
        expect(await site.visitor.json('POST', path, body)).toMatchObject({
          status: 422,
          body: { error: 'Please fill in all fields.' },
        });
    },
  );
});

describe('a token', () => {
  test('is accepted by verify_token until logout', async () => {
    const reader = await site.as('reader');
    const known = await reader.get('/api/verify_token');
    expect(known).toMatchObject({ status: 200, body: { valid: true, user: { role: 'reader' } } });
    expect(await reader.json('POST', '/api/newswings_logout', {})).toMatchObject({
      status: 200,
      body: { message: 'Logout Successful' },
    });
    expect((await reader.get('/api/verify_token')).status).toBe(401);
    expect((await reader.json('POST', '/api/newswings_logout', {})).status).toBe(401);
  });

  test.each<[string, (token: string) => string]>([
    ['without a signature (alg none)', (token) => `${base64url({ alg: 'none' })}.${token.split('.')[1]}.`],
    [
      'with another payload',
      (token) =>
        [
          token.split('.')[0],
          base64url({ sid: 'c2f1c9de-58e4-4b0c-9a5f-5d2b2f5e7f10', exp: 4_000_000_000 }),
          token.split('.')[2],
        ].join('.'),
    ],
    [
      'signed with another key',
      (token) =>
        `${token.split('.').slice(0, 2).join('.')}.${createHmac('sha256', 'other').update(token.split('.').slice(0, 2).join('.')).digest('base64url')}`,
    ],
    ['that is cut off', (token) => token.slice(0, -3)],
    ['that is no token', () => 'undefined'],
  ])('%s is refused', async (_, forge) => {
    const { token = '' } = await site.as('admin');
    expect((await new Client(site.address, forge(token)).get('/api/verify_token')).status).toBe(401);
  });

  test('is refused once its account is disabled or deleted', async () => {
    const admin = await site.as('admin');
    const reader = await site.as('reader');
    const { id } = (await reader.get('/api/user/me')).body;
    await admin.json('POST', `/api/people/${id}/disable`, {});
    expect((await reader.get('/api/user/me')).status).toBe(401);
    const leaver = await site.as('reader');
    await leaver.json('POST', '/api/user/delete', { password });
    expect((await leaver.get('/api/user/me')).status).toBe(401);
  });

  test('is accepted only as a bearer token in the header', async () => {
    const { token } = await site.as('reader');
    expect((await site.visitor.get(`/api/user/me?token=${token}`)).status).toBe(401);
    expect((await site.visitor.get('/api/user/me', { authorization: `Basic ${token}` })).status).toBe(401);
    expect((await site.visitor.get('/api/user/me', { 'x-forwarded-user': '1' })).status).toBe(401);
  });
});

describe('sessions', () => {
  test('are listed with their device, and each can be ended', async () => {
    const { email } = await site.createUser('reader');
    const phone =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
    const first = await site.visitor.login('/api/newswings_login', email, password);
    const other = await site.visitor.send('POST', '/api/newswings_login', {
      body: JSON.stringify({ email, password }),
      headers: { 'content-type': 'application/json', 'user-agent': phone },
    });
    const { body } = await first.get('/api/user/sessions');
    expect(body.map(({ device, current, kind }: Record<string, unknown>) => ({ device, current, kind }))).toEqual([
      { device: 'Chrome, Android', current: false, kind: 'user' },
      { device: expect.any(String), current: true, kind: 'user' },
    ]);
    expect((await first.delete(`/api/user/sessions/${body[0].id}`)).status).toBe(200);
    expect((await new Client(site.address, other.body.token).get('/api/user/me')).status).toBe(401);
    expect((await first.get('/api/user/me')).status).toBe(200);
  });

  test('of other users cannot be ended', async () => {
    const [victim, attacker] = [await site.as('reader'), await site.as('reader')];
    const [session] = (await victim.get('/api/user/sessions')).body;
    expect((await attacker.delete(`/api/user/sessions/${session.id}`)).status).toBe(404);
    expect((await attacker.delete('/api/user/sessions/all')).status).toBe(404);
    expect((await victim.get('/api/user/me')).status).toBe(200);
  });

  test('other than the current one can be ended, which also deletes their known devices', async () => {
    const { email } = await site.createUser('reader');
    const log = async (device_tokens: string[] = []) =>
      (await site.visitor.json('POST', '/api/newswings_login', { email, password, device_tokens })).body;
    const [here, there] = [await log(), await log()];
    const client = new Client(site.address, here.token);
    expect(await client.delete('/api/user/sessions')).toMatchObject({
      status: 200,
      body: { message: 'All other sessions have been ended.' },
    });
    expect((await new Client(site.address, there.token).get('/api/user/me')).status).toBe(401);
    expect((await client.get('/api/user/sessions')).body).toHaveLength(1);
    await log([here.device_token]);
    expect(await eventsOf(client)).toEqual({ sessions_ended: 1, new_device: 1, login: 2 });
    await log([there.device_token]);
    expect(await eventsOf(client)).toEqual({ sessions_ended: 1, new_device: 2, login: 2 });
  });
});

describe('a login with the token of an earlier one', () => {
  const logIn = async (client: Client, path: string, email: string, word = password) =>
    (await client.json('POST', path, { email, password: word })).body;

  test('ends that session of the same account, and no other', async () => {
    const [admin, reader] = [await site.createUser('admin'), await site.createUser('reader')];
    const [mine, elsewhere] = await Promise.all(
      [1, 2].map(() => site.visitor.login('/api/newswings_login', admin.email, password)),
    );
    if (!mine || !elsewhere) throw new Error('no sessions');
    const newsroom = new Client(site.address, (await logIn(mine, '/api/admin_login', admin.email)).token);
    expect((await mine.get('/api/user/me')).status).toBe(401);
    const { token } = await logIn(newsroom, '/api/newswings_login', reader.email);
    expect((await new Client(site.address, token).get('/api/user/me')).body.email).toBe(reader.email);
    expect((await newsroom.get('/api/user/me')).status).toBe(200);
    expect((await elsewhere.get('/api/user/me')).status).toBe(200);
  });

  test('that fails ends none', async () => {
    const { email } = await site.createUser('reader');
    const client = await site.visitor.login('/api/newswings_login', email, password);
    expect((await logIn(client, '/api/newswings_login', email, 'not it')).code).toBe('unauthenticated');
    expect((await client.get('/api/user/me')).status).toBe(200);
  });
});

describe('session expiry', () => {
  const hours = (count: number) => count * 3_600_000;

  test('a reader’s idle session ends after 30 days, even if its token is still valid', async () => {
    const [used, unused] = [await site.as('reader'), await site.as('reader')];
    site.advance(hours(29 * 24));
    expect((await used.get('/api/user/me')).status).toBe(200);
    site.advance(hours(2 * 24));
    expect((await used.get('/api/user/me')).status).toBe(200);
    expect((await unused.get('/api/user/me')).status).toBe(401);
  });

  test('an editor’s idle session ends after 12 hours', async () => {
    const [used, unused] = [await site.as('editor'), await site.as('editor')];
    site.advance(hours(11));
    expect((await used.get('/api/user/me')).status).toBe(200);
    site.advance(hours(2));
    expect((await used.get('/api/user/me')).status).toBe(200);
    expect((await unused.get('/api/user/me')).status).toBe(401);
  });

  test('an active session ends after its maximum lifetime', async () => {
    const editor = await site.as('editor');
    for (let day = 0; day < 14; day += 1) {
      site.advance(hours(11));
      await editor.get('/api/user/me');
    }
    site.advance(hours(11));
    expect(hours(15 * 11)).toBeLessThan(hours(7 * 24));
    expect((await editor.get('/api/user/me')).status).toBe(200);
    site.advance(hours(4));
    expect((await editor.get('/api/user/me')).status).toBe(401);
  });

  test('the last use is recorded every few minutes, not with every request', async () => {
    const reader = await site.as('reader');
    const seen = async () => (await reader.get('/api/user/sessions')).body[0].last_seen_at;
    const first = await seen();
    site.advance(4 * 60_000);
    expect(await seen()).toBe(first);
    site.advance(2 * 60_000);
    expect(Date.parse(await seen()) - Date.parse(first)).toBeGreaterThan(5 * 60_000);
  });
});

describe('dangerous actions', () => {
  test('ask for the password again if it was entered long ago', async () => {
    const admin = await site.as('admin');
    const target = await site.createUser('reader');
    site.advance(20 * 60_000);
    const late = await admin.json('POST', `/api/people/${target.id}/disable`, {});
    expect(late).toMatchObject({
      status: 403,
      body: { code: 'confirm_password', methods: [], error: 'Please give your password again.' },
    });
    expect((await admin.json('POST', '/api/user/confirm_password', { password: 'not it' })).status).toBe(403);
    expect((await admin.json('POST', '/api/user/confirm_password', { password })).status).toBe(200);
    expect((await admin.json('POST', `/api/people/${target.id}/disable`, {})).status).toBe(200);
  });
});
