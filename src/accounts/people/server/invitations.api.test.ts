import { expect, test } from 'vitest';
import { nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const path = '/api/people/invitations';
const anita = { name: 'Anita Rao', email: 'anita@desk.test', role: 'sub_editor' };
const dayMs = 86_400_000;

test('an invited person sets a password by the mailed link and works with the role', async () => {
  const admin = await site.as('admin');
  const answer = await admin.json('POST', path, anita);
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
  const { text } = await nextMail(site, anita.email);
  expect(text).toContain('&newsroom=yes');
  const token = tokenIn(text, '/reset-password');
  const login = () =>
    site.visitor.json('POST', '/api/admin_login', { email: anita.email, password: 'a river in spate' });
  expect((await login()).status).toBe(401);
  const restore = site.saveClock();
  site.advance(6 * dayMs);
  const set = await site.visitor.json('POST', '/api/reset_password', { token, password: 'a river in spate' });
  expect(set.status).toBe(200);
  restore();
  expect((await login()).body.user).toMatchObject({ role: 'sub_editor', isAdmin: true, email_confirmed: true });
  const acts = (await admin.get(`/api/audit?search=person.invited`)).body.acts;
  expect(acts[0]).toMatchObject({ subject: `person ${answer.body.id}`, details: { role: 'sub_editor' } });
});

test('an invitation ends after seven days and can be repeated, with the newest link and role', async () => {
  const admin = await site.as('admin');
  const bela = { ...anita, email: 'bela@desk.test' };
  const { id } = (await admin.json('POST', path, bela)).body;
  const first = tokenIn((await nextMail(site, bela.email)).text, '/reset-password');
  expect((await admin.json('POST', path, { ...bela, role: 'reporter' })).body.id).toBe(id);
  const second = tokenIn((await nextMail(site, bela.email)).text, '/reset-password');
  const set = (token: string) =>
    site.visitor.json('POST', '/api/reset_password', { token, password: 'a river in spate' });
  expect((await set(first)).status).toBe(410);
  const restore = site.saveClock();
  site.advance(8 * dayMs);
  expect((await set(second)).status).toBe(410);
  restore();
  expect((await set(second)).status).toBe(200);
  // An accepted invitation is an account like any other.
  expect(await admin.json('POST', path, bela)).toMatchObject({
    status: 409,
    body: { fields: { email: expect.any(String) } },
  });
});

test('an existing account is not taken over by an invitation', async () => {
  const admin = await site.as('admin');
  const reader = await site.createUser('reader');
  expect((await admin.json('POST', path, { ...anita, email: reader.email.toUpperCase() })).status).toBe(409);
  const editor = await site.createUser('editor', { emailConfirmedAt: null });
  expect((await admin.json('POST', path, { ...anita, email: editor.email })).status).toBe(409);
});

test('an address that a stranger has registered can be invited at once, and nothing of his remains', async () => {
  const admin = await site.as('admin');
  const { id, email } = await site.createUser('reader', { name: 'Squatter', emailConfirmedAt: null });
  const stranger = await site.visitor.login('/api/newswings_login', email, password);
  expect((await admin.json('POST', path, { ...anita, email })).body.id).toBe(id);
  const first = tokenIn((await nextMail(site, email)).text, '/reset-password');
  expect((await stranger.get('/api/user/me')).body).toMatchObject({ name: 'Squatter', role: 'reader' }); // until then
  expect((await admin.json('POST', path, { ...anita, email, role: 'reporter' })).status).toBe(201);
  const second = tokenIn((await nextMail(site, email)).text, '/reset-password');
  const set = (token: string) =>
    site.visitor.json('POST', '/api/reset_password', { token, password: 'a river in spate' });
  expect((await set(first)).status).toBe(410); // with another role
  await site.visitor.json('POST', '/api/forgot_password', { email }); // by anybody: the invitation stays valid
  expect((await set(second)).status).toBe(200);
  expect((await stranger.get('/api/user/me')).status).toBe(401);
  const login = await site.visitor.json('POST', '/api/admin_login', { email, password: 'a river in spate' });
  expect(login.body.user).toMatchObject({ id, name: 'Anita Rao', role: 'reporter', dob: null, email_confirmed: true });
});

test('names and addresses are checked, and a reader cannot be invited', async () => {
  const admin = await site.as('admin');
  for (const [field, change] of Object.entries({
    name: { name: ' ' },
    email: { email: 'nobody' },
    role: { role: 'reader' },
  }))
    expect(await admin.json('POST', path, { ...anita, ...change })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
});

test('invitations and password links need a recent password; the link works', async () => {
  const { email } = await site.createUser('admin');
  const admin = await site.visitor.login('/api/admin_login', email, password);
  const reader = await site.createUser('reader');
  const link = () => admin.json('POST', `/api/people/${reader.id}/password_link`, {});
  const restore = site.saveClock();
  site.advance(20 * 60_000);
  for (const answer of [await link(), await admin.json('POST', path, { ...anita, email: 'late@desk.test' })])
    expect(answer).toMatchObject({ status: 403, body: { code: 'confirm_password' } });
  restore();
  expect((await link()).status).toBe(200);
  const token = tokenIn((await nextMail(site, reader.email)).text, '/reset-password');
  expect((await site.visitor.json('POST', '/api/reset_password', { token, password: 'a river in spate' })).status).toBe(
    200,
  );
});

test('a disabled account gets neither an invitation nor a password link', async () => {
  const admin = await site.as('admin');
  const devi = { ...anita, email: 'devi@desk.test' };
  const { id } = (await admin.json('POST', path, devi)).body;
  await admin.json('POST', `/api/people/${id}/disable`, {});
  expect((await admin.json('POST', path, devi)).status).toBe(409);
  expect((await admin.json('POST', `/api/people/${id}/password_link`, {})).status).toBe(409);
  await admin.json('POST', `/api/people/${id}/enable`, {});
  expect((await admin.json('POST', `/api/people/${id}/password_link`, {})).status).toBe(200);
});

test('an invited address cannot be registered, and of two uses of its link at once one succeeds', async () => {
  const admin = await site.as('admin');
  const esha = { ...anita, email: 'esha@desk.test' };
  await admin.json('POST', path, esha);
  const registered = await site.visitor.form('POST', '/api/newswings_register', {
    name: 'Somebody',
    dob: '1990-01-01',
    email: 'Esha@desk.test',
    mobile: '+919876543210',
    password: 'a river in spate',
  });
  expect(registered.status).toBe(409);
  const token = tokenIn((await nextMail(site, esha.email)).text, '/reset-password');
  const set = (password: string) => site.visitor.json('POST', '/api/reset_password', { token, password });
  const statuses = (await Promise.all(['a river in spate', 'a road in the rain'].map(set))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 410]);
});
