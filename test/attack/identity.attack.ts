// Account takeover: by another mailbox, a stolen token, injected text, a guessed password.
import { expect } from 'vitest';
import type { Client } from '../client.ts';
import {
  askForEmail,
  changeEmail,
  confirmationFor,
  confirmEmail,
  resetTokenFor,
  takeBackFor,
} from '../factories/emails.ts';
import { submit } from '../factories/submissions.ts';
import { allMail, nextMail } from '../mailbox.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
const owners = 'the owner sets this';
const thiefs = 'the thief sets this';
let count = 0;
const newAddress = (who: string) => `${who}${++count}@readers.test`;
const logIn = async (email: string, password: string) =>
  (await site.visitor.json('POST', '/api/newswings_login', { email, password })).status;
const reset = async (token: string, password: string) =>
  (await site.visitor.json('POST', '/api/reset_password', { token, password })).status;
const takeBack = (token: string) => site.visitor.json('POST', '/api/take_email_back', { token });
const person = { name: 'Asha Rao', dob: '1990-05-17', mobile: '+919876543210' };
const register = (fields: Record<string, string>) =>
  site.visitor.form('POST', '/api/newswings_register', { ...person, password, ...fields });
const me = async (client: Client) => (await client.get('/api/user/me')).body;

/** Joins the statuses, as "403, 403"; each must be among the expected ones. */
function outcomes(statuses: number[], expected: number[]): string {
  for (const status of statuses) expect(expected).toContain(status);
  return statuses.join(', ');
}

attack('9 a stolen admin token changes the e-mail, UPI ID, price and a role', async ({ refused, honest }) => {
  const [user, other] = [await site.createUser('admin'), await site.createUser('reader')];
  const thief = await site.visitor.login('/api/admin_login', user.email, password);
  const acts = () => [
    thief.form('PUT', '/api/admin_update_profile', { name: user.name, email: newAddress('thief') }),
    thief.form('PUT', '/api/newswings_update_profile', { name: user.name, email: newAddress('thief') }),
    thief.json('PUT', '/api/settings', { values: { 'plans.upi_id': 'thief@bank' } }),
    thief.json('PUT', '/api/settings', { values: { 'plans.price_weekly': 100 } }),
    thief.json('PUT', '/api/settings', { values: { 'site.email': 'thief@evil.test' } }),
    thief.json('PUT', `/api/people/${other.id}/role`, { role: 'admin' }),
  ];
  const statuses = async () => (await Promise.all(acts())).map(({ status }) => status);
  site.advance(20 * 60_000);
  const got = await statuses();
  await thief.json('POST', '/api/user/confirm_password', { password });
  const twin = await statuses();
  site.advance(-20 * 60_000);
  refused(outcomes(got, [403]));
  honest(outcomes(twin, [200]));
});

attack('9 a thief changes the e-mail, resets, changes it again and keeps it', async ({ refused, honest }) => {
  const user = await site.createUser('reader');
  const thief = await site.visitor.login('/api/newswings_login', user.email, password);
  const [first, second] = [newAddress('thief'), newAddress('thief')];
  await changeEmail(site, thief, first);
  expect(await reset(await resetTokenFor(site, first), thiefs)).toBe(200);
  await changeEmail(site, await site.visitor.login('/api/newswings_login', first, thiefs), second);

  const { status, body } = await takeBack(await takeBackFor(site, user.email));
  const chosen = await reset(body.reset_token, owners);
  const after = [first, second].flatMap((email) => [password, thiefs, owners].map((known) => logIn(email, known)));
  const last = await takeBack(await takeBackFor(site, first));
  refused(`login ${outcomes(await Promise.all(after), [401])}; taking back ${outcomes([last.status], [410])}`);
  honest(`owner takes back, resets, logs in: ${outcomes([status, chosen, await logIn(user.email, owners)], [200])}`);
});

attack(
  '10 an account prepared with the victim’s address, its change of e-mail under way',
  async ({ refused, honest }) => {
    const [victims, thiefs] = [newAddress('victim'), newAddress('thief')];
    await register({ email: victims });
    const thief = await site.visitor.login('/api/newswings_login', victims, password);
    await askForEmail(thief, thiefs);
    const [change, stop] = [await confirmationFor(site, thiefs), await takeBackFor(site, victims)];
    expect(await reset(await resetTokenFor(site, victims), owners)).toBe(200);
    const owner = await site.visitor.login('/api/newswings_login', victims, owners);
    const got = [
      (await thief.get('/api/user/me')).status,
      await logIn(victims, password),
      (await confirmEmail(thief, change)).status,
      (await confirmEmail(owner, change)).status,
      (await takeBack(stop)).status,
    ];
    expect(await me(owner)).toMatchObject({ email: victims, pending_email: null });
    refused(outcomes(got, [401, 410]));
    const reader = await site.createUser('reader');
    const own = await reset(await resetTokenFor(site, reader.email), owners);
    honest(outcomes([own, await logIn(reader.email, owners)], [200]));
  },
);

attack(
  '10 a victim’s address put into a profile, and the victim’s own click and reset',
  async ({ refused, honest }) => {
    const [thiefs, victims] = [newAddress('thief'), newAddress('victim')];
    await register({ email: thiefs });
    const thief = await site.visitor.login('/api/newswings_login', thiefs, password);
    await askForEmail(thief, victims);
    const click = await confirmationFor(site, victims);
    const asVisitor = (await confirmEmail(site.visitor, click)).status;
    const registered = (await register({ email: victims, password: owners })).status;
    const victim = await site.visitor.login('/api/newswings_login', victims, owners);
    const asVictim = (await confirmEmail(victim, click)).status;
    expect(await reset(await resetTokenFor(site, victims), 'and set anew')).toBe(200);
    const stolen = (await takeBack(await takeBackFor(site, thiefs))).body.reset_token;
    expect(await reset(stolen, password)).toBe(200); // resets the attacker's own account, for which the link was issued
    expect((await me(await site.visitor.login('/api/newswings_login', thiefs, password))).email).toBe(thiefs);
    refused(
      `click ${outcomes([asVisitor, asVictim], [401, 403])}; login ${outcomes([await logIn(victims, password)], [401])}`,
    );
    honest(`victim registers ${registered}, resets and logs in ${await logIn(victims, 'and set anew')}`);
    expect(registered).toBe(201);
  },
);

attack('13 a minor’s mail to a stranger with words, breaks and links of his own', async ({ refused, honest }) => {
  const child = async (name: string) => {
    const { email } = await site.createUser('reader', { dob: `${new Date().getFullYear() - 12}-01-01`, name });
    return site.visitor.login('/api/newswings_login', email, password);
  };
  const kavya = await child('Kavya');
  const ask = async (client: Client, name: string, email: string) =>
    (await client.json('POST', '/api/user/guardian', { name, email })).status;
  const words = [
    'You won\n\nClaim it',
    'http://evil.test',
    'www.evil.test',
    'evil.test',
    'a@evil.test',
    'call 98765 43210',
  ];
  const got: number[] = [];
  for (const name of words) {
    got.push(await ask(kavya, name, 'stranger@v.test'));
    got.push((await register({ email: newAddress('named'), name })).status);
    const profile = { name, email: (await me(kavya)).email };
    got.push((await kavya.form('PUT', '/api/newswings_update_profile', profile)).status);
  }
  expect(await allMail(site, 'stranger@v.test')).toEqual([]);
  refused(outcomes([...new Set(got)], [422]));
  honest(outcomes([await ask(kavya, 'Leela Rao', 'leela@v.test')], [200]));
});

attack('13 a work’s title as a letter to a mailbox that nobody has proven', async ({ refused, honest }) => {
  const title = 'You have won a prize, ask at the desk of Evil Ltd';
  const email = newAddress('victim');
  await register({ email });
  const thief = await site.visitor.login('/api/newswings_login', email, password);
  await submit(thief, { title });
  await expect.poll(async () => (await allMail(site, email)).length).toBe(2);
  for (const { subject, text } of await allMail(site, email)) expect(subject + text).not.toContain('Evil Ltd');
  refused('mail without the title');
  const user = await site.createUser('reader');
  await submit(await site.visitor.login('/api/newswings_login', user.email, password), { title });
  expect((await nextMail(site, user.email)).text).toContain(title);
  honest('a proven mailbox is told the title');
});

attack('15 addresses in forms that evade counters and uniqueness', async ({ refused, honest }) => {
  const email = newAddress('plain');
  await register({ email });
  const forms = [
    `Foo<${email}>`,
    `<${email}>`,
    `x,${email}`,
    `${email},y@v.test`,
    `"plain"@readers.test`,
    `${email} (comment)`,
    `g:${email};`,
    email.replace('@', '\u200b@'),
    `${email}\nBcc: y@v.test`,
    `${'a'.repeat(250)}@v.test`,
  ];
  const got: number[] = [];
  for (const form of forms) {
    got.push((await register({ email: form })).status);
    got.push((await site.visitor.json('POST', '/api/forgot_password', { email: form })).status);
  }
  expect((await register({ email: email.toUpperCase() })).status).toBe(409);
  refused(`${outcomes([...new Set(got)], [422])}; 409 in other letters`);
  const twins = ['asha+paper@v.test', 'asha@उदाहरण.भारत'].map((address) => register({ email: address }));
  honest(
    outcomes(
      (await Promise.all(twins)).map(({ status }) => status),
      [201],
    ),
  );
});

attack('15 the work before the answer to forgot-password tells who has an account', async ({ refused, honest }) => {
  const user = await site.createUser('reader');
  const statements = async (email: string) => {
    const before = await counted();
    const { status, body } = await site.visitor.json('POST', '/api/forgot_password', { email });
    return { status, body, sent: (await counted()) - before };
  };
  const counted = async () =>
    Number(
      (await site.db.execute("SELECT count(*) AS n FROM jobs.job WHERE name = 'accounts.mail-reset-link'")).rows[0]?.n,
    );
  const [known, unknown] = [await statements(user.email), await statements('nobody-at-all@v.test')];
  expect(unknown).toEqual(known);
  expect(known.sent).toBe(1);
  refused('the same answer and one job for both');
  const other = await site.createUser('reader');
  honest(outcomes([await reset(await resetTokenFor(site, other.email), owners)], [200]));
});
