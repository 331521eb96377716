import { describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import {
  type Authenticator,
  addPasskey as addPasskeyAt,
  type Ceremony,
  newAuthenticator,
} from '#test/factories/authenticator.ts';
import { eventsOf } from '#test/factories/security-events.ts';
import { setUpApp } from '#test/factories/two-step.ts';
import { nextMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const lateMs = 20 * 60_000;

const addPasskey = async (client: Client, name?: string) => {
  const { passkey: id, ...rest } = await addPasskeyAt(client, site.services.config.siteUrl, name);
  return { id, ...rest };
};

async function readerWithPasskey() {
  const user = await site.createUser('reader');
  const client = await site.visitor.login('/api/newswings_login', user.email, password);
  return { user, client, ...(await addPasskey(client)) };
}

const enter = (email: string, more: object = {}, door = '/api/newswings_login') =>
  site.visitor.json('POST', door, { email, password, ...more });

/** The second step of a login with this key, after `change` to what it signs. */
async function enterWith(email: string, key: Authenticator, change?: Ceremony, door?: string) {
  const { body } = await enter(email, {}, door);
  return enter(email, { passkey: key.get(body.passkey_options, change) }, door);
}

async function alone(key: Authenticator, change?: Ceremony, newsroom = false) {
  const { body: options } = await site.visitor.json('POST', '/api/passkey_login/options', {});
  return site.visitor.json('POST', '/api/passkey_login', { passkey: key.get(options, change), newsroom });
}

describe('a passkey', () => {
  test('is added, named, listed and removed; its owner is notified by mail', async () => {
    const { user, client, id, recoveryCodes } = await readerWithPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect((await nextMail(site, user.email)).subject).toBe('Passkey added – News Wing');
    expect((await client.json('PUT', `/api/user/passkeys/${id}`, { name: 'Key on the ring' })).status).toBe(200);
    const state = (await client.get('/api/two_step')).body;
    expect(state.passkeys).toEqual([
      { id, name: 'Key on the ring', synced: false, created_at: expect.any(String), last_used_at: null },
    ]);
    expect((await addPasskey(client, 'Second')).recoveryCodes).toEqual([]); // codes exist already
    expect((await client.delete(`/api/user/passkeys/${id}`)).status).toBe(200);
    expect((await client.get('/api/two_step')).body.passkeys).toMatchObject([{ name: 'Second' }]);
    expect(await eventsOf(client)).toMatchObject({ passkey_added: 2, passkey_removed: 1 });
  });

  test('is one of at most ten, even if two are added at once', async () => {
    const { client, user } = await readerWithPasskey();
    await site.db.execute(`INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports, synced,
      created_at) SELECT ${user.id}, 'x', 'key${user.id}x' || n, '', 0, '[]', false, now() FROM generate_series(1, 8) AS n`);
    await site.db.execute(`UPDATE users SET passkey_count = 9 WHERE id = ${user.id}`);
    const created = async () => {
      const { body } = await client.json('POST', '/api/user/passkeys/options', {});
      return newAuthenticator(site.services.config.siteUrl).create(body);
    };
    const both = [await created(), await created()];
    const answers = await Promise.all(
      both.map((passkey) => client.json('POST', '/api/user/passkeys', { name: 'Key', passkey })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await client.get('/api/two_step')).body.passkeys).toHaveLength(10);
  });

  test('is the second step of both the reader and the admin login', async () => {
    const { email } = await site.createUser('editor');
    const { key } = await addPasskey(await site.visitor.login('/api/admin_login', email, password));
    for (const door of ['/api/newswings_login', '/api/admin_login']) {
      expect(await enter(email, {}, door)).toMatchObject({
        status: 401,
        body: {
          code: 'two_step',
          methods: ['passkey', 'recovery'],
          error: 'Confirm with your passkey, or enter a recovery code.',
          passkey_options: { allowCredentials: [{ id: key.id }] },
        },
      });
      expect((await enterWith(email, key, { verified: false }, door)).status).toBe(200);
    }
  });

  test('works beside the authenticator app; either is accepted', async () => {
    const { user, client, key } = await readerWithPasskey();
    await setUpApp(client);
    expect((await enter(user.email)).body.methods).toEqual(['app', 'passkey', 'recovery']);
    expect((await client.delete('/api/two_step')).status).toBe(200);
    expect((await client.get('/api/two_step')).body.recovery_codes_left).toBe(10);
    expect((await enterWith(user.email, key)).status).toBe(200);
  });

  test('confirms the owner’s identity together with the password', async () => {
    const { client, key } = await readerWithPasskey();
    site.advance(lateMs);
    expect((await client.json('POST', '/api/user/passkeys/options', {})).body).toMatchObject({
      code: 'confirm_password',
      methods: ['passkey', 'recovery'],
    });
    const asked = await client.json('POST', '/api/user/confirm_password', { password });
    expect(asked).toMatchObject({ status: 401, body: { code: 'two_step' } });
    const passkey = key.get(asked.body.passkey_options);
    expect((await client.json('POST', '/api/user/confirm_password', { password, passkey })).status).toBe(200);
    expect((await client.json('POST', '/api/user/passkeys/options', {})).status).toBe(200);
  });

  test('logs in without a password, as an editor only if the account has that role', async () => {
    const { email, id } = await site.createUser('editor');
    const editor = await addPasskey(await site.visitor.login('/api/admin_login', email, password));
    const { key: readers } = await readerWithPasskey();
    expect((await alone(editor.key)).body.user).toMatchObject({ id, role: 'reader', isAdmin: false });
    expect((await alone(editor.key, {}, true)).body.user).toMatchObject({ id, role: 'editor' });
    expect((await alone(readers)).status).toBe(200);
    expect(await alone(readers, {}, true)).toMatchObject({ status: 401, body: { error: 'Invalid credentials' } });
  });
});

describe('a passkey is refused', () => {
  test.each<[string, Ceremony]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['with a challenge of its own', { challenge: Buffer.from('made up').toString('base64url') }],
    ['as the answer to another question', { type: 'webauthn.create' }],
  ])('that signed %s', async (_, change) => {
    const { user, key } = await readerWithPasskey();
    expect(await enterWith(user.email, key, change)).toMatchObject({ status: 401, body: { code: 'two_step' } });
    expect((await alone(key, change)).status).toBe(401);
    expect((await alone(key)).status).toBe(200);
  });

  test('that answers a challenge that was used, has expired or belongs to another user', async () => {
    const [one, two] = [await readerWithPasskey(), await readerWithPasskey()];
    const options = (await enter(one.user.email)).body.passkey_options;
    const passkey = one.key.get(options);
    expect((await enter(one.user.email, { passkey })).status).toBe(200);
    expect((await enter(one.user.email, { passkey })).status).toBe(401);
    expect((await enter(one.user.email, { passkey: one.key.get(options) })).status).toBe(401);

    const others = (await enter(two.user.email)).body.passkey_options;
    expect((await enter(one.user.email, { passkey: one.key.get(others) })).status).toBe(401);
    expect((await enter(one.user.email, { passkey: two.key.get(others) })).status).toBe(401);
    const { body: anyone } = await site.visitor.json('POST', '/api/passkey_login/options', {});
    expect((await enter(one.user.email, { passkey: one.key.get(anyone) })).status).toBe(401);
    const second = (await enter(one.user.email)).body.passkey_options;
    const loggedIn = { passkey: one.key.get(second), newsroom: false };
    expect((await site.visitor.json('POST', '/api/passkey_login', loggedIn)).status).toBe(401);

    const old = (await enter(one.user.email)).body.passkey_options;
    site.advance(6 * 60_000);
    expect((await enter(one.user.email, { passkey: one.key.get(old) })).status).toBe(401);
  });

  test('whose counter does not increase, as with a clone', async () => {
    const { user, key } = await readerWithPasskey();
    expect((await enterWith(user.email, key, { counter: 40 })).status).toBe(200);
    expect((await enterWith(user.email, key, { counter: 40 })).status).toBe(401);
    expect((await enterWith(user.email, key, { counter: 7 })).status).toBe(401);
    expect((await enterWith(user.email, key, { counter: 41 })).status).toBe(200);
  });

  test('as the only factor without user verification, after removal, or if the account is disabled', async () => {
    const { client, key, id, user } = await readerWithPasskey();
    expect((await alone(key, { verified: false })).status).toBe(401);
    const other = await addPasskey(client, 'Other');
    await client.delete(`/api/user/passkeys/${id}`);
    expect((await alone(key)).status).toBe(401);
    await (await site.as('admin')).json('POST', `/api/people/${user.id}/disable`, {});
    expect(await alone(other.key)).toMatchObject({ status: 401, body: { error: 'Invalid credentials' } });
  });

  test('with the signature of another key under its id', async () => {
    const { user, key } = await readerWithPasskey();
    const { body } = await enter(user.email);
    const forged = newAuthenticator(site.services.config.siteUrl).get(body.passkey_options);
    expect((await enter(user.email, { passkey: { ...forged, id: key.id, rawId: key.id } })).status).toBe(401);
  });
});

describe('adding a passkey', () => {
  test('needs the same account, the same site and a recent password, and works once', async () => {
    const [client, thief] = [await site.as('reader'), await site.as('reader')];
    const key = newAuthenticator(site.services.config.siteUrl);
    const begin = async (who: Client) => (await who.json('POST', '/api/user/passkeys/options', {})).body;
    const add = async (who: Client, passkey: object) =>
      (await who.json('POST', '/api/user/passkeys', { name: 'Key', passkey })).status;
    expect((await site.visitor.json('POST', '/api/user/passkeys/options', {})).status).toBe(401);
    expect(await add(thief, key.create(await begin(client)))).toBe(422);
    expect(await add(client, key.create(await begin(client), { origin: 'https://evil.example' }))).toBe(422);
    const made = key.create(await begin(client));
    expect(await add(client, made)).toBe(201);
    expect(await add(client, made)).toBe(422);
    expect(await add(thief, key.create(await begin(thief)))).toBe(409); // a key belongs to one account
    site.advance(lateMs);
    expect(await add(client, made)).toBe(403);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'right \u202e to left' }, 'name'],
    [{ name: 'Key', passkey: { id: 'x' } }, 'passkey.rawId'],
  ])('rejects %j', async (body, field) => {
    const client = await site.as('reader');
    const { status, body: answer } = await client.json('POST', '/api/user/passkeys', body);
    expect(status).toBe(422);
    expect(Object.keys(answer.fields)).toContain(field);
  });

  test('is refused after the tenth', async () => {
    const client = await site.as('reader');
    for (let n = 0; n < 10; n += 1) await addPasskey(client, `Key ${n}`);
    expect((await client.json('POST', '/api/user/passkeys/options', {})).status).toBe(409);
  });

  test('is not offered if the host of the site is an IP address', async () => {
    const { passkeysPossible } = await import('#src/accounts/second-step/server/webauthn.service.ts');
    const at = (siteUrl: string) => passkeysPossible({ config: { ...site.services.config, siteUrl } });
    expect([at('http://192.0.2.1:3000'), at('http://[::1]:3000'), at('https://paper.example')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('access to a passkey', () => {
  test('is refused to other users', async () => {
    const { id, client } = await readerWithPasskey();
    const other = await site.as('reader');
    expect((await other.json('PUT', `/api/user/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await other.delete(`/api/user/passkeys/${id}`)).status).toBe(404);
    expect((await client.get('/api/two_step')).body.passkeys).toMatchObject([{ id, name: 'My phone' }]);
  });

  test('ends when the account is deleted', async () => {
    const { client, user, key } = await readerWithPasskey();
    await client.json('POST', '/api/user/delete', { password });
    expect((await alone(key)).status).toBe(401);
    const { rows } = await site.db.execute(`SELECT id FROM passkeys WHERE user_id = ${user.id}`);
    expect(rows).toEqual([]);
  });
});

test('login challenges for visitors are rate-limited', async () => {
  const stranger = site.visitor.from('203.0.113.99');
  const ask = () => stranger.json('POST', '/api/passkey_login/options', {});
  const statuses = (await Promise.all(Array.from({ length: 122 }, ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
});
