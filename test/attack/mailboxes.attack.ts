// Mail that strangers cause: floods of a mailbox, owners kept from their own mail, addresses that strangers hold. Some take
// seconds: they go through every form that mails, registrations with their password hashing among them.
import { beforeAll, expect } from 'vitest';
import type { Client } from '../client.ts';
import { askForEmail, changeEmail, confirmationFor, confirmEmail, resetTokenFor } from '../factories/emails.ts';
import { grievanceFields } from '../factories/grievances.ts';
import { sendLetter } from '../factories/letters.ts';
import { newsletterFields } from '../factories/newsletters.ts';
import { proofHeaders, solved, withProof } from '../factories/proofs.ts';
import { createStory } from '../factories/stories.ts';
import { countMails, nextMail, tokenIn } from '../mailbox.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
const stories: number[] = [];
let admin: Client;
let newsletter: number;
let addresses = 0;
beforeAll(async () => {
  admin = await site.as('admin');
  const editor = await site.as('editor');
  for (let n = 0; n < 8; n++) stories.push((await createStory(editor, { status: 'published' })).id);
  newsletter = (await admin.json('POST', '/api/newsletter-desk', newsletterFields())).body.id;
});

/** A visitor with another IP address each time. */
const anybody = () => site.visitor.from(`198.51.100.${++addresses % 250}`);
const person = { name: 'Asha Rao', dob: '1990-05-17', mobile: '+919876543210' };
const register = (email: string, secret = password) =>
  anybody().form('POST', '/api/newswings_register', { ...person, email, password: secret });
const forgot = (email: string, headers = {}) => anybody().json('POST', '/api/forgot_password', { email }, headers);
const subscribe = (email: string) =>
  anybody().json('POST', '/api/newsletters/subscriptions', { email, newsletters: [newsletter] });
const complain = (email: string) => anybody().json('POST', '/api/grievances', grievanceFields({ email }));
const askGuardian = async (email: string) => {
  const child = await site.createUser('reader', { dob: `${new Date().getFullYear() - 12}-01-01` });
  const client = await site.visitor.login('/api/newswings_login', child.email, password);
  return client.json('POST', '/api/user/guardian', { name: 'Leela', email });
};
const reset = async (token: string, secret: string, profile = {}) =>
  (await site.visitor.json('POST', '/api/reset_password', { token, password: secret, ...profile })).status;
const logIn = async (email: string, secret: string) =>
  (await site.visitor.json('POST', '/api/newswings_login', { email, password: secret })).status;

attack('mails of every kind to one mailbox, each to another form of its address', async ({ refused, honest }) => {
  const local = 'victimofdots';
  const forms = Array.from({ length: 36 }, (_, n) => {
    const at = (n % (local.length - 1)) + 1;
    return `${local.slice(0, at)}.${local.slice(at)}+${n}@${n % 2 ? 'gmail' : 'googlemail'}.com`;
  });
  const sends: ((email: string, n: number) => Promise<{ status: number }>)[] = [
    (email) => register(email),
    (email) => subscribe(email),
    (email, n) => sendLetter(anybody(), stories[n % stories.length] ?? 0, { email }),
    (email) => complain(email),
    (email) => askGuardian(email),
    async (email) => askForEmail(await site.as('reader'), email),
  ];
  const statuses: number[] = [];
  for (const [n, email] of forms.entries())
    statuses.push((await (sends[n % sends.length] as (typeof sends)[0])(email, Math.floor(n / 6))).status);
  expect(new Set(statuses)).toEqual(new Set([200, 201, 202]));
  const mails = await countMails(site, ...forms);
  expect(mails).toBeLessThanOrEqual(3 + 3 + 8);
  refused(`${mails} mails for 36 requests`);
  await complain('asha.rao@outlook.com');
  expect(await countMails(site, 'asha.rao@outlook.com')).toBe(1);
  honest('another mailbox gets its mail');
});

attack('an owner kept from his account by what strangers ask in his name', async ({ refused, honest }) => {
  const email = 'owner@v.test';
  await register(email, 'the owner sets this');
  const welcome = await confirmationFor(site, email);
  const asked: number[] = [];
  for (let n = 0; n < 6; n++)
    for (const send of [subscribe, complain, forgot, register]) asked.push((await send(email)).status);
  for (const id of stories.slice(0, 6)) asked.push((await sendLetter(anybody(), id, { email })).status);
  expect(asked).not.toContain(429);
  const owner = await site.visitor.login('/api/newswings_login', email, 'the owner sets this');
  expect((await confirmEmail(owner, welcome)).status).toBe(200);
  expect((await owner.json('POST', '/api/user/confirm_email', {})).status).toBe(409); // there is nothing to confirm
  // No more are mailed then, but the last one works.
  for (let n = 0; n < 8; n++) await forgot(email);
  expect(await reset(await resetTokenFor(site, email), 'and sets it again')).toBe(200);
  refused('no 429, the first link works');
  expect(await logIn(email, 'and sets it again')).toBe(200);
  honest('200');
});

attack('an owner whose mailbox a stranger fills by other forms of his address', async ({ refused, honest }) => {
  const email = 'plain@v.test';
  const forms = Array.from({ length: 5 }, (_, n) => `plain+${n}@v.test`);
  for (const form of forms) {
    await register(form);
    await forgot(form);
  }
  await register(email); // by the stranger too
  expect((await register(email, 'the owner sets this')).status).toBe(409);
  let token = '';
  while (!token) token = tokenIn((await nextMail(site, email)).text, 'reset-password');
  refused(`${await countMails(site, email, ...forms)} mails for 12 requests`);
  expect(await reset(token, 'the owner sets this')).toBe(200);
  honest('the owner gets his link: 200');
});

attack('a hundred mails for one proof of work, from a hundred addresses', async ({ refused, honest }) => {
  const client = site.visitor.from('203.0.113.250');
  const ask = (email: string, headers = {}) => client.json('POST', '/api/forgot_password', { email }, headers);
  await Promise.all(Array.from({ length: 60 }, (_, n) => ask(`free${n}@v.test`)));
  const { body, status } = await ask('more@v.test');
  expect([status, body.code]).toEqual([429, 'proof_needed']);
  const proof = proofHeaders(await solved(body.challenge));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      site.visitor.from(`203.0.113.${n}`).json('POST', '/api/forgot_password', { email: `f${n}@v.test` }, proof),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  refused('99 of 100: 429');
  expect((await withProof((headers) => ask('honest@v.test', headers))).status).toBe(200);
  honest('200 with a proof of its own');
});

attack('an address that a stranger has registered, and what he has typed with it', async ({ refused, honest }) => {
  const [victims, invited, left] = ['victim@v.test', 'invited@v.test', 'left@v.test'];
  for (const email of [victims, invited, left]) {
    await register(email);
    await confirmationFor(site, email);
  }
  const thief = await site.visitor.login('/api/newswings_login', left, password);
  await changeEmail(site, thief, 'thief@v.test');

  expect((await register(victims, 'the owner sets this')).status).toBe(409);
  const token = tokenIn((await nextMail(site, victims)).text, 'reset-password');
  const profile = { name: 'Ila Bose', dob: '1985-02-03', mobile: '+442071234567' };
  expect(await reset(token, 'the owner sets this', profile)).toBe(200);
  const owner = await site.visitor.login('/api/newswings_login', victims, 'the owner sets this');
  expect((await owner.get('/api/user/me')).body).toMatchObject({ ...profile, email_confirmed: true });
  expect(await logIn(victims, password)).toBe(401);
  refused('nothing of his is left');

  const invitation = { name: 'Anita Rao', email: invited, role: 'reporter' };
  const statuses = [
    (await admin.json('POST', '/api/people/invitations', invitation)).status,
    (await register(left, 'the owner sets this')).status,
  ];
  expect(statuses).toEqual([201, 201]);
  honest('the owner registers, and is invited: 201');
});
