import { describe, expect, test } from 'vitest';
import { hashPassword } from '#src/accounts/users/server/password-hashing.service.ts';
import { resetTokenFor } from '#test/factories/emails.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const again = { status: 403, body: { error: 'Please give your password again.' } };

describe('with two-step login', () => {
  test('changing the password and deleting the account need a recent confirmation', async () => {
    for (const twoStep of [true, false]) {
      const user = await site.createUser('reader');
      const client = await site.visitor.login('/api/newswings_login', user.email, password);
      const secret = twoStep ? "'x'" : 'NULL';
      await site.db.execute(`UPDATE users SET totp_secret = ${secret} WHERE id = ${user.id}`);
      site.advance(20 * 60_000);
      const next = { current_password: password, new_password: 'a new quiet day' };
      const changed = await client.json('PUT', '/api/user/password', next);
      const left = await client.json('POST', '/api/user/delete', { password: 'a new quiet day' });
      site.advance(-20 * 60_000);
      if (twoStep) for (const answer of [changed, left]) expect(answer).toMatchObject(again);
      else expect([changed.status, left.status]).toEqual([200, 200]);
    }
  });
});

describe('a guessable new password', () => {
  test.each([
    ['Kavya Menon', 'KavyaMenon7'],
    ['Kavya Menon', 'newswing2026'],
  ])('is refused on change and on reset: %s, %s', async (name, next) => {
    const user = await site.createUser('reader', { name });
    const client = await site.visitor.login('/api/newswings_login', user.email, password);
    const sentence = expect.stringContaining('not made of your name');
    expect(
      await client.json('PUT', '/api/user/password', { current_password: password, new_password: next }),
    ).toMatchObject({ status: 422, body: { fields: { new_password: sentence } } });
    const token = await resetTokenFor(site, user.email);
    expect(await site.visitor.json('POST', '/api/reset_password', { token, password: next })).toMatchObject({
      status: 422,
      body: { fields: { password: sentence } },
    });
    const better = await site.visitor.json('POST', '/api/reset_password', { token, password: 'a river in spate' });
    expect(better.status).toBe(200);
  });

  test('is refused if it is made of the newspaper’s name in the settings', async () => {
    const admin = await site.as('admin');
    await admin.json('PUT', '/api/settings', { values: { 'site.name': 'Suryanagar Post' } });
    const change = (new_password: string) =>
      admin.json('PUT', '/api/user/password', { current_password: password, new_password });
    expect((await change('Suryanagar1')).status).toBe(422);
    await admin.json('PUT', '/api/settings', { values: { 'site.name': null } });
  });
});

describe('a password from before the rule', () => {
  test('still opens the account, exactly as it was typed', async () => {
    for (const old of ['12345678', ' password ', 'ｐａｓｓｗｏｒｄ']) {
      const { email } = await site.createUser('reader', { passwordHash: await hashPassword(old) });
      const logIn = async (password: string) =>
        (await site.visitor.json('POST', '/api/newswings_login', { email, password })).status;
      expect(await logIn(old)).toBe(200);
      expect(await logIn(`${old.trim().normalize('NFKC')} `)).toBe(401);
    }
  });
});

describe('an account without a password', () => {
  test('accepts no password at the login or for a confirmation, until it is reset', async () => {
    const user = await site.createUser('admin');
    const client = await site.visitor.login('/api/admin_login', user.email, password);
    await site.db.execute(`UPDATE users SET password_hash = NULL WHERE id = ${user.id}`);
    for (const path of ['/api/newswings_login', '/api/admin_login'])
      for (const guess of [password, ' ', 'null'])
        expect((await site.visitor.json('POST', path, { email: user.email, password: guess })).status).toBe(401);
    expect((await client.json('POST', '/api/user/confirm_password', { password })).status).toBe(403);
    const token = await resetTokenFor(site, user.email);
    await site.visitor.json('POST', '/api/reset_password', { token, password: 'a river in spate' });
    const login = { email: user.email, password: 'a river in spate' };
    expect((await site.visitor.json('POST', '/api/admin_login', login)).status).toBe(200);
  });
});

describe('requesting a password reset', () => {
  test('queues one job before the response, for known and unknown addresses', async () => {
    const { email } = await site.createUser('reader');
    const sent = async () =>
      (await site.db.execute("SELECT count(*)::int AS sent FROM jobs.job WHERE name = 'accounts.mail-reset-link'"))
        .rows[0]?.sent as number;
    for (const who of [email, 'nobody-at-all@readers.test']) {
      const before = await sent();
      const answer = await site.visitor.json('POST', '/api/forgot_password', { email: who });
      expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('If an account') } });
      expect(await sent()).toBe(before + 1);
    }
  });

  test.each([['Foo<b@v.test>'], ['x,y@v.test'], ['"a b"@v.test'], ['a\u200b@v.test'], ['']])(
    'rejects %j',
    async (email) => {
      const answer = await site.visitor.json('POST', '/api/forgot_password', { email });
      expect(answer).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
    },
  );
});
