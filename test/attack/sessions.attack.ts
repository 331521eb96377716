// Attacks on logins: with a known or guessed password, a stolen token, or a recorded passkey response.
import { expect } from 'vitest';
import { returnPath } from '#src/client/route-guards.ts';
import { Client } from '../client.ts';
import { addPasskey, newAuthenticator } from '../factories/authenticator.ts';
import { codeOf, setUpApp } from '../factories/two-step.ts';
import { nextMail, tokenIn } from '../mailbox.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
const doors = ['/api/newswings_login', '/api/admin_login'] as const;
const [door] = doors;
const thieves = (count: number) => Array.from({ length: count }, (_, n) => site.visitor.from(`203.0.113.${n + 1}`));

/** Sends wrong passwords from each client at once; returns how many were checked. */
async function guess(email: string, clients: Client[], each: number): Promise<number> {
  const tries = clients.flatMap((client) =>
    Array.from({ length: each }, (_, n) => client.json('POST', door, { email, password: `guess ${n}` })),
  );
  return (await Promise.all(tries)).filter(({ status }) => status === 401).length;
}

const logIn = async (email: string, client = site.visitor) =>
  (await client.json('POST', door, { email, password })).body;

attack('11 the password of an admin who has two-step login, at the reader’s login', async ({ refused, honest }) => {
  const { email } = await site.createUser('admin');
  const { secret } = await setUpApp(await site.visitor.login('/api/admin_login', email, password));
  const got: string[] = [];
  for (const path of doors)
    for (const code of [undefined, '', '000000', 'aaaa-aaaa-aaaa-aaaa']) {
      const { status, body } = await site.visitor.from('203.0.113.1').json('POST', path, { email, password, code });
      expect(body.token).toBeUndefined();
      got.push(`${status} ${body.code}`);
    }
  expect([...new Set(got)]).toEqual(['401 two_step']);
  refused('401 two_step at both');
  const { status } = await site.visitor.json('POST', door, { email, password, code: codeOf(secret, 30_000) });
  expect(status).toBe(200);
  honest('200 with the code');
});

attack('11 a stolen session and the password, to turn two-step login off', async ({ refused, honest }) => {
  const { email } = await site.createUser('reader');
  const owner = await site.visitor.login(door, email, password);
  const { recoveryCodes } = await setUpApp(owner);
  const thief = new Client(site.address, owner.token);
  site.advance(20 * 60_000);
  const acts = [
    () => thief.delete('/api/two_step'),
    () => thief.json('POST', '/api/two_step', {}),
    () => thief.json('POST', '/api/two_step/recovery_codes', {}),
    () => thief.json('POST', '/api/user/passkeys/options', {}),
  ];
  for (const act of acts) expect(await act()).toMatchObject({ status: 403, body: { code: 'confirm_password' } });
  const confirm = (more: object = {}) => thief.json('POST', '/api/user/confirm_password', { password, ...more });
  expect(await confirm()).toMatchObject({ status: 401, body: { code: 'two_step' } });
  for (const act of acts) expect((await act()).status).toBe(403);
  refused('403 confirm_password, 401 two_step');
  expect((await confirm({ code: recoveryCodes[0] })).status).toBe(200);
  expect((await thief.delete('/api/two_step')).status).toBe(200);
  honest('200 with a recovery code');
});

attack('35 a stolen session ends those of its owner, or outlives his next login', async ({ refused, honest }) => {
  const { email } = await site.createUser('reader');
  const stolen = await site.visitor.login(door, email, password);
  site.advance(20 * 60_000);
  const owner = await site.visitor.login(door, email, password);
  const sessions: { id: string }[] = (await stolen.get('/api/user/sessions')).body;
  const paths = ['/api/user/sessions', ...sessions.slice(0, 1).map(({ id }) => `/api/user/sessions/${id}`)];
  for (const path of paths) expect((await stolen.delete(path)).body.code).toBe('confirm_password');
  expect((await owner.get('/api/user/me')).status).toBe(200);
  // The browser that it was stolen from logs in again, with the token that it has.
  const next = (await logIn(email, stolen)).token;
  expect((await stolen.get('/api/user/me')).status).toBe(401);
  refused('403 confirm_password; 401 after the login');
  const again = new Client(site.address, next);
  expect((await again.delete('/api/user/sessions')).status).toBe(200);
  expect((await owner.get('/api/user/me')).status).toBe(401);
  honest('200 with a password given just now');
});

attack(
  'a two-step login that its owner has not finished, finished by a thief who guesses',
  async ({ refused, honest }) => {
    const { email } = await site.createUser('admin');
    const owner = await site.visitor.login('/api/admin_login', email, password);
    const { secret } = (await owner.json('POST', '/api/two_step', {})).body;
    const thief = new Client(site.address, owner.token);
    const right = [-30_000, 0, 30_000, 60_000].map((ms) => codeOf(secret, ms));
    const wrong = Array.from({ length: 40 }, (_, n) => String(n).padStart(6, '0')).filter(
      (code) => !right.includes(code),
    );
    const tries = wrong.map((code) => thief.json('POST', '/api/two_step/confirm', { code }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(wrong.length - 10);
    refused('429 after 10');
    // The attacker has this session too; the owner uses another one.
    const again = await site.visitor.login('/api/admin_login', email, password);
    expect((await again.json('POST', '/api/two_step/confirm', { code: codeOf(secret) })).status).toBe(200);
    honest('200 in another session of the owner');
  },
);

attack('12 a hundred and twenty wrong passwords from three addresses', async ({ refused, honest }) => {
  const { email } = await site.createUser('reader');
  const live = await site.visitor.login(door, email, password);
  const looked = await guess(email, thieves(3), 40);
  expect(looked).toBe(30);
  refused(`${looked} looked at, then 429`);
  const elsewhere = site.visitor.from('198.51.100.1');
  expect((await elsewhere.json('POST', door, { email, password })).status).toBe(200);
  expect((await live.json('POST', '/api/user/confirm_password', { password })).status).toBe(200);
  honest('200 in a new browser and in the live session');
});

attack('12 the same from fourteen addresses, and from the owner’s own', async ({ refused, honest }) => {
  const { email } = await site.createUser('reader');
  const { device_token } = await logIn(email);
  const looked = await guess(email, [...thieves(14), site.visitor], 20);
  expect(looked).toBe(100);
  refused('100 looked at, then 429');
  const known = { email, password, device_tokens: [device_token] };
  expect((await site.visitor.json('POST', door, known)).status).toBe(200);
  const stranger = site.visitor.from('198.51.100.2');
  expect((await stranger.json('POST', door, { email, password })).status).toBe(429);
  await stranger.json('POST', '/api/forgot_password', { email });
  const token = tokenIn((await nextMail(site, email)).text, 'reset-password');
  const next = 'a new quiet day';
  await stranger.json('POST', '/api/reset_password', { token, password: next });
  await guess(email, thieves(14), 20);
  expect((await stranger.json('POST', door, { email, password: next })).status).toBe(200);
  honest('200 in a known browser, 200 anywhere after a reset');
});

attack('12 codes guessed by who has the password', async ({ refused, honest }) => {
  const { email } = await site.createUser('reader');
  const { token, device_token } = await logIn(email);
  const { secret } = await setUpApp(new Client(site.address, token));
  const tries = thieves(8).flatMap((thief) =>
    Array.from({ length: 12 }, (_, n) => thief.json('POST', door, { email, password, code: String(100_000 + n) })),
  );
  const looked = (await Promise.all(tries)).filter(({ status }) => status === 401).length;
  expect(looked).toBe(30);
  refused(`${looked} looked at, then 429`);
  const own = { email, password, code: codeOf(secret, 30_000), device_tokens: [device_token] };
  expect((await site.visitor.json('POST', door, own)).status).toBe(200);
  honest('200 in a known browser');
});

attack('12 a device token of another account, of nobody, and a session’s', async ({ refused, honest }) => {
  const [owner, other] = [await site.createUser('reader'), await site.createUser('reader')];
  const [{ device_token, token }, others] = [await logIn(owner.email), await logIn(other.email)];
  const [header, payload] = device_token.split('.');
  const forged = `${header}.${payload}.${Buffer.from('no signature').toString('base64url')}`;
  const thief = site.visitor.from('203.0.113.50');
  let looked = 0;
  for (const device of [others.device_token, forged, token])
    for (let n = 0; n < 6; n += 1) {
      const body = { email: owner.email, password: `guess ${n}`, device_tokens: [device] };
      if ((await thief.json('POST', door, body)).status === 401) looked += 1;
    }
  expect(looked).toBe(10);
  expect((await new Client(site.address, device_token).get('/api/user/me')).status).toBe(401);
  refused('10 looked at, as without any; 401 as a session');
  const known = { email: owner.email, password, device_tokens: [device_token] };
  expect((await thief.json('POST', door, known)).status).toBe(200);
  honest('200');
});

attack('11 a passkey’s answer that was phished, replayed, copied or forged', async ({ refused, honest }) => {
  const { email } = await site.createUser('reader');
  const { siteUrl } = site.services.config;
  const { key } = await addPasskey(await site.visitor.login(door, email, password), siteUrl);
  const question = async () => (await site.visitor.json('POST', door, { email, password })).body.passkey_options;
  const answer = async (passkey: object) =>
    (await site.visitor.json('POST', door, { email, password, passkey })).status;
  const used = key.get(await question());
  expect(await answer(used)).toBe(200);
  const got = [
    await answer(used),
    await answer(key.get(await question(), { origin: 'https://news-wing.evil.example' })),
    await answer(key.get(await question(), { counter: 1 })),
    await answer({ ...newAuthenticator(siteUrl).get(await question()), id: key.id, rawId: key.id }),
    await answer(newAuthenticator(siteUrl).get(await question())),
  ];
  expect(got).toEqual([401, 401, 401, 401, 401]);
  refused('401 each');
  expect(await answer(key.get(await question()))).toBe(200);
  honest('200');
});

attack('17 addresses of other sites to come back to after the login', async ({ refused, honest }) => {
  const away = [
    '/.//evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    '//[::1',
  ];
  for (const from of away) expect(returnPath(null, `?${new URLSearchParams({ from })}`, '/news')).toBe('/news');
  refused('/news');
  expect(returnPath(null, '?from=/payment%3Fedition=7', '/news')).toBe('/payment?edition=7');
  honest('/payment?edition=7');
});

attack('18 a flood of failures, to fill the log', async ({ refused, honest }) => {
  const { email, id } = await site.createUser('reader');
  const looked = await guess(email, thieves(20), 60);
  const count = async (what: string, kinds: string) => {
    const query = `SELECT ${what}::int AS n FROM security_events WHERE user_id = ${id} AND kind IN (${kinds})`;
    return Number((await site.db.execute(query)).rows[0]?.n);
  };
  const failures = "'login_failed', 'login_throttled'";
  const [rows, failed] = [await count('count(*)', failures), await count('sum(count)', "'login_failed'")];
  expect(failed).toBe(looked);
  expect(rows).toBeLessThanOrEqual(80); // two kinds, twenty addresses, two hours at most
  refused(`1200 tries in ${rows} rows`);
  const { token } = (await site.visitor.from('198.51.100.3').json('POST', door, { email, password })).body ?? {};
  expect(token).toBeUndefined(); // the device is unknown while the attack lasts
  await site.db.execute(`UPDATE users SET password_reset_at = now() WHERE id = ${id}`);
  expect((await logIn(email, site.visitor.from('198.51.100.4'))).token).toBeDefined();
  expect(await count('count(*)', "'login', 'new_device'")).toBe(1);
  honest('the login stands in it');
});

attack('18 words for the mail about a new device, in the User-Agent', async ({ refused, honest }) => {
  const { email } = await site.createUser('reader');
  await logIn(email);
  const words = 'Your account is closed: https://evil.example/login/1.0 (Windows NT 10.0)';
  await site.visitor.json('POST', door, { email, password }, { 'user-agent': words });
  const { text, html } = await nextMail(site, email);
  expect(text + html).not.toMatch(/evil|closed/);
  refused('Device: Windows');
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await site.visitor.json('POST', door, { email, password }, { 'user-agent': firefox });
  expect((await nextMail(site, email)).text).toContain('Firefox, Linux');
  honest('Device: Firefox, Linux');
});

attack('20 a token that was stolen, used when its owner has gone', async ({ refused, honest }) => {
  const [gone, here] = [await site.as('editor'), await site.as('editor')];
  site.advance(7 * 3_600_000);
  expect((await here.get('/api/user/me')).status).toBe(200);
  site.advance(6 * 3_600_000);
  const stolen = new Client(site.address, gone.token);
  expect((await stolen.get('/api/user/me')).status).toBe(401);
  refused('401 after 13 hours without use');
  expect((await here.get('/api/user/me')).status).toBe(200);
  honest('200 when it was used in between');
});
