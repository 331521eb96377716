import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { allMail, countMails, nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const me = async (client: Client) => (await client.get('/api/user/me')).body;

describe('the profile', () => {
  test('is visible to its user only', async () => {
    const reader = await site.as('reader');
    expect(await me(reader)).toMatchObject({ role: 'reader', mobile: '+919876543210', profile_image: null });
    expect((await site.visitor.get('/api/user/me')).status).toBe(401);
  });

  test('of an admin loads by the admin’s own id only, without a mobile number', async () => {
    const admin = await site.as('admin');
    const { id } = await me(admin);
    expect(await admin.get(`/api/admin_profile/${id}`)).toMatchObject({
      status: 200,
      body: { id, mobile: null, isAdmin: true },
    });
    expect((await admin.get(`/api/admin_profile/${id + 1}`)).status).toBe(403);
    expect((await (await site.as('reader')).get(`/api/admin_profile/${id}`)).status).toBe(403);
  });

  test('can be changed: name, mobile and portrait, and the portrait can be removed', async () => {
    const reader = await site.as('reader');
    const { email } = await me(reader);
    const fields = { name: 'Meera Nair', email, mobile: '+971501234567' };
    const changed = await reader.form('PUT', '/api/newswings_update_profile', {
      ...fields,
      profile_image: await pictureFile(300, 500, 'jpeg'),
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'Profile updated successfully!',
        user: {
          name: 'Meera Nair',
          mobile: '+971501234567',
          profile_image: expect.stringMatching(/^\/static\/uploads\/\w+\.jpg$/),
        },
      },
    });
    const portrait = `/api${changed.body.user.profile_image}`;
    expect((await site.visitor.get(portrait)).status).toBe(200);
    const again = await reader.form('PUT', '/api/newswings_update_profile', fields);
    expect(again.body.user.profile_image).toBe(changed.body.user.profile_image);
    const removed = await reader.form('PUT', '/api/newswings_update_profile', { ...fields, remove_image: 'true' });
    expect(removed.body.user.profile_image).toBeNull();
    expect((await site.visitor.get(portrait)).status).toBe(404);
  });

  test('of an admin can be changed without a mobile number', async () => {
    const admin = await site.as('admin');
    const { email } = await me(admin);
    expect(await admin.form('PUT', '/api/admin_update_profile', { name: 'Chief', email })).toMatchObject({
      status: 200,
      body: { user: { name: 'Chief', mobile: null } },
    });
    expect(
      (await (await site.as('reader')).form('PUT', '/api/admin_update_profile', { name: 'x', email })).status,
    ).toBe(403);
  });

  test.each([
    [{ name: '' }, 'name', 'This field is required.'],
    [{ email: '' }, 'email', 'This field is required.'],
    [{ email: 'meera@home' }, 'email', 'Invalid email address'],
    [{ mobile: '123' }, 'mobile', 'Invalid mobile number'],
    [{ mobile: '+9198765432101234' }, 'mobile', 'Invalid mobile number'],
  ])('rejects %o and changes nothing', async (changes, field, sentence) => {
    const reader = await site.as('reader');
    const before = await me(reader);
    const answer = await reader.form('PUT', '/api/newswings_update_profile', {
      name: before.name,
      email: before.email,
      mobile: before.mobile,
      ...changes,
    });
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } });
    expect(await me(reader)).toEqual(before);
  });

  test('rejects the e-mail of another user and a portrait that is not an image', async () => {
    const reader = await site.as('reader');
    const other = await site.createUser('reader');
    const { name } = await me(reader);
    expect(
      (await reader.form('PUT', '/api/newswings_update_profile', { name, email: other.email.toUpperCase() })).status,
    ).toBe(409);
    const { email } = await me(reader);
    expect(
      (
        await reader.form('PUT', '/api/newswings_update_profile', {
          name,
          email,
          profile_image: new File(['GIF89a'], 'a.png'),
        })
      ).status,
    ).toBe(415);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) => site.visitor.json('POST', '/api/forgot_password', { email });
  const reset = (token: string, password: string) =>
    site.visitor.json('POST', '/api/reset_password', { token, password });

  test('is reset by a mailed link that works once and ends every session', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    expect((await ask(user.email.toUpperCase())).status).toBe(200);
    const mail = await nextMail(site, user.email);
    const token = tokenIn(mail.text, 'reset-password');
    expect(mail.from).toMatch(/no-reply@/);
    expect(await reset(token, 'short')).toMatchObject({
      status: 422,
      body: { fields: { password: 'The password needs at least 8 characters.' } },
    });
    expect((await reset(token, 'a new quiet day')).status).toBe(200);
    expect((await reset(token, 'another quiet day')).status).toBe(410);
    expect((await reader.get('/api/user/me')).status).toBe(401);
    expect((await site.visitor.json('POST', '/api/newswings_login', { email: user.email, password })).status).toBe(401);
    expect(
      (await site.visitor.json('POST', '/api/newswings_login', { email: user.email, password: 'a new quiet day' }))
        .status,
    ).toBe(200);
  });

  test('is reset once if one link is used twice at the same moment', async () => {
    const user = await site.createUser('reader');
    await ask(user.email);
    const token = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    const statuses = (await Promise.all(['one quiet day', 'two quiet days'].map((next) => reset(token, next)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 410]);
  });

  test('can be reset for half an hour, with one of its links', async () => {
    const user = await site.createUser('reader');
    await ask(user.email);
    const first = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    await ask(user.email);
    const second = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    expect((await reset(first, 'a new quiet day')).status).toBe(200);
    expect((await reset(second, 'a new quiet day')).status).toBe(410);
    await ask(user.email);
    await nextMail(site, user.email); // of the new password
    const third = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    site.advance(31 * 60_000);
    expect((await reset(third, 'a new quiet day')).status).toBe(410);
  });

  test('is asked for without end: four links are mailed a day, and then the last one works again', async () => {
    const user = await site.createUser('reader');
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await ask(user.email));
    for (let n = 0; n < 4; n++) await nextMail(site, user.email);
    site.advance(31 * 60_000);
    const last = tokenIn((await allMail(site, user.email)).at(-1)?.text ?? '', 'reset-password');
    expect((await reset(last, 'a new quiet day')).status).toBe(410);
    answers.push(await ask(user.email));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
    await expect.poll(async () => (await reset(last, 'a new quiet day')).status).toBe(200);
    expect(await countMails(site, user.email)).toBe(5); // with that of the new password
  });

  test('gets the same response for unknown addresses, which get no mail', async () => {
    const user = await site.createUser('reader');
    const [known, unknown] = [await ask(user.email), await ask('nobody-here@readers.test')];
    expect(unknown.body).toEqual(known.body);
    await nextMail(site, user.email);
    const files = await readdir(join(site.dataDir, 'outbox'));
    const all = await Promise.all(files.map((file) => readFile(join(site.dataDir, 'outbox', file), 'utf8')));
    expect(all.some((mail) => mail.includes('nobody-here'))).toBe(false);
  });

  test('stores no plain token in the database', async () => {
    const user = await site.createUser('reader');
    await ask(user.email);
    const token = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    const { rows } = await site.db.execute('SELECT token_hash FROM account_links');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a new password', () => {
  test('ends the other sessions and reset links, and keeps this session', async () => {
    const user = await site.createUser('reader');
    const [here, there] = [
      await site.visitor.login('/api/newswings_login', user.email, password),
      await site.visitor.login('/api/newswings_login', user.email, password),
    ];
    await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
    const link = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    const change = (current_password: string, new_password: string) =>
      here.json('PUT', '/api/user/password', { current_password, new_password });
    expect(await change('not it', 'a new quiet day')).toMatchObject({
      status: 403,
      body: { fields: { current_password: 'The password is not right.' } },
    });
    expect(await change(password, '12345678')).toMatchObject({
      status: 422,
      body: { fields: { new_password: expect.stringContaining('easily guessed') } },
    });
    expect((await change(password, 'a new quiet day')).status).toBe(200);
    expect((await here.get('/api/user/me')).status).toBe(200);
    expect((await there.get('/api/user/me')).status).toBe(401);
    const reset = { token: link, password: 'another quiet day' };
    expect((await site.visitor.json('POST', '/api/reset_password', reset)).status).toBe(410);
    expect((await nextMail(site, user.email)).subject).toBe('Your password at News Wing was changed');
  });
});

describe('consent of a guardian', () => {
  const dob = `${new Date().getFullYear() - 15}-01-01`;

  test('is given by mail for a reader under 18', async () => {
    const child = await site.createUser('reader', { dob });
    const client = await site.visitor.login('/api/newswings_login', child.email, password);
    expect((await me(client)).guardian).toBe('needed');
    expect((await client.json('POST', '/api/user/guardian', { name: 'Mother', email: child.email })).status).toBe(422);
    const endless = { name: 'M'.repeat(101), email: 'mother@readers.test' };
    expect(await client.json('POST', '/api/user/guardian', endless)).toMatchObject({
      status: 422,
      body: { fields: { name: expect.stringContaining('100') } },
    });
    expect(await client.json('POST', '/api/user/guardian', { name: ' ', email: 'mother' })).toMatchObject({
      status: 422,
      body: { fields: { name: 'This field is required.', email: expect.any(String) } },
    });
    expect(
      (await client.json('POST', '/api/user/guardian', { name: 'Mother', email: 'mother@readers.test' })).status,
    ).toBe(200);
    expect((await me(client)).guardian).toBe('asked');
    const token = tokenIn((await nextMail(site, 'mother@readers.test')).text, 'guardian');
    expect((await site.visitor.get(`/api/guardian_consent?token=${token}`)).body).toEqual({
      child: child.name,
      guardian: 'Mother',
      age: 18,
      given: false,
    });
    expect((await site.visitor.json('POST', '/api/guardian_consent', { token })).status).toBe(200);
    expect((await me(client)).guardian).toBe('given');
    expect((await site.visitor.json('POST', '/api/guardian_consent', { token })).status).toBe(410);
    expect((await site.visitor.get('/api/guardian_consent?token=made-up')).status).toBe(410);
  });

  test('is not needed for an adult', async () => {
    const reader = await site.as('reader');
    expect((await me(reader)).guardian).toBe('not_needed');
    expect((await reader.json('POST', '/api/user/guardian', { name: 'M', email: 'm@readers.test' })).status).toBe(409);
  });
});
