import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeEmail, confirmationFor, confirmEmail, resetTokenFor } from '#test/factories/emails.ts';
import { insertLetter } from '#test/factories/letters.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { submit } from '#test/factories/submissions.ts';
import { countMails, nextMail, tokenIn } from '#test/mailbox.ts';
import { siteForFile } from '#test/site-for-file.ts';

// An address that was never confirmed belongs to nobody: decisions 80 and 81. The first test takes seconds, since it
// leaves something in every slice: the documents of a submission are checked by a worker process.

const site = siteForFile();
const strangers = 'a stranger sets this';
const owners = 'the owner sets this';
const taken = { status: 409, body: { fields: { email: expect.stringContaining('already registered') } } };
const owner = { name: 'Ila Bose', dob: '1985-02-03', mobile: '+442071234567', consent: '2026-11' };
let count = 0;
const newAddress = () => `victim${++count}@readers.test`;
const register = (email: string, changes: Record<string, string | File> = {}) =>
  site.visitor.form('POST', '/api/newswings_register', {
    ...{ name: 'Squat Ter', dob: '2012-05-17', mobile: '9876543210', email, password: strangers },
    ...changes,
  });
const set = (token: string, fields: Record<string, string> = {}) =>
  site.visitor.json('POST', '/api/reset_password', { token, password: owners, ...fields });
const logIn = (email: string, password: string) => site.visitor.login('/api/newswings_login', email, password);

/** An account that a stranger has registered with someone else’s address; the welcome mail is read. */
async function squat(email: string, changes: Record<string, string | File> = {}) {
  expect((await register(email, changes)).status).toBe(201);
  await confirmationFor(site, email);
  return logIn(email, strangers);
}
/** The token of the mail that a second registration causes. */
async function claimToken(email: string): Promise<string> {
  expect(await register(email, { name: 'Ila Bose', password: owners })).toMatchObject(taken);
  let mail = await nextMail(site, email);
  while (mail.subject !== 'The account with your e-mail address at News Wing') mail = await nextMail(site, email);
  expect(mail.text).not.toMatch(/Squat|Ila/);
  expect(mail.text).toContain('&new=yes');
  return tokenIn(mail.text, 'reset-password');
}

test('a second registration is 409, and mails the owner a link with which he starts over', async () => {
  const email = newAddress();
  const profile_image = await pictureFile(200, 200, 'jpeg');
  const stranger = await squat(email, { profile_image, consent: '2026-11' });
  const { id } = (await stranger.get('/api/user/me')).body;
  await stranger.json('POST', '/api/user/guardian', { name: 'Gu Ardian', email: 'guardian@readers.test' });
  const story = await createStory(await site.as('editor'), { status: 'published' });
  await insertLetter(site, story.id, { userId: id, email });
  const work = await submit(stranger);
  const { id: claim } = await declarePayment(stranger, 'weekly');
  const token = await claimToken(email);
  expect((await stranger.get('/api/user/me')).body.name).toBe('Squat Ter'); // a second registration ends nothing

  expect((await set(token, owner)).status).toBe(200);
  expect((await stranger.get('/api/user/me')).status).toBe(401);
  await expect(logIn(email, strangers)).rejects.toThrow('unauthenticated');
  const client = await logIn(email, owners);
  const { consent, ...profile } = owner;
  expect((await client.get('/api/user/me')).body).toMatchObject({
    ...{ ...profile, email, email_confirmed: true, profile_image: null, guardian: 'not_needed', two_step: false },
  });
  const exported = (await client.get('/api/user/data')).body;
  expect(exported).toMatchObject({ account: { guardian_name: null, consent_version: consent }, letters: [] });
  const works = await site.db.execute(`SELECT state, username FROM submissions WHERE id = ${work.id}`);
  expect([exported.submissions, works.rows]).toEqual([[], [{ state: 'withdrawn', username: '' }]]);
  expect(JSON.stringify(exported)).not.toContain('Squat');
  // Payments belong to the address: a user who paid before confirming it still has his plan.
  expect((await client.get('/api/user/plan')).body).toMatchObject({ isPaid: true, claims: [{ id: claim }] });
});

test('the picture of a stranger is removed with his other data', async () => {
  const email = newAddress();
  await squat(email, { profile_image: await pictureFile(200, 200, 'jpeg') });
  const { rows } = await site.db.execute(`SELECT profile_image AS file FROM users WHERE email = '${email}'`);
  expect((await set(await claimToken(email), owner)).status).toBe(200);
  const orphans = (await site.db.execute('SELECT key FROM orphaned_files')).rows.map(({ key }) => key);
  expect(orphans).toContain(`open/${rows[0]?.file}`); // the job that removes these runs within a day
  expect(await readdir(join(site.dataDir, 'files/open'))).toContain(rows[0]?.file);
});

test('a reset by mail without a profile leaves nothing of the creator either', async () => {
  const email = newAddress();
  await squat(email);
  expect((await set(await resetTokenFor(site, email))).status).toBe(200);
  const { body } = await (await logIn(email, owners)).get('/api/user/me');
  expect(body).toMatchObject({
    name: 'Reader',
    dob: null,
    mobile: null,
    email_confirmed: true,
    guardian: 'not_needed',
  });
});

test('the owner’s data are checked, and the link stays valid', async () => {
  const email = newAddress();
  await squat(email);
  const token = await claimToken(email);
  for (const [field, value] of Object.entries({ name: 'see evil.test', dob: '2999-01-01', mobile: '12' }))
    expect(await set(token, { ...owner, [field]: value })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  expect((await set(token, { name: 'Ila Bose' })).status).toBe(422);
  expect((await set(token, owner)).status).toBe(200);
});

test('in a confirmed account the link sets the password only, and a second registration mails nothing', async () => {
  const { email, name, dob } = await site.createUser('reader');
  expect(await register(email)).toMatchObject(taken);
  expect(await countMails(site, email)).toBe(0);
  expect((await set(await resetTokenFor(site, email), owner)).status).toBe(200);
  expect((await (await logIn(email, owners)).get('/api/user/me')).body).toMatchObject({ name, dob });
});

test('registrations without end: a few mails, all answered the same, and the link still works', async () => {
  const email = newAddress();
  await squat(email);
  const token = await claimToken(email);
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await register(email));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.error}`)).size).toBe(1);
  const jobs = `SELECT id FROM jobs.job WHERE name = 'accounts.mail-reset-link' AND state <> 'completed'`;
  await expect.poll(async () => (await site.db.execute(jobs)).rows.length).toBe(0);
  expect(await countMails(site, email)).toBe(5); // with the welcome
  expect((await set(token, owner)).status).toBe(200);
});

test('an address that a stranger has left is free at once; one that was confirmed is not', async () => {
  const email = newAddress();
  await changeEmail(site, await squat(email), newAddress());
  expect((await register(email)).status).toBe(201);
  const user = await site.createUser('reader');
  await changeEmail(
    site,
    await site.visitor.login('/api/newswings_login', user.email, 'correct horse battery'),
    newAddress(),
  );
  expect(await register(user.email)).toMatchObject(taken);
});

test('the creator who confirms in time keeps all, whatever links were mailed', async () => {
  const email = newAddress();
  expect((await register(email)).status).toBe(201);
  const welcome = await confirmationFor(site, email);
  const token = await claimToken(email);
  const maker = await logIn(email, strangers);
  expect((await confirmEmail(maker, welcome)).status).toBe(200);
  expect((await set(token, owner)).status).toBe(200); // his own mailbox: a new password, nothing else
  expect((await (await logIn(email, owners)).get('/api/user/me')).body).toMatchObject({ name: 'Squat Ter' });
});
