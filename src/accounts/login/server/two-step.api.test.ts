import { createHash } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { newsroomTwoStep } from '#src/accounts/users/accounts.settings.ts';
import { Client } from '#test/client.ts';
import { eventsOf } from '#test/factories/security-events.ts';
import { codeOf, setUpApp } from '#test/factories/two-step.ts';
import { allMail, nextMail } from '#test/mailbox.ts';
import { withSettings } from '#test/settings.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const doors = ['/api/newswings_login', '/api/admin_login'] as const;
const enter = (door: string, email: string, more: object = {}) =>
  site.visitor.json('POST', door, { email, password, ...more });

describe('two-step login', () => {
  test('applies to both logins and accepts each code, and each recovery code, once', async () => {
    const { email } = await site.createUser('admin');
    const admin = await site.visitor.login('/api/admin_login', email, password);
    await admin.json('PUT', '/api/settings', { values: { 'site.name': 'The Suryanagar Post' } });
    const { body: begun } = await admin.json('POST', '/api/two_step', {});
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/The%20Suryanagar%20Post/);
    for (const code of ['000000', '०१२३४५', 'ðððððð'])
      expect([code, (await admin.json('POST', '/api/two_step/confirm', { code })).status]).toEqual([code, 422]);
    const code = codeOf(begun.secret);
    const { recovery_codes } = (await admin.json('POST', '/api/two_step/confirm', { code })).body;
    expect(recovery_codes).toHaveLength(10);
    expect((await nextMail(site, email)).subject).toBe('Authenticator app set up – The Suryanagar Post');

    for (const door of doors) {
      expect(await enter(door, email)).toMatchObject({
        status: 401,
        body: { code: 'two_step', methods: ['app', 'recovery'], error: 'Enter the code of your authenticator app.' },
      });
      expect(await enter(door, email, { code })).toMatchObject({ status: 401, body: { code: 'two_step' } });
    }
    expect((await enter(doors[0], email, { code: codeOf(begun.secret, 30_000) })).status).toBe(200);
    expect((await enter(doors[1], email, { code: recovery_codes[3].toUpperCase() })).status).toBe(200);
    expect((await enter(doors[0], email, { code: recovery_codes[3] })).status).toBe(401);
    expect((await enter(doors[0], email, { code: recovery_codes[4].replaceAll('-', ' ') })).status).toBe(200);

    expect(await eventsOf(admin)).toMatchObject({ two_step_on: 1, code_failed: 3, recovery_code_used: 2 });
    expect((await admin.delete('/api/two_step')).status).toBe(200);
    for (const door of doors) expect((await enter(door, email)).status).toBe(200);
    expect((await admin.get('/api/two_step')).body).toMatchObject({ app: false, recovery_codes_left: 0 });
  });

  test('is available to readers too', async () => {
    const { email } = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', email, password);
    expect((await reader.get('/api/two_step')).body).toEqual({
      app: false,
      passkeys: [],
      passkeys_possible: true,
      recovery_codes_left: 0,
      required: false,
      due_at: null,
      overdue: false,
    });
    const { recoveryCodes } = await setUpApp(reader);
    expect((await reader.get('/api/two_step')).body).toMatchObject({ app: true, recovery_codes_left: 10 });
    expect((await reader.get('/api/verify_token')).body.user.two_step).toBe(true);
    expect((await enter(doors[0], email, { code: recoveryCodes[0] })).status).toBe(200);
    expect((await reader.get('/api/two_step')).body.recovery_codes_left).toBe(9);
  });

  test('is not revealed without the right password', async () => {
    const { email } = await site.createUser('reader');
    await setUpApp(await site.visitor.login('/api/newswings_login', email, password));
    const wrong = await site.visitor.json('POST', doors[0], { email, password: 'wrong one' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'unauthenticated', error: 'Invalid credentials' } });
    expect(wrong.body.methods).toBeUndefined();
  });

  test('rejects codes that are not text or too long', async () => {
    const { email } = await site.createUser('reader');
    for (const code of [123456, '1'.repeat(41)]) expect((await enter(doors[0], email, { code })).status).toBe(422);
  });
});

describe('recovery codes', () => {
  test('have 128 bits and are stored as slow hashes', async () => {
    const user = await site.createUser('reader');
    const { recoveryCodes } = await setUpApp(await site.visitor.login('/api/newswings_login', user.email, password));
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){6}[a-z2-7]{2}$/); // in base32
    const { rows } = await site.db.execute(`SELECT code_hash FROM recovery_codes WHERE user_id = ${user.id}`);
    const hashes = rows.map(({ code_hash }) => String(code_hash));
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(hashes[0] ?? '', recoveryCodes[0]?.replaceAll('-', '') ?? '')).toBe(true);
  });

  test('can be generated anew, which invalidates the old ones', async () => {
    const { email } = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', email, password);
    expect((await reader.json('POST', '/api/two_step/recovery_codes', {})).status).toBe(409);
    const { recoveryCodes } = await setUpApp(reader);
    const { status, body } = await reader.json('POST', '/api/two_step/recovery_codes', {});
    expect(status).toBe(200);
    expect((await enter(doors[0], email, { code: recoveryCodes[0] })).status).toBe(401);
    expect((await enter(doors[0], email, { code: body.recovery_codes[0] })).status).toBe(200);
    site.advance(20 * 60_000);
    const late = await reader.json('POST', '/api/two_step/recovery_codes', {});
    expect(late).toMatchObject({ status: 403, body: { code: 'confirm_password', methods: ['app', 'recovery'] } });
  });

  test('of the former kind are neither accepted nor counted', async () => {
    const { email, id } = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', email, password);
    await setUpApp(reader);
    const former = createHash('sha256').update('abcdefghjk').digest('base64url');
    await site.db.execute(`UPDATE recovery_codes SET code_hash = '${former}' WHERE user_id = ${id}`);
    for (const code of ['abcdefghjk', 'ðððððð'])
      expect([code, (await enter(doors[0], email, { code })).status]).toEqual([code, 401]);
    expect((await reader.get('/api/two_step')).body.recovery_codes_left).toBe(0);
  });

  test('are accepted once if one is used several times at the same moment', async () => {
    const { email } = await site.createUser('reader');
    const { recoveryCodes } = await setUpApp(await site.visitor.login('/api/newswings_login', email, password));
    const answers = await Promise.all([1, 2, 3].map(() => enter(doors[0], email, { code: recoveryCodes[0] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });
});

describe('a dangerous action', () => {
  test('asks for the second step as well as the password', async () => {
    const { email } = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', email, password);
    const { secret, recoveryCodes } = await setUpApp(reader);
    site.advance(20 * 60_000);
    const late = 20 * 60_000;
    const confirm = (more: object) => reader.json('POST', '/api/user/confirm_password', { password, ...more });
    expect(await reader.delete('/api/two_step')).toMatchObject({ status: 403, body: { code: 'confirm_password' } });
    expect(await confirm({})).toMatchObject({ status: 401, body: { code: 'two_step', methods: ['app', 'recovery'] } });
    expect(await confirm({ code: '000000' })).toMatchObject({ status: 401, body: { code: 'two_step' } });
    expect((await confirm({ password: 'not it', code: codeOf(secret, late) })).status).toBe(403);
    expect((await reader.delete('/api/two_step')).status).toBe(403);
    expect((await confirm({ code: codeOf(secret, late) })).status).toBe(200);
    expect((await confirm({ code: recoveryCodes[0] })).status).toBe(200);
    expect(await eventsOf(reader)).toMatchObject({ password_confirmed: 2, password_check_failed: 1, code_failed: 1 });
    expect((await reader.delete('/api/two_step')).status).toBe(200);
  });
});

describe('guessed codes', () => {
  const guess = (email: string, client: Client, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        client.json('POST', doors[0], { email, password, code: String(100_000 + n) }).then(({ status }) => status),
      ),
    );

  test('use up the thief’s attempts, while the owner logs in with a known device and is notified', async () => {
    const { email } = await site.createUser('reader');
    const first = (await enter(doors[0], email)).body;
    const owner = new Client(site.address, first.token);
    const { secret } = await setUpApp(owner);
    const thief = site.visitor.from('203.0.113.7');
    const statuses = await guess(email, thief, 12);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const code = codeOf(secret, 30_000);
    expect((await thief.json('POST', doors[0], { email, password, code })).status).toBe(429);
    // At the thief's address the owner's known device can log in; at another address an unknown browser can still try.
    const device_tokens = [first.device_token];
    expect((await thief.json('POST', doors[0], { email, password, code, device_tokens })).status).toBe(200);
    expect((await enter(doors[0], email, { code: '000000' })).status).toBe(401);
    const warnings = async () =>
      (await allMail(site, email)).filter(({ subject }) => subject === 'Somebody knows your password').length;
    await expect.poll(warnings).toBe(1);
  });

  test('are not checked without the password, and lock nobody out', async () => {
    const { email } = await site.createUser('reader');
    const { secret } = await setUpApp(await site.visitor.login('/api/newswings_login', email, password));
    for (let n = 0; n < 9; n += 1) await site.visitor.json('POST', doors[0], { email, password: 'no', code: '000000' });
    expect((await enter(doors[0], email, { code: codeOf(secret, 30_000) })).status).toBe(200);
  });
});

describe('a user who has lost the second step', () => {
  test('is helped by an admin: it is reset, the sessions end, and the user is notified', async () => {
    const [admin, editor] = [await site.as('admin'), await site.createUser('editor')];
    const client = await site.visitor.login('/api/admin_login', editor.email, password);
    await setUpApp(client);
    await nextMail(site, editor.email);
    const { people } = (await admin.get(`/api/people?search=${editor.email}`)).body;
    expect(people).toMatchObject([{ two_step: true }]);
    expect((await admin.delete(`/api/people/${editor.id}/two_step`)).status).toBe(200);
    expect((await client.get('/api/user/me')).status).toBe(401);
    const mail = await nextMail(site, editor.email);
    expect(mail.subject).toBe('Two-step login of your account was reset');
    expect((await enter('/api/admin_login', editor.email)).status).toBe(200);
    const { acts } = (await admin.get(`/api/audit?search=person ${editor.id}`)).body;
    expect(acts).toMatchObject([{ action: 'two_step.reset' }]);
  });

  test('cannot be helped by others, by himself, or without a recent password', async () => {
    const [admin, editor, target] = [await site.as('admin'), await site.as('editor'), await site.createUser('reader')];
    const reset = (client: Client, id: number) => client.delete(`/api/people/${id}/two_step`);
    expect((await reset(site.visitor, target.id)).status).toBe(401);
    expect((await reset(editor, target.id)).status).toBe(403);
    expect((await reset(admin, (await admin.get('/api/user/me')).body.id)).status).toBe(409);
    expect((await reset(admin, 2_147_483_647)).status).toBe(404);
    site.advance(20 * 60_000);
    expect((await reset(admin, target.id)).body.code).toBe('confirm_password');
  });

  test('sets up another one before the admin login where it is compulsory', async () => {
    const [admin, editor] = [await site.as('admin'), await site.createUser('editor')];
    await setUpApp(await site.visitor.login('/api/admin_login', editor.email, password));
    await withSettings(site, [[newsroomTwoStep, 'compulsory']], async () => {
      await admin.delete(`/api/people/${editor.id}/two_step`);
      expect((await enter('/api/admin_login', editor.email)).body.code).toBe('two_step_setup');
    });
  });
});
