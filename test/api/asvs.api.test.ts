// Rows of OWASP ASVS in docs/security.md that no other test proves.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CurrentUserView } from '#src/accounts/users/sessions.contract.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { taken } from '../client.ts';
import { submit } from '../factories/submissions.ts';
import { nextMail, tokenIn } from '../mailbox.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
const account = {
  name: 'Asha Rao',
  email: 'asha.rao@readers.test',
  mobile: '+919876543210',
  dob: '1990-05-17',
  password: 'a quiet day at the lake',
  confirm_password: 'a quiet day at the lake',
};
const sessions = async () => (await site.db.execute('SELECT count(*)::int FROM sessions')).rows[0]?.count;

test('7.6.2 neither a registration nor a mailed link opens a session, only a login does', async () => {
  const before = await sessions();
  const registered = await site.visitor.form('POST', '/api/newswings_register', account);
  expect([registered.status, Object.keys(registered.body)]).toEqual([201, ['message']]);
  await nextMail(site, account.email);
  await site.visitor.json('POST', '/api/forgot_password', { email: account.email });
  const token = tokenIn((await nextMail(site, account.email)).text, '/reset-password');
  const reset = await site.visitor.json('POST', '/api/reset_password', { token, password: account.password });
  expect([reset.status, Object.keys(reset.body)]).toEqual([200, ['message']]);
  expect(await sessions()).toBe(before);
  await site.visitor.login('/api/newswings_login', account.email, account.password);
  expect(await sessions()).toBe(Number(before) + 1);
});

test('11.4.2 passwords are stored as argon2id, 19 MiB, two passes', async () => {
  const { rows } = await site.db.execute(`SELECT password_hash FROM users WHERE email = '${account.email}'`);
  expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$/);
});

test('6.4.2 no call asks for a hint or the answer to a question', () => {
  const members = site.calls.flatMap(({ body, form }) =>
    [body, form].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])),
  );
  expect(members.length).toBeGreaterThan(200);
  expect(members.filter((name) => /hint|question|answer|secret|maiden|pet$/i.test(name))).toEqual([]);
});

test('15.3.1 answers have the members of their contract, and no others', async () => {
  const reader = await site.as('reader');
  await submit(reader);
  const me = taken(await reader.get('/api/user/me'));
  expect(Object.keys(me).toSorted()).toEqual(Object.keys(CurrentUserView.shape).toSorted());
  const people = taken(await (await site.as('admin')).get('/api/people'));
  const everything = JSON.stringify([me, people]);
  for (const secret of ['password', 'hash', 'argon2', 'totp', 'guardian_', 'updated'])
    expect(everything, secret).not.toContain(secret);
});

test('1.3.10 what somebody has typed is a parameter of a text, never its format', () => {
  const name = '{name} %s %d %o {0} #{x} <b>';
  expect(translator('en')('accounts.resetTwoStepCheck', { name })).toContain(`it is ${name} who asks`);
});
