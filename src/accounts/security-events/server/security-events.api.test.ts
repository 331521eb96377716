import { describe, expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { eventsOf } from '#test/factories/security-events.ts';
import { allMail, nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { alertOnFailures, purgeSecurityEvents } from './security-events.jobs.ts';

const site = siteForFile();
const door = '/api/newswings_login';
const loggedIn = async () => site.visitor.login(door, (await site.createUser('reader')).email, password);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const runJob = (job: typeof alertOnFailures) =>
  job.run(
    {
      ...site.services,
      log: { info: () => undefined, warn: () => undefined },
      text: (key: string) => key,
      language: 'en',
    } as never,
    {},
  );
const rows = async (where: string) => (await site.db.execute(`SELECT * FROM security_events WHERE ${where}`)).rows;

describe('security events of an account', () => {
  test('are shown to its user with address and device', async () => {
    const { email } = await site.createUser('reader');
    const logIn = (password: string, address: string) =>
      site.visitor.from(address).json('POST', door, { email, password }, { 'user-agent': firefox });
    await logIn('not it', '2001:db8::7');
    const { body } = await logIn(password, '198.51.100.1');
    const reader = new Client(site.address, body.token);
    await reader.json('POST', '/api/user/confirm_password', { password });
    expect((await reader.get('/api/user/security_events')).body).toEqual({
      more: false,
      events: [
        expect.objectContaining({ kind: 'password_confirmed', count: 1 }),
        {
          id: expect.any(Number),
          kind: 'login',
          first_at: expect.any(String),
          at: expect.any(String),
          count: 1,
          address: '198.51.100.1',
          device: 'Firefox, Linux',
          details: { door: 'reader', by: 'password' },
        },
        expect.objectContaining({ kind: 'login_failed', address: '2001:db8::7' }),
      ],
    });
  });

  test('are visible to the user and to admins only', async () => {
    const user = await site.createUser('reader');
    await site.visitor.json('POST', door, { email: user.email, password: 'not it' });
    const [other, editor, admin] = [await loggedIn(), await site.as('editor'), await site.as('admin')];
    expect(await eventsOf(other)).toEqual({ login: 1 });
    expect((await site.visitor.get('/api/user/security_events')).status).toBe(401);
    for (const client of [other, editor]) expect((await client.get('/api/audit/security')).status).toBe(403);
    expect((await admin.get(`/api/audit/security?search=${user.email}`)).body.events).toMatchObject([
      { kind: 'login_failed', person: { id: user.id, email: user.email } },
    ]);
  });

  test.each(['before=x', 'before=-1', `search=${'x'.repeat(101)}`])('rejects %s', async (query) => {
    expect((await (await site.as('admin')).get(`/api/audit/security?${query}`)).status).toBe(422);
  });

  test('cover password, e-mail, sessions and refused requests', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login(door, user.email, password);
    const other = await site.visitor.login(door, user.email, password);
    await reader.get('/api/people');
    for (let n = 0; n < 20; n += 1) await reader.get('/api/trash'); // a flood is recorded once in ten seconds
    await other.json('POST', '/api/newswings_logout', {});
    await reader.json('PUT', '/api/user/password', { current_password: 'not it', new_password: 'a new quiet day' });
    await reader.json('PUT', '/api/user/password', { current_password: password, new_password: 'a new quiet day' });
    await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
    await nextMail(site, user.email);
    const token = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    await site.visitor.json('POST', '/api/reset_password', { token, password: 'another quiet day' });
    const again = await site.visitor.login(door, user.email, 'another quiet day');
    expect(await eventsOf(again)).toEqual({
      login: 2,
      refused: expect.toSatisfy((count: number) => count >= 2 && count < 10),
      logout: 1,
      password_check_failed: 1,
      password_changed: 1,
      password_reset: 1,
      new_device: 1, // the reset has deleted the known device
    });
    const [refused] = await rows(`user_id = ${user.id} AND kind = 'refused'`);
    expect(refused).toMatchObject({ details: { call: 'GET /api/trash' } });
  });

  test('contain no typed e-mail or password', async () => {
    await site.visitor.json('POST', door, { email: 'nobody-typed@readers.test', password: 'typed-secret' });
    const all = JSON.stringify(await rows('true'));
    expect(all).not.toContain('nobody-typed');
    expect(all).not.toContain('typed-secret');
    expect(await rows(`kind = 'login_failed' AND user_id IS NULL`)).not.toEqual([]);
  });

  test('are part of the user’s data export', async () => {
    const reader = await loggedIn();
    const { security_events, two_step } = (await reader.get('/api/user/data')).body;
    expect(security_events).toMatchObject([{ kind: 'login' }]);
    expect(two_step).toMatchObject({ app: false, passkeys: [] });
  });
});

describe('a login from a new device', () => {
  test('is notified by mail, except for the first one and for known devices', async () => {
    const { email } = await site.createUser('reader');
    const enter = (more: object = {}) =>
      site.visitor
        .from('198.51.100.9')
        .json('POST', door, { email, password, ...more }, { 'user-agent': `${firefox} Call https://evil.example/` });
    const { device_token } = (await enter()).body;
    await enter({ device_tokens: [device_token] });
    await enter();
    const mail = await nextMail(site, email);
    expect(mail.subject).toBe('Login with a new device – News Wing');
    expect(mail.text).toContain('Firefox, Linux');
    expect(mail.text).toContain('198.51.100.9');
    expect(mail.text).toContain('/forgot-password');
    expect(mail.text).not.toContain('evil.example');
    expect(await allMail(site, email)).toHaveLength(1);
  });

  test('is notified for an account that has not been used for long', async () => {
    const { email } = await site.createUser('reader', { createdAt: new Date(Date.now() - 400 * 86_400_000) });
    await site.visitor.json('POST', door, { email, password });
    expect((await nextMail(site, email)).subject).toBe('Login with a new device – News Wing');
  });
});

describe('a flood of failed logins', () => {
  const fail = (email: string, address: string) =>
    site.visitor.from(address).json('POST', door, { email, password: 'not it' });

  test('is counted in a limited number of rows', async () => {
    const { email, id } = await site.createUser('reader');
    await Promise.all(Array.from({ length: 40 }, () => fail(email, '203.0.113.1')));
    const own = await rows(`user_id = ${id}`);
    const counted = (of: string) =>
      own.filter(({ kind }) => kind === of).reduce((sum, { count }) => sum + Number(count), 0);
    expect(counted('login_failed')).toBe(10);
    expect(counted('login_throttled')).toBeGreaterThan(0);
    expect(counted('login_throttled')).toBeLessThan(30); // not every one of a flood
    expect(own.length).toBeLessThanOrEqual(4); // failed and throttled, each twice if the hour changes in between
    for (let n = 0; n < 70; n += 1) await fail(email, `198.51.${n}.1`);
    const failed = await rows(`user_id = ${id} AND kind = 'login_failed'`);
    expect(failed.length).toBeLessThanOrEqual(102);
    expect(failed.some(({ address }) => address === '')).toBe(true);
  });

  test('alerts the admins once an hour', async () => {
    const alerts = async () =>
      (await allMail(site, 'chief@news.test')).filter(({ subject }) => subject === 'mails.alertSubject').length;
    await site.db.execute(`DELETE FROM security_events WHERE kind <> 'login'`);
    await runJob(alertOnFailures);
    await fail('nobody-flood@readers.test', '203.0.113.2');
    await site.db.execute(`UPDATE security_events SET count = 120 WHERE kind = 'login_failed'`);
    await runJob(alertOnFailures);
    await expect.poll(alerts).toBe(1);
    await runJob(alertOnFailures);
    expect(await rows(`kind = 'alert'`)).toHaveLength(1);
    site.advance(61 * 60_000);
    await runJob(alertOnFailures); // nothing new
    expect(await rows(`kind = 'alert'`)).toHaveLength(1);
  });
});

test('security events are retained for a year', async () => {
  const reader = await loggedIn();
  site.advance(364 * 86_400_000);
  await runJob(purgeSecurityEvents);
  const { id } = (await site.db.execute('SELECT max(id) AS id FROM users')).rows[0] as { id: number };
  expect(await rows(`user_id = ${id}`)).toHaveLength(1);
  site.advance(3 * 86_400_000);
  await runJob(purgeSecurityEvents);
  expect(await rows(`user_id = ${id}`)).toEqual([]);
  site.advance(-367 * 86_400_000);
  expect(await eventsOf(reader)).toEqual({});
});
