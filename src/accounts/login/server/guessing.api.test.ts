import { hash, verify } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { hashPassword } from '#src/accounts/users/server/password-hashing.service.ts';
import { Client } from '#test/client.ts';
import { nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

// The real module, with its calls recorded to compare the hashing work.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

const site = siteForFile();
const logIn = (email: string, password: string) =>
  site.visitor.json('POST', '/api/newswings_login', { email, password });
const guesses = (count: number) => Array.from({ length: count }, (_, n) => `guess ${n}`);
const counted = async () => {
  const { rows } = await site.db.execute('SELECT coalesce(sum(points), 0)::int AS points FROM rate_limits');
  return rows[0]?.points;
};

describe('wrong passwords', () => {
  test('are counted, the right one is not: a login leaves no count', async () => {
    const user = await site.createUser('reader');
    const before = await counted();
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    expect((await reader.json('POST', '/api/user/confirm_password', { password })).status).toBe(200);
    expect(await counted()).toBe(before);
  });

  test('ten of 200 are checked; then even the right one gets 429 with Retry-After', async () => {
    const { email } = await site.createUser('reader');
    const statuses: number[] = [];
    for (const guess of guesses(200)) statuses.push((await logIn(email, guess)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const right = await logIn(email, password);
    expect(right).toMatchObject({
      status: 429,
      body: {
        code: 'too_many_requests',
        error: 'Too many attempts. Please try again in 15 minutes, or set a new password by mail.',
      },
    });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  test('are counted before the check: of fifty at once ten are checked, then the right one gets 429', async () => {
    for (const email of [(await site.createUser('reader')).email, 'nobody-at-once@readers.test']) {
      const statuses = (await Promise.all(guesses(50).map((guess) => logIn(email, guess)))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(40);
      expect((await logIn(email, password)).status).toBe(429);
    }
  });

  test('at a password confirmation count per session, and never at the login', async () => {
    const user = await site.createUser('reader');
    const [thief, owner] = [
      await site.visitor.login('/api/newswings_login', user.email, password),
      await site.visitor.login('/api/newswings_login', user.email, password),
    ];
    const confirm = async (client: Client, password: string) =>
      (await client.json('POST', '/api/user/confirm_password', { password })).status;
    const statuses = await Promise.all(guesses(110).map((guess) => confirm(thief, guess)));
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(await confirm(thief, password)).toBe(429);
    expect(await confirm(owner, password)).toBe(200);
    expect((await logIn(user.email, password)).status).toBe(200);
  });
});

describe('the owner, while strangers guess his password', () => {
  const door = '/api/newswings_login';
  const thieves = (count: number) => Array.from({ length: count }, (_, n) => site.visitor.from(`203.0.113.${n + 1}`));
  /** Returns how often a wrong password was checked. */
  const attack = async (email: string, clients: Client[], each: number) => {
    const tries = clients.flatMap((client) =>
      guesses(each).map((guess) => client.json('POST', door, { email, password: guess })),
    );
    return (await Promise.all(tries)).filter(({ status }) => status === 401).length;
  };
  const knownOwner = async () => {
    const user = await site.createUser('reader');
    const { body } = await site.visitor.json('POST', door, { email: user.email, password });
    return { user, client: new Client(site.address, body.token), device: body.device_token as string };
  };

  test('logs in from any address if there are three of them', async () => {
    const { user, client } = await knownOwner();
    expect(await attack(user.email, thieves(3), 40)).toBe(30);
    const elsewhere = site.visitor.from('198.51.100.4');
    expect((await elsewhere.json('POST', door, { email: user.email, password })).status).toBe(200);
    expect((await client.json('POST', '/api/user/confirm_password', { password })).status).toBe(200);
  });

  test('logs in from a known browser if there are many, even at their address', async () => {
    const { user, device } = await knownOwner();
    const many = thieves(12);
    expect(await attack(user.email, many, 12)).toBe(100);
    const [thief] = many;
    const stranger = site.visitor.from('198.51.100.5');
    expect((await stranger.json('POST', door, { email: user.email, password })).status).toBe(429);
    const body = { email: user.email, password, device_tokens: [device] };
    expect((await thief?.json('POST', door, body))?.status).toBe(200);
    expect((await stranger.json('POST', door, { ...body, device_tokens: ['broken', device] })).status).toBe(200);
  });

  test('logs in from a known browser that also sends a deleted device', async () => {
    const { user, device: deleted } = await knownOwner();
    await site.db.execute(sql`DELETE FROM known_devices WHERE user_id = ${user.id}`);
    const again = await site.visitor.json('POST', door, { email: user.email, password });
    await attack(user.email, thieves(12), 12);
    const body = { email: user.email, password, device_tokens: [deleted, again.body.device_token] };
    expect((await site.visitor.from('198.51.100.8').json('POST', door, body)).status).toBe(200);
  });

  test('logs in from any address after a password reset by mail', async () => {
    const { user, device } = await knownOwner();
    const many = thieves(12);
    await attack(user.email, many, 12);
    await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
    const token = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    const next = 'a new quiet day';
    await site.visitor.json('POST', '/api/reset_password', { token, password: next });
    await attack(user.email, many, 12);
    const elsewhere = site.visitor.from('198.51.100.6');
    expect((await elsewhere.json('POST', door, { email: user.email, password: next })).status).toBe(200);
    // The reset has deleted the devices that were known before.
    site.advance(31 * 60_000);
    await attack(user.email, thieves(24).slice(12), 12);
    const old = { email: user.email, password: next, device_tokens: [device] };
    expect((await site.visitor.from('198.51.100.7').json('POST', door, old)).status).toBe(429);
  });

  test('keeps his attempts if a device token of another user or a forged one is sent', async () => {
    const [owner, other] = [await knownOwner(), await knownOwner()];
    const [header, , signature] = owner.device.split('.');
    const claims = { sub: String(owner.user.id), jti: '00000000-0000-4000-8000-000000000000', exp: 4_000_000_000 };
    const forged = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    const thief = site.visitor.from('203.0.113.77');
    const statuses: number[] = [];
    for (const device of [other.device, forged, owner.client.token ?? ''])
      for (const guess of guesses(5)) {
        const body = { email: owner.user.email, password: guess, device_tokens: [device] };
        statuses.push((await thief.json('POST', door, body)).status);
      }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10); // as without a device token
    expect((await logIn(owner.user.email, password)).status).toBe(200);
  });

  test('can still log in if a thief uses his device token, which gets ten attempts', async () => {
    const { user, device } = await knownOwner();
    const body = { email: user.email, password: 'wrong one', device_tokens: [device] };
    const tries = thieves(12).map((thief) => thief.json('POST', door, body));
    expect((await Promise.all(tries)).filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await logIn(user.email, password)).status).toBe(200);
  });

  test('IPv6 addresses of one network count as one', async () => {
    const { email } = await site.createUser('reader');
    const many = Array.from({ length: 30 }, (_, n) => site.visitor.from(`2001:db8:1:2:${n}::1`));
    expect(await attack(email, many, 1)).toBe(10);
    expect(await attack(email, [site.visitor.from('2001:db8:1:3::1')], 1)).toBe(1);
  });

  test('a device token alone grants no access', async () => {
    const { device } = await knownOwner();
    expect((await new Client(site.address, device).get('/api/user/me')).status).toBe(401);
  });
});

describe('hashing work', () => {
  const cost = (passwordHash: unknown) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(String(passwordHash))?.[0];

  test('at a login is the same for an unknown e-mail as for a wrong password', async () => {
    const { email } = await site.createUser('reader', { passwordHash: await hashPassword(password) });
    const done: unknown[] = [];
    for (const who of [email, 'nobody-at-all@readers.test'])
      for (const path of ['/api/newswings_login', '/api/admin_login']) {
        vi.mocked(verify).mockClear();
        const { status, body } = await site.visitor.json('POST', path, { email: who, password: 'wrong one' });
        done.push({ status, body, verified: vi.mocked(verify).mock.calls.map(([passwordHash]) => cost(passwordHash)) });
      }
    expect(new Set(done.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(done[0]).toMatchObject({ status: 401, verified: [expect.stringContaining('argon2id')] });
  });

  test('is not done for a made-up token, and attempts per address are limited', async () => {
    vi.mocked(hash).mockClear();
    const tries = Array.from({ length: 121 }, (_, n) => ({ token: `made-up-${n}`, password: 'a new quiet day' }));
    const statuses: number[] = [];
    const stranger = site.visitor.from('203.0.113.200');
    for (const body of tries) statuses.push((await stranger.json('POST', '/api/reset_password', body)).status);
    expect(statuses).toEqual([...Array(120).fill(410), 429]);
    expect(hash).not.toHaveBeenCalled();
  });
});
