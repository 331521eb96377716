import { describe, expect, test } from 'vitest';
import { adultAge } from '#src/accounts/users/accounts.settings.ts';
import { inThisOrder } from '#test/locks.ts';
import { allMail, countMails, nextMail, tokenIn } from '#test/mailbox.ts';
import { withSettings } from '#test/settings.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const dob = `${new Date().getFullYear() - 15}-01-01`;
const child = async () => {
  const user = await site.createUser('reader', { dob, name: 'Kavya' });
  return site.visitor.login('/api/newswings_login', user.email, password);
};
const ask = async (name: string, email: string) => (await child()).json('POST', '/api/user/guardian', { name, email });

describe('the mail to a guardian', () => {
  test('states the age from the settings, as does the linked page', async () => {
    await withSettings(site, [[adultAge, 16]], async () => {
      await ask('Leela', 'sixteen@v.test');
      const { text } = await nextMail(site, 'sixteen@v.test');
      expect(text).toContain('Kavya, who is under 16, would like');
      const token = /guardian\?token=(\S+)/.exec(text)?.[1];
      expect((await site.visitor.get(`/api/guardian_consent?token=${token}`)).body).toMatchObject({ age: 16 });
    });
  });

  test('is sent three times a day to one mailbox at most, for any sender and spelling, and always answered the same', async () => {
    const forms = [
      'leela@v.test',
      'Leela@v.test',
      'leela+x@v.test',
      'leela@V.test',
      'leela+y@v.test',
      'leela+z@v.test',
    ];
    const answers = [];
    for (const email of forms) answers.push(await ask('Leela', email));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
    expect((await ask('Meera', 'meera@v.test')).status).toBe(200);
    expect([await countMails(site, ...forms), await countMails(site, 'meera@v.test')]).toEqual([3, 1]);
  });

  test('asked twice: both links are valid until one is used; another guardian’s ends them', async () => {
    const user = await site.createUser('reader', { dob, name: 'Kavya' });
    const client = await site.visitor.login('/api/newswings_login', user.email, password);
    const token = async (email: string) => {
      await client.json('POST', '/api/user/guardian', { name: 'Leela', email });
      return tokenIn((await nextMail(site, email)).text, 'guardian');
    };
    const others = await token('uncle@v.test');
    const first = await token('mother@v.test');
    await token('mother@v.test');
    const give = async (token: string) => (await site.visitor.json('POST', '/api/guardian_consent', { token })).status;
    expect(await give(others)).toBe(410);
    expect(await give(first)).toBe(200);
  });

  test.each([
    'Leela\nYou have won a prize',
    'Leela\u2028You have won',
    'claim it at http://evil.test',
    'www.evil.test',
    'evil.test',
    'write to prize@evil.test',
    'call 98765 43210',
    'x'.repeat(101),
  ])('contains no text such as %j', async (name) => {
    const answer = await ask(name, 'victim@v.test');
    expect(answer).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } });
    expect(await allMail(site, 'victim@v.test')).toEqual([]);
  });

  test.each(['Foo<victim@v.test>', 'x,victim@v.test', '"victim"@v.test', 'victim@v.test\u0007\u200b'])(
    'goes to one plain address, not to %j',
    async (email) => {
      expect((await ask('Leela', email)).status).toBe(422);
    },
  );
});

test('a guardian who consents while another one is asked stays on record', async () => {
  const { id, email } = await site.createUser('reader', { dob, name: 'Kavya' });
  const client = await site.visitor.login('/api/newswings_login', email, password);
  const askOne = (name: string, mailbox: string) => client.json('POST', '/api/user/guardian', { name, email: mailbox });
  await askOne('Vikram', 'vikram@v.test');
  const token = tokenIn((await nextMail(site, 'vikram@v.test')).text, 'guardian');
  const { status } = await inThisOrder(
    site,
    id,
    () => site.visitor.json('POST', '/api/guardian_consent', { token }),
    () => askOne('Meera', 'meera2@v.test'),
  );
  expect(status).toBe(409);
  const { rows } = await site.db.execute(`SELECT guardian_name, guardian_email FROM users WHERE id = ${id}`);
  expect(rows).toEqual([{ guardian_name: 'Vikram', guardian_email: 'vikram@v.test' }]);
});
