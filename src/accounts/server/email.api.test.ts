import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const move = (client: Client, email: string) =>
  client.form('PUT', '/api/newswings_update_profile', { name: 'Asha Rao', email });
const takeBack = (token: string) => site.visitor.json('POST', '/api/take_email_back', { token });
const setPassword = (token: string) =>
  site.visitor.json('POST', '/api/reset_password', { token, password: 'a new quiet day' });

describe('a changed e-mail', () => {
  test('holds at once; the old address is told and can take it back, which ends all sessions', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const email = `new-${user.email}`;
    await move(reader, email);
    expect((await site.visitor.json('POST', '/api/newswings_login', { email, password })).status).toBe(200);
    const mail = await nextMail(site, user.email);
    expect(mail.subject).toBe('Your e-mail address at News Wing was changed');
    const token = tokenIn(mail.text, 'take-email-back');
    site.advance(6 * 86_400_000);
    expect((await takeBack(token)).status).toBe(200);
    expect((await reader.get('/api/user/me')).status).toBe(401);
    expect((await site.visitor.json('POST', '/api/newswings_login', { email, password })).status).toBe(401);
    expect((await site.visitor.json('POST', '/api/newswings_login', { email: user.email, password })).status).toBe(200);
    expect(await takeBack(token)).toMatchObject({
      status: 410,
      body: { code: 'gone' },
    });
    site.advance(-6 * 86_400_000);
  });

  test('cannot be taken back after seven days', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    await move(reader, `late-${user.email}`);
    const token = tokenIn((await nextMail(site, user.email)).text, 'take-email-back');
    site.advance(8 * 86_400_000);
    expect((await takeBack(token)).status).toBe(410);
    site.advance(-8 * 86_400_000);
  });

  test('twice by a thief is taken back by the first owner, and nothing of the thief’s serves any more', async () => {
    const user = await site.createUser('reader');
    const [second, third] = [`second-${user.email}`, `third-${user.email}`];
    const thief = await site.visitor.login('/api/newswings_login', user.email, password);
    await move(thief, second);
    await move(thief, third);
    await site.visitor.json('POST', '/api/forgot_password', { email: third });
    const [ours, theirs, reset] = [
      tokenIn((await nextMail(site, user.email)).text, 'take-email-back'),
      tokenIn((await nextMail(site, second)).text, 'take-email-back'),
      tokenIn((await nextMail(site, third)).text, 'reset-password'),
    ];
    expect((await takeBack(ours)).status).toBe(200);
    expect((await thief.get('/api/user/me')).status).toBe(401);
    expect((await takeBack(theirs)).status).toBe(410);
    expect((await setPassword(reset)).status).toBe(410);
    expect((await site.visitor.json('POST', '/api/newswings_login', { email: user.email, password })).status).toBe(200);
  });

  test('is taken back from changes and links that are under way at that moment too', async () => {
    const user = await site.createUser('reader');
    const thief = await site.visitor.login('/api/newswings_login', user.email, password);
    const stolen = `stolen-${user.email}`;
    await move(thief, stolen);
    const token = tokenIn((await nextMail(site, user.email)).text, 'take-email-back');
    const under = Array.from({ length: 20 }, (_, n) => move(thief, n % 2 ? stolen : `race${n}-${user.email}`));
    const asked = site.visitor.json('POST', '/api/forgot_password', { email: stolen });
    expect((await takeBack(token)).status).toBe(200);
    await Promise.all([...under, asked]);
    const { rows } = await site.db.execute(`SELECT email FROM users WHERE id = ${user.id}`);
    expect(rows).toEqual([{ email: user.email }]);
    const open = `SELECT purpose FROM account_links WHERE user_id = ${user.id} AND used_at IS NULL`;
    expect((await site.db.execute(open)).rows).toEqual([]);
  });

  test('is nobody else’s while it can be taken back, and then free', async () => {
    const user = await site.createUser('reader');
    await move(await site.visitor.login('/api/newswings_login', user.email, password), `away-${user.email}`);
    const taken = { status: 409, body: { fields: { email: 'This e-mail is already registered.' } } };
    const register = () =>
      site.visitor.form('POST', '/api/newswings_register', {
        name: 'Squatter',
        dob: '1990-05-17',
        email: user.email.toUpperCase(),
        mobile: '9876543210',
        password: 'a quiet Tuesday',
      });
    expect(await register()).toMatchObject(taken);
    expect(await move(await site.as('reader'), user.email)).toMatchObject(taken);
    const owner = await site.visitor.login('/api/newswings_login', `away-${user.email}`, password);
    expect((await move(owner, user.email)).status).toBe(200);
    await move(owner, `gone-${user.email}`);
    site.advance(8 * 86_400_000);
    expect((await register()).status).toBe(201);
    site.advance(-8 * 86_400_000);
  });

  test('takes its worth from a link that was mailed before to set a password', async () => {
    const user = await site.createUser('reader');
    await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
    const token = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    await move(await site.visitor.login('/api/newswings_login', user.email, password), `next-${user.email}`);
    expect((await setPassword(token)).status).toBe(410);
  });

  test('that is refused leaves no portrait behind', async () => {
    const [user, other] = [await site.createUser('reader'), await site.createUser('reader')];
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const stored = () => readdir(join(site.dataDir, 'files/open')).catch(() => []);
    const before = await stored();
    const profile_image = await pictureFile(300, 300, 'jpeg');
    const fields = { name: user.name, email: other.email, profile_image };
    expect((await reader.form('PUT', '/api/newswings_update_profile', fields)).status).toBe(409);
    expect(await stored()).toEqual(before);
  });
});
