import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { loggedInReader, registerStranger } from '#test/factories/accounts.ts';
import { askForEmail, changeEmail, confirmationFor, confirmEmail, resetTokenFor } from '#test/factories/emails.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { allMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const taken = { status: 409, body: { fields: { email: 'This e-mail is already registered.' } } };
const newPassword = 'a new quiet day';
const logIn = (email: string, password: string) =>
  site.visitor.json('POST', '/api/newswings_login', { email, password });
const setPassword = (token: string) =>
  site.visitor.json('POST', '/api/reset_password', { token, password: newPassword });
const me = async (client: Client) => (await client.get('/api/user/me')).body;
const cancel = (client: Client) => client.delete('/api/user/pending_email');
const reader = () => loggedInReader(site);
const register = (email: string) => registerStranger(site, email);

describe('a change of the e-mail address', () => {
  test('applies name, mobile and picture at once, and the e-mail after its confirmation', async () => {
    const { user, client } = await reader();
    const email = `new-${user.email}`;
    const profile_image = await pictureFile(300, 300, 'jpeg');
    const fields = { name: 'Meera Nair', email, mobile: '+971501234567', profile_image };
    const answer = await client.form('PUT', '/api/newswings_update_profile', fields);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Profile updated successfully!',
        user: { name: 'Meera Nair', mobile: '+971501234567', email: user.email, pending_email: email },
      },
    });
    expect(answer.body.user.profile_image).toMatch(/^\/static\/uploads\//);
    expect((await logIn(email, password)).status).toBe(401);
    const token = await confirmationFor(site, email);
    expect(await confirmEmail(client, token)).toMatchObject({
      status: 200,
      body: { user: { email, email_confirmed: true, pending_email: null } },
    });
    expect((await logIn(email, password)).status).toBe(200);
    expect((await logIn(user.email, password)).status).toBe(401);
    const subjects = (await allMail(site, user.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Another e-mail address was given for your account at News Wing');
    await expect
      .poll(async () => (await allMail(site, user.email)).map(({ subject }) => subject))
      .toContain('Your e-mail address at News Wing was changed');
  });

  test('works the same for admins', async () => {
    const user = await site.createUser('admin');
    const admin = await site.visitor.login('/api/admin_login', user.email, password);
    const email = `new-${user.email}`;
    const answer = await admin.form('PUT', '/api/admin_update_profile', { name: 'Editor', email });
    expect(answer).toMatchObject({ status: 200, body: { user: { email: user.email, pending_email: email } } });
    expect((await confirmEmail(admin, await confirmationFor(site, email))).status).toBe(200);
    expect((await site.visitor.json('POST', '/api/admin_login', { email, password })).status).toBe(200);
  });

  test('can be cancelled, which invalidates the link', async () => {
    const { user, client } = await reader();
    const email = `cancelled-${user.email}`;
    await askForEmail(client, email);
    const token = await confirmationFor(site, email);
    expect(await cancel(client)).toMatchObject({ status: 200, body: { user: { pending_email: null } } });
    expect((await confirmEmail(client, token)).status).toBe(410);
    expect(await me(client)).toMatchObject({ email: user.email });
    expect((await cancel(client)).status).toBe(200);
  });

  test('replaces a pending one; requesting the same address again changes nothing', async () => {
    const { user, client } = await reader();
    const [first, second] = [`first-${user.email}`, `second-${user.email}`];
    await askForEmail(client, first);
    const older = await confirmationFor(site, first);
    await askForEmail(client, second);
    expect((await confirmEmail(client, older)).status).toBe(410);
    expect(await me(client)).toMatchObject({ pending_email: second });
    const token = await confirmationFor(site, second);
    expect((await askForEmail(client, second.toUpperCase())).status).toBe(200);
    expect((await askForEmail(client, user.email.toUpperCase())).status).toBe(200);
    expect((await confirmEmail(client, token)).status).toBe(200);
  });

  test('can resend its link to the new address, and the first one stays valid', async () => {
    const { user, client } = await reader();
    const email = `again-${user.email}`;
    await askForEmail(client, email);
    const older = await confirmationFor(site, email);
    expect((await client.json('POST', '/api/user/confirm_email', {})).status).toBe(200);
    await confirmationFor(site, email);
    expect((await confirmEmail(client, older)).status).toBe(200);
    expect(await me(client)).toMatchObject({ email, pending_email: null });
  });

  test('does not block registration with that address; once that is confirmed, the change is a conflict', async () => {
    const { user, client } = await reader();
    const email = `wanted-${user.email}`;
    await askForEmail(client, email);
    const token = await confirmationFor(site, email);
    expect((await register(email)).status).toBe(201);
    const other = await site.visitor.login('/api/newswings_login', email, 'a quiet Tuesday');
    expect((await confirmEmail(other, await confirmationFor(site, email))).status).toBe(200);
    expect(await confirmEmail(client, token)).toMatchObject(taken);
    expect(await me(client)).toMatchObject({ email: user.email, pending_email: email });
  });

  test('to an address that someone else has registered and not confirmed is for the owner of the mailbox', async () => {
    const { user, client } = await reader();
    const email = `held-${user.email}`;
    await register(email);
    const stranger = await site.visitor.login('/api/newswings_login', email, 'a quiet Tuesday');
    const welcome = await confirmationFor(site, email);
    expect((await askForEmail(client, email)).status).toBe(200);
    expect((await me(stranger)).email).toBe(email); // a request alone ends nothing
    expect((await confirmEmail(client, await confirmationFor(site, email))).status).toBe(200);
    expect(await me(client)).toMatchObject({ id: user.id, email, email_confirmed: true });
    expect((await stranger.get('/api/user/me')).status).toBe(401);
    expect((await confirmEmail(client, welcome)).status).toBe(410);
    const { rows } = await site.db.execute(`SELECT name, dob, mobile FROM users WHERE deleted_at IS NOT NULL`);
    expect(rows).toEqual([{ name: 'Deleted reader', dob: null, mobile: null }]);
  });

  test('of two unconfirmed accounts to each other’s address, confirmed at the same moment, is one account’s', async () => {
    for (let round = 0; round < 5; round++) {
      const sides = await Promise.all([0, 1].map(() => site.createUser('reader', { emailConfirmedAt: null })));
      const clients = await Promise.all(
        sides.map(({ email }) => site.visitor.login('/api/newswings_login', email, password)),
      );
      const tokens: string[] = [];
      for (const [side, client] of clients.entries()) {
        const other = sides[1 - side]?.email ?? '';
        expect((await askForEmail(client, other)).status).toBe(200);
        tokens.push(await confirmationFor(site, other));
      }
      const answers = await Promise.all(clients.map((client, side) => confirmEmail(client, tokens[side] ?? '')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    }
  });

  test('to one address by two accounts succeeds for the first that confirms it', async () => {
    const [one, other] = [await reader(), await reader()];
    const email = `both-${one.user.email}`;
    await askForEmail(one.client, email);
    const first = await confirmationFor(site, email);
    await askForEmail(other.client, email);
    const second = await confirmationFor(site, email);
    const answers = await Promise.all([confirmEmail(one.client, first), confirmEmail(other.client, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('invalidates password reset links that were sent before', async () => {
    const { user, client } = await reader();
    const token = await resetTokenFor(site, user.email);
    await changeEmail(site, client, `next-${user.email}`);
    expect((await setPassword(token)).status).toBe(410);
  });

  test('that is refused leaves no portrait file', async () => {
    const { user, client } = await reader();
    const other = await site.createUser('reader');
    const stored = () => readdir(join(site.dataDir, 'files/open')).catch(() => []);
    const before = await stored();
    const profile_image = await pictureFile(300, 300, 'jpeg');
    const fields = { name: user.name, email: other.email, profile_image };
    expect(await client.form('PUT', '/api/newswings_update_profile', fields)).toMatchObject(taken);
    expect(await stored()).toEqual(before);
  });

  test('needs a recent password; without it nothing changes', async () => {
    const { user, client } = await reader();
    site.advance(20 * 60_000);
    const ask = () => askForEmail(client, `late-${user.email}`, 'Somebody Else');
    expect(await ask()).toMatchObject({ status: 403, body: { error: 'Please give your password again.' } });
    expect(await me(client)).toMatchObject({ name: user.name, email: user.email, pending_email: null });
    expect(await allMail(site, user.email)).toEqual([]);
    expect((await askForEmail(client, user.email, 'Only The Name')).status).toBe(200);
    await client.json('POST', '/api/user/confirm_password', { password });
    expect((await ask()).status).toBe(200);
  });

  test('can be requested five times a day', async () => {
    const { user, client } = await reader();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await askForEmail(client, `many${n}-${user.email}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
