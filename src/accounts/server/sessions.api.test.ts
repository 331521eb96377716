import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('logging in', () => {
  test('as a reader gives a token whose end the browser can read', async () => {
    const { email } = await site.createUser('reader');
    const { body } = await site.visitor.json('POST', '/api/newswings_login', { email, password });
    const { exp } = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(exp * 1000).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(body.user).toMatchObject({ email, isAdmin: false, role: 'reader' });
  });

  test('into the newsroom gives a shorter session with its rights, and no mobile number', async () => {
    const { email } = await site.createUser('editor');
    const { body } = await site.visitor.json('POST', '/api/admin_login', { email, password });
    const { exp } = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(exp * 1000).toBeLessThan(Date.now() + 13 * 3_600_000);
    expect(body.user).toMatchObject({ isAdmin: true, role: 'editor', mobile: null });
  });

  test('as a reader never gives the newsroom’s rights, even to an admin', async () => {
    const { email } = await site.createUser('admin');
    const client = await site.visitor.login('/api/newswings_login', email, password);
    expect((await client.get('/api/verify_token')).body.user).toMatchObject({ isAdmin: false, role: 'reader' });
    expect((await client.get('/api/trash')).status).toBe(403);
    expect((await client.get('/api/people')).status).toBe(403);
  });

  test('answers in the same words for an unknown e-mail, a wrong password, a closed account and a reader at the newsroom’s door', async () => {
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
  test('is known by verify_token, and dead after logout', async () => {
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

  test('is refused once its account is closed or deleted', async () => {
    const admin = await site.as('admin');
    const reader = await site.as('reader');
    const { id } = (await reader.get('/api/user/me')).body;
    await admin.json('POST', `/api/people/${id}/disable`, {});
    expect((await reader.get('/api/user/me')).status).toBe(401);
    const leaver = await site.as('reader');
    await leaver.json('POST', '/api/user/delete', { password });
    expect((await leaver.get('/api/user/me')).status).toBe(401);
  });

  test('in other places than the header counts for nothing', async () => {
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

  test('of others cannot be ended', async () => {
    const [victim, attacker] = [await site.as('reader'), await site.as('reader')];
    const [session] = (await victim.get('/api/user/sessions')).body;
    expect((await attacker.delete(`/api/user/sessions/${session.id}`)).status).toBe(404);
    expect((await attacker.delete('/api/user/sessions/all')).status).toBe(404);
    expect((await victim.get('/api/user/me')).status).toBe(200);
  });

  test('run out', async () => {
    const editor = await site.as('editor');
    site.advance(13 * 3_600_000);
    expect((await editor.get('/api/user/me')).status).toBe(401);
    site.advance(-13 * 3_600_000);
  });
});

describe('two-step login', () => {
  const codeOf = (secret: string, timestamp = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

  test('asks for a code, takes each code once, and lets a recovery code stand in once', async () => {
    const { email } = await site.createUser('admin');
    const admin = await site.visitor.login('/api/admin_login', email, password);
    await admin.json('PUT', '/api/settings', { values: { 'site.name': 'The Suryanagar Post' } });
    const { body: begun } = await admin.json('POST', '/api/two_step', {});
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/The%20Suryanagar%20Post/);
    expect((await admin.json('POST', '/api/two_step/confirm', { code: '000000' })).status).toBe(422);
    const code = codeOf(begun.secret);
    const on = await admin.json('POST', '/api/two_step/confirm', { code });
    expect(on.body.recovery_codes).toHaveLength(10);

    const login = (code?: string) =>
      site.visitor.json('POST', '/api/admin_login', { email, password, ...(code && { code }) });
    expect(await login()).toMatchObject({
      status: 401,
      body: { two_step: true, error: 'Enter the code of your authenticator app.' },
    });
    expect(await login(code)).toMatchObject({ status: 401, body: { two_step: true } });
    expect((await login(codeOf(begun.secret, Date.now() + 30_000))).status).toBe(200);
    expect((await login(on.body.recovery_codes[3].toUpperCase())).status).toBe(200);
    expect((await login(on.body.recovery_codes[3])).status).toBe(401);
    expect((await site.visitor.json('POST', '/api/newswings_login', { email, password })).status).toBe(200);

    expect((await admin.delete('/api/two_step')).status).toBe(200);
    expect((await login()).status).toBe(200);
  });

  test('stops the guessing of codes', async () => {
    const { email } = await site.createUser('editor');
    const editor = await site.visitor.login('/api/admin_login', email, password);
    const { secret } = (await editor.json('POST', '/api/two_step', {})).body;
    await editor.json('POST', '/api/two_step/confirm', { code: codeOf(secret) });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push(
        (await site.visitor.json('POST', '/api/admin_login', { email, password, code: String(100_000 + n) })).status,
      );
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('dangerous acts', () => {
  test('want the password again when it was given long ago', async () => {
    const admin = await site.as('admin');
    const target = await site.createUser('reader');
    site.advance(20 * 60_000);
    const late = await admin.json('POST', `/api/people/${target.id}/disable`, {});
    expect(late).toMatchObject({
      status: 403,
      body: { confirm_password: true, error: 'Please give your password again.' },
    });
    expect((await admin.json('POST', '/api/user/confirm_password', { password: 'not it' })).status).toBe(403);
    expect((await admin.json('POST', '/api/user/confirm_password', { password })).status).toBe(200);
    expect((await admin.json('POST', `/api/people/${target.id}/disable`, {})).status).toBe(200);
    site.advance(-20 * 60_000);
  });
});
