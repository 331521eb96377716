// Passwords that are guessed at the first try: ASVS 6.2.4, 6.2.11 and 6.2.12.
import { expect } from 'vitest';
import { resetTokenFor } from '../factories/emails.ts';
import { nextMail, tokenIn } from '../mailbox.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
const asha = { name: 'Asha Rao', dob: '1990-05-17', mobile: '+919876543210' };
let count = 0;
const register = (password: string, fields = {}) =>
  site.visitor.form('POST', '/api/newswings_register', {
    ...asha,
    email: `asha.rao${++count}@readers.test`,
    password,
    ...fields,
  });

const guessable = [
  ...['password1', 'iloveyou1', 'liverpool1', 'qwerty123', '12345678', 'qwertyuiop', '1q2w3e4r', 'zxcvbnm123'],
  ...['aaaaaaaa', '88888888', '12121212', 'abcdefgh', '87654321', 'abcabcabc', '20261127', '11223344'],
  ...['        ', 'password ', ' password', 'ｐａｓｓｗｏｒｄ', 'PassWord', 'p4ssw0rd', 'drowssap'],
  ...['india@123', 'India@123', 'abcd@1234', 'Admin@123', 'krishna1', 'krishna123', 'mumbai123', 'extraordinary'],
  ...['AshaRao1998', 'newswing24', 'rao.asha', 'Asha@123', '9876543210', '98765 43210', '17051990', '17may1990'],
];

attack('20 passwords that are guessed at the first try', async ({ refused, honest }) => {
  for (const guess of guessable) {
    const { status, body } = await register(guess);
    expect({ guess, status, fields: body.fields }).toEqual({
      guess,
      status: 422,
      fields: { password: expect.stringMatching(/guessed|not made of/) },
    });
  }
  refused(`422 for ${guessable.length}`);
  for (const phrase of ['a river in spate', 'a quiet day with Asha', 'kx7Qm2pz', 'नदी में बाढ़ है'])
    expect((await register(phrase)).status).toBe(201);
  honest('201 for three words, with a name, random characters, words in Hindi');
});

attack('20 the same by every other way to set a password', async ({ refused, honest }) => {
  const user = await site.createUser('admin', { ...asha, email: 'asha.rao@readers.test' });
  const client = await site.visitor.login('/api/admin_login', user.email, password);
  const change = (next: string, current = password) =>
    client.json('PUT', '/api/user/password', { current_password: current, new_password: next });
  const reset = async (token: string, password: string) =>
    (await site.visitor.json('POST', '/api/reset_password', { token, password })).status;
  const token = await resetTokenFor(site, user.email);
  const invitee = { name: 'Kavya Menon', email: 'kavya@readers.test', role: 'reporter' };
  expect((await client.json('POST', '/api/people/invitations', invitee)).status).toBe(201);
  const invitation = tokenIn((await nextMail(site, invitee.email)).text, '/reset-password');
  for (const guess of ['aaaaaaaa', 'password ', 'newswing24', '17051990']) {
    expect((await change(guess)).status).toBe(422);
    expect(await reset(token, guess)).toBe(422);
  }
  for (const guess of ['aaaaaaaa', 'Kavya@123']) expect(await reset(invitation, guess)).toBe(422);
  refused('422 on change, reset and invitation');
  expect((await change('a river in spate')).status).toBe(200);
  const next = await resetTokenFor(site, user.email); // a changed password ends older links
  expect([await reset(next, 'nets at dawn, twice'), await reset(invitation, 'kites over the lake')]).toEqual([
    200, 200,
  ]);
  honest('200');
});
