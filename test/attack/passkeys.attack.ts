// Passkeys that prove something else than what is asked: another purpose, site, account or time, or the same thing twice.
import { randomBytes } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { Client } from '#test/client.ts';
import { type Authenticator, addPasskey, type Ceremony, newAuthenticator } from '#test/factories/authenticator.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
const loginCall = '/api/newswings_login';
let other: Client;
beforeAll(async () => {
  const node = await site.openNode();
  other = new Client(node.address);
  return () => node.close();
});

async function owner() {
  const user = await site.createUser('reader');
  const client = await site.visitor.login(loginCall, user.email, password);
  return { user, client, ...(await addPasskey(client, site.services.config.siteUrl)) };
}
const newKey = () => newAuthenticator(site.services.config.siteUrl);
const registration = async (client: Client) => (await client.json('POST', '/api/user/passkeys/options', {})).body;
const add = (client: Client, passkey: object) => client.json('POST', '/api/user/passkeys', { name: 'Key', passkey });
const loginOptions = async () => (await site.visitor.json('POST', '/api/passkey_login/options', {})).body;
const login = (passkey: object, at = site.visitor) =>
  at.json('POST', '/api/passkey_login', { passkey, newsroom: false });
const signIn = async (key: Authenticator, ceremony?: Ceremony) => login(key.get(await loginOptions(), ceremony));

// For `android-key` the library fetches a revocation list from any address, and reads all of the answer.
attack('a statement about the authenticator whose certificates name our own addresses', async ({ refused, honest }) => {
  const client = await site.as('reader');
  const statement: [string, unknown][] = [
    ['alg', -7],
    ['sig', new Uint8Array(64)],
    ['x5c', [new Uint8Array(100), new Uint8Array(100)]],
  ];
  // A statement that was read would be found invalid.
  for (const format of ['android-key', 'packed', 'tpm', 'apple', 'fido-u2f', 'android-safetynet', 'none', 'of-mine']) {
    const passkey = newKey().create(await registration(client), { attestation: { format, statement } });
    expect([format, (await add(client, passkey)).status]).toEqual([format, 201]);
  }
  refused('the statement is not read');
  expect((await add(client, newKey().create(await registration(client)))).status).toBe(201);
  honest('201');
});

attack('attestations and challenges that are no such thing', async ({ refused, honest }) => {
  const client = await site.as('reader');
  const cbor = {
    empty: '',
    'a number': '00',
    'a map without data': 'a0',
    'data that is a text': 'a1686175746844617461617a',
    'data of four bytes': 'a16861757468446174614400000000',
    'lists within lists': '81'.repeat(7000),
    'a text longer than all': '7bffffffffffffffff',
  };
  for (const [name, hex] of Object.entries(cbor)) {
    const passkey = newKey().create(await registration(client));
    passkey.response.attestationObject = Buffer.from(hex, 'hex').toString('base64url');
    expect([name, (await add(client, passkey)).status]).toEqual([name, 422]);
  }
  for (const text of [
    'null',
    '[]',
    '{"challenge":{}}',
    '{"challenge":"__proto__"}',
    `{"challenge":"${'x'.repeat(2500)}"}`,
  ]) {
    const passkey = newKey().create(await registration(client));
    passkey.response.clientDataJSON = Buffer.from(text).toString('base64url');
    expect([text, (await add(client, passkey)).status]).toEqual([text, 422]);
  }
  refused('422');
  expect((await add(client, newKey().create(await registration(client)))).status).toBe(201);
  honest('201');
});

attack('the challenge of one purpose signed for another', async ({ refused, honest }) => {
  const { client, user, key } = await owner();
  const confirm = (passkey: object) => client.json('POST', '/api/user/confirm_password', { password, passkey });
  expect((await confirm(key.get(await loginOptions()))).status).toBe(401);
  expect((await confirm(key.get(await registration(client)))).status).toBe(401);
  expect((await login(key.get(await registration(client)))).status).toBe(401);
  const { passkey_options } = (await client.json('POST', '/api/user/confirm_password', { password })).body;
  expect((await login(key.get(passkey_options))).status).toBe(401);
  expect((await add(client, newKey().create(await loginOptions()))).status).toBe(422);
  expect((await add(client, newKey().create(passkey_options))).status).toBe(422);
  // A registration response is no login response.
  const made = newKey();
  const { clientDataJSON, attestationObject } = made.create(await loginOptions()).response;
  const response = { clientDataJSON, authenticatorData: attestationObject, signature: 'AAAA' };
  expect((await login({ id: made.id, rawId: made.id, type: 'public-key', response })).status).toBe(401);
  refused('401, 422');
  expect(
    (
      await confirm(
        key.get((await client.json('POST', '/api/user/confirm_password', { password })).body.passkey_options),
      )
    ).status,
  ).toBe(200);
  expect((await signIn(key)).body.user).toMatchObject({ id: user.id });
  honest('200');
});

attack('a response that another site, a frame or a cloned authenticator has asked for', async ({ refused, honest }) => {
  const { client, key } = await owner();
  const ceremonies: Ceremony[] = [
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { origin: `${site.services.config.siteUrl}.evil.example` },
    { origin: 'null' },
    { topOrigin: 'https://evil.example' },
    { present: false },
    { verified: false },
    { backedUp: true },
    { counter: 0 },
  ];
  expect((await signIn(key)).status).toBe(200); // so that its counter has begun
  for (const ceremony of ceremonies) expect([ceremony, (await signIn(key, ceremony)).status]).toEqual([ceremony, 401]);
  for (const ceremony of [{ host: 'evil.example' }, { present: false }, { backedUp: true }])
    expect((await add(client, newKey().create(await registration(client), ceremony))).status).toBe(422);
  refused('401, 422');
  expect((await signIn(key)).status).toBe(200);
  honest('200');
});

attack('another user’s handle beside one’s own passkey', async ({ refused, honest }) => {
  const [thief, victim] = [await owner(), await owner()];
  const handleOf = async ({ client }: typeof victim) => (await registration(client)).user.id;
  const userHandle = await handleOf(victim);
  expect((await signIn(thief.key, { userHandle })).body.user).toMatchObject({ id: thief.user.id });
  const { passkey_options } = (await site.visitor.json('POST', loginCall, { email: victim.user.email, password })).body;
  const passkey = thief.key.get(passkey_options, { userHandle });
  for (const id of [thief.key.id, victim.key.id]) {
    const body = { email: victim.user.email, password, passkey: { ...passkey, id, rawId: id } };
    expect((await site.visitor.json('POST', loginCall, body)).status).toBe(401);
  }
  refused('the key alone names the account');
  expect((await signIn(victim.key, { userHandle })).body.user).toMatchObject({ id: victim.user.id });
  honest('200');
});

attack('one response at two nodes at once, and again later', async ({ refused, honest }) => {
  const { client, user, key } = await owner();
  const passkey = key.get(await loginOptions());
  const nodes = [site.visitor, other, site.visitor, other, site.visitor, other];
  const statuses = await Promise.all(nodes.map(async (node) => (await login(passkey, node)).status));
  expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401]);
  const created = newKey().create(await registration(client));
  const elsewhere = new Client(other.url, client.token);
  const added = await Promise.all([client, elsewhere, client, elsewhere].map((at) => add(at, created)));
  expect(added.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  const late = [key.get(await loginOptions()), newKey().create(await registration(client))] as const;
  site.advance(5 * 60_000);
  expect((await login(late[0])).status).toBe(401);
  expect((await add(client, late[1])).status).toBe(422);
  refused('one of them counts; none after five minutes');
  // A challenge of one node is open at the other.
  expect((await login(key.get(await loginOptions()), other)).body.user).toMatchObject({ id: user.id });
  honest('200');
});

attack('somebody else’s passkey as one’s own', async ({ refused, honest }) => {
  const [thief, victim] = [await site.as('reader'), await owner()];
  // The thief has seen the id of the victim's passkey, and creates his own under it.
  const options = await registration(thief);
  const passkey = newKey().create(options);
  const { key } = victim;
  const stored = await add(thief, { ...passkey, id: key.id, rawId: key.id });
  expect((await add(thief, key.create(await registration(thief)))).status).toBe(409);
  expect((await signIn(key)).body.user).toMatchObject({ id: victim.user.id });
  expect((await signIn(newKey(), { userHandle: randomBytes(32).toString('base64url') })).status).toBe(401);
  refused(`409; an id beside the response counts for nothing (${stored.status})`);
  expect((await add(thief, newKey().create(await registration(thief)))).status).toBe(201);
  honest('201');
});
