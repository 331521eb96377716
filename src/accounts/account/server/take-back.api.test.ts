import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { loggedInReader, registerStranger } from '#test/factories/accounts.ts';
import {
  askForEmail,
  changeEmail,
  confirmationFor,
  confirmEmail,
  resetTokenFor,
  takeBackFor,
} from '#test/factories/emails.ts';
import { nextMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const dayMs = 86_400_000;
const taken = { status: 409, body: { fields: { email: 'This e-mail is already registered.' } } };
const newPassword = 'a new quiet day';
const logIn = (email: string, password: string) =>
  site.visitor.json('POST', '/api/newswings_login', { email, password });
const takeBack = (token: string) => site.visitor.json('POST', '/api/take_email_back', { token });
const setPassword = (token: string) =>
  site.visitor.json('POST', '/api/reset_password', { token, password: newPassword });
const me = async (client: Client) => (await client.get('/api/user/me')).body;
const reader = () => loggedInReader(site);
const register = (email: string) => registerStranger(site, email);

describe('the old mailbox', () => {
  test('stops a pending change: sessions, password and links end, and a new password is set', async () => {
    const { user, client: thief } = await reader();
    const stolen = `stolen-${user.email}`;
    await askForEmail(thief, stolen);
    const thiefs = await confirmationFor(site, stolen);
    const { status, body } = await takeBack(await takeBackFor(site, user.email));
    expect(status).toBe(200);
    expect((await thief.get('/api/user/me')).status).toBe(401);
    expect((await logIn(user.email, password)).status).toBe(401);
    expect((await setPassword(body.reset_token)).status).toBe(200);
    const owner = await site.visitor.login('/api/newswings_login', user.email, newPassword);
    expect(await me(owner)).toMatchObject({ email: user.email, pending_email: null });
    expect((await confirmEmail(owner, thiefs)).status).toBe(410);
  });

  test.each([
    ['asked', 0],
    ['changed', 1],
  ])('reverts a completed change with the mail sent when it was %s', async (_, which) => {
    const { user, client: thief } = await reader();
    const stolen = `stolen-${user.email}`;
    await changeEmail(site, thief, stolen);
    const tokens = [await takeBackFor(site, user.email), await takeBackFor(site, user.email)];
    site.advance(6 * dayMs);
    const { status, body } = await takeBack(tokens[which] ?? '');
    expect(status).toBe(200);
    expect((await thief.get('/api/user/me')).status).toBe(401);
    for (const email of [user.email, stolen]) expect((await logIn(email, password)).status).toBe(401);
    expect((await setPassword(body.reset_token)).status).toBe(200);
    expect((await logIn(user.email, newPassword)).status).toBe(200);
    for (const token of tokens) expect((await takeBack(token)).status).toBe(410);
  });

  test('cannot revert a change after seven days', async () => {
    const { user, client } = await reader();
    await changeEmail(site, client, `late-${user.email}`);
    const tokens = [await takeBackFor(site, user.email), await takeBackFor(site, user.email)];
    site.advance(8 * dayMs);
    for (const token of tokens) expect((await takeBack(token)).status).toBe(410);
  });

  test('reverts two changes by a thief and invalidates all of the thief’s links', async () => {
    const { user, client: thief } = await reader();
    const [second, third] = [`second-${user.email}`, `third-${user.email}`];
    await changeEmail(site, thief, second);
    await changeEmail(site, thief, third);
    const reset = await resetTokenFor(site, third);
    const [ours, theirs] = [await takeBackFor(site, user.email), await takeBackFor(site, second)];
    expect((await takeBack(ours)).status).toBe(200);
    expect((await thief.get('/api/user/me')).status).toBe(401);
    expect((await takeBack(theirs)).status).toBe(410);
    expect((await setPassword(reset)).status).toBe(410);
    const open = `SELECT purpose FROM account_links WHERE user_id = ${user.id} AND used_at IS NULL`;
    expect((await site.db.execute(open)).rows).toEqual([{ purpose: 'reset_password' }]);
  });

  test('also reverts changes and links that are in progress at that moment', async () => {
    const { user, client: thief } = await reader();
    const stolen = `stolen-${user.email}`;
    await changeEmail(site, thief, stolen);
    const token = await takeBackFor(site, user.email);
    const under = Array.from({ length: 20 }, (_, n) => askForEmail(thief, `race${n}-${user.email}`));
    const asked = site.visitor.json('POST', '/api/forgot_password', { email: stolen });
    expect((await takeBack(token)).status).toBe(200);
    await Promise.all([...under, asked]);
    const { rows } = await site.db.execute(`SELECT email, pending_email FROM users WHERE id = ${user.id}`);
    expect(rows).toEqual([{ email: user.email, pending_email: null }]);
    const open = `SELECT count(*)::int AS open FROM account_links WHERE user_id = ${user.id} AND used_at IS NULL`;
    expect((await site.db.execute(open)).rows).toEqual([{ open: 1 }]); // the link to set a new password
  });

  test('stays reserved while the change can be reverted', async () => {
    const { user, client } = await reader();
    await changeEmail(site, client, `away-${user.email}`);
    expect(await register(user.email.toUpperCase())).toMatchObject(taken);
    expect(await askForEmail(await site.as('reader'), user.email)).toMatchObject(taken);
    await changeEmail(site, client, user.email);
    await changeEmail(site, client, `gone-${user.email}`);
    site.advance(8 * dayMs);
    expect((await register(user.email)).status).toBe(201);
  });

  test.each([
    ['after', true],
    ['before', false],
  ])('ends two-step login that was turned on %s the change was requested: %s', async (when, ends) => {
    const user = await site.createUser('admin');
    const thief = await site.visitor.login('/api/admin_login', user.email, password);
    const turnOn = async () => {
      const { secret } = (await thief.json('POST', '/api/two_step', {})).body;
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
      expect((await thief.json('POST', '/api/two_step/confirm', { code })).status).toBe(200);
    };
    if (when === 'before') await turnOn();
    await thief.form('PUT', '/api/admin_update_profile', { name: user.name, email: `x-${user.email}` });
    if (when === 'after') await turnOn();
    expect((await takeBack(await takeBackFor(site, user.email))).status).toBe(200);
    const { rows } = await site.db.execute(`SELECT totp_secret IS NULL AS off FROM users WHERE id = ${user.id}`);
    expect(rows).toEqual([{ off: ends }]);
    const codes = await site.db.execute(`SELECT id FROM recovery_codes WHERE user_id = ${user.id}`);
    expect(codes.rows).toHaveLength(0); // deleted, since their age is unknown
  });

  test('gets no user-supplied text by mail, and neither does the new one', async () => {
    const { user, client } = await reader();
    const email = `win-a-prize-at-${user.email}`;
    await askForEmail(client, email, 'A Name Of Choice');
    const mails = [await nextMail(site, user.email), await nextMail(site, email)];
    for (const { subject, text } of mails) expect(subject + text).not.toMatch(/win-a-prize|Choice/);
  });
});
