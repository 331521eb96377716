import { hash, verify } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

// The real one, with its calls noted: work is what an answer must not save.
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
  test('and the right one: a login leaves no count', async () => {
    const user = await site.createUser('reader');
    const before = await counted();
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    expect((await reader.json('POST', '/api/user/confirm_password', { password })).status).toBe(200);
    expect(await counted()).toBe(before);
  });

  test('of 200 ten are looked at; then even the right one has to wait, and the answer says how long', async () => {
    const { email } = await site.createUser('reader');
    const statuses: number[] = [];
    for (const guess of guesses(200)) statuses.push((await logIn(email, guess)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const right = await logIn(email, password);
    expect(right).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', error: 'Too many attempts. Please try again in 15 minutes.' },
    });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  test('are counted before they are looked at: of fifty at once ten are, and then the right one has to wait', async () => {
    for (const email of [(await site.createUser('reader')).email, 'nobody-at-once@readers.test']) {
      const statuses = (await Promise.all(guesses(50).map((guess) => logIn(email, guess)))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(40);
      expect((await logIn(email, password)).status).toBe(429);
    }
  });

  test('where they are asked for again count with those at the login, whatever the e-mail is by then', async () => {
    const user = await site.createUser('reader');
    const thief = await site.visitor.login('/api/newswings_login', user.email, password);
    const confirm = (password: string) => thief.json('POST', '/api/user/confirm_password', { password });
    const statuses = (await Promise.all(guesses(110).map(confirm))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(100);
    const email = `moved-${user.email}`;
    await thief.form('PUT', '/api/newswings_update_profile', { name: user.name, email });
    expect((await confirm(password)).status).toBe(429);
    expect((await logIn(email, password)).status).toBe(429);
  });
});

describe('work', () => {
  const cost = (passwordHash: unknown) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(String(passwordHash))?.[0];

  test('at a login is the same for an unknown e-mail as for a wrong password', async () => {
    const { email } = await site.createUser('reader');
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

  test('for a made-up token there is none, and an address has so many tries', async () => {
    vi.mocked(hash).mockClear();
    const tries = Array.from({ length: 61 }, (_, n) => ({ token: `made-up-${n}`, password: 'a new quiet day' }));
    const statuses: number[] = [];
    for (const body of tries) statuses.push((await site.visitor.json('POST', '/api/reset_password', body)).status);
    expect(statuses).toEqual([...Array(60).fill(410), 429]);
    expect(hash).not.toHaveBeenCalled();
  });
});
