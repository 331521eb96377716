import { describe, expect, test } from 'vitest';
import { pathIn, siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Client } from '#test/client.ts';
import { askForEmail, confirmationFor, confirmEmail } from '#test/factories/emails.ts';
import { countMails, nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const dayMs = 86_400_000;
let count = 0;
const newAddress = () => `new${++count}@readers.test`;
const me = async (client: Client) => (await client.get('/api/user/me')).body;
const resend = (client: Client) => client.json('POST', '/api/user/confirm_email', {});

/** Registers as a visitor and logs in. */
async function register(email = newAddress(), language = 'en') {
  const form = new FormData();
  const fields = { name: 'Meera Nair', dob: '1990-05-17', mobile: '9876543210', email, password };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = { 'accept-language': language };
  const { status } = await site.visitor.send('POST', '/api/newswings_register', { body: form, headers });
  expect(status).toBe(201);
  return { email, client: await site.visitor.login('/api/newswings_login', email, password) };
}

describe('an e-mail address is confirmed', () => {
  test('once, with the link in the welcome mail; until then the e-mail is unconfirmed', async () => {
    const { email, client } = await register();
    expect(await me(client)).toMatchObject({ email, email_confirmed: false, pending_email: null });
    const mail = await nextMail(site, email);
    expect(mail.subject).toBe('Please confirm your e-mail address at News Wing');
    expect(mail.text).not.toContain('Meera');
    const token = tokenIn(mail.text, 'confirm-email');
    expect(await confirmEmail(client, token)).toMatchObject({
      status: 200,
      body: { message: 'Your e-mail address is confirmed.', user: { email, email_confirmed: true } },
    });
    expect(await me(client)).toMatchObject({ email_confirmed: true });
    expect(await confirmEmail(client, token)).toMatchObject({ status: 410, body: { code: 'gone' } });
  });

  test.each(siteLanguages)('by a welcome mail that says what the account can do: %s', async (language) => {
    const { email } = await register(newAddress(), language);
    const { subject, text, html } = await nextMail(site, email);
    const t = translator(language);
    const page = (path: string) => site.services.config.siteUrl + pathIn(language, path);
    const link = `${page('/confirm-email')}?token=${tokenIn(text, 'confirm-email')}`;
    const pages = { publication: page('/publication'), payment: page('/payment'), profile: page('/profile/edit') };
    expect(subject).toBe(t('mails.confirmEmailSubject'));
    expect(text.trim()).toBe(t('mails.welcome', { link, ...pages }));
    // The confirmation link comes first, in a paragraph of its own, after the sentence with its lifetime.
    const [, why, first] = text.split('\n\n');
    expect(why).toContain('7');
    expect(first).toBe(link);
    expect(html).toContain(`<p><a href="${link}">${link}</a></p>`);
    for (const url of Object.values(pages)) expect(html).toContain(`: <a href="${url}">${url}</a>`);
  });

  test('in the language of the registration page', async () => {
    const { email } = await register(newAddress(), 'hi');
    const mail = await nextMail(site, email);
    expect(mail.text).toContain('/hi/confirm-email?token=');
    expect(mail.subject).toContain('पुष्टि');
  });

  test('with any of its links, and then no more are mailed', async () => {
    const { email, client } = await register();
    const older = await confirmationFor(site, email);
    expect((await resend(client)).status).toBe(200);
    await confirmationFor(site, email);
    expect((await confirmEmail(client, older)).status).toBe(200);
    expect((await confirmEmail(client, older)).status).toBe(410);
    expect(await resend(client)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('once for two simultaneous requests', async () => {
    const { email, client } = await register();
    const token = await confirmationFor(site, email);
    const statuses = (await Promise.all([1, 2].map(() => confirmEmail(client, token)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 410]);
  });
});

describe('confirming an e-mail address refuses', () => {
  test('a visitor and another user, and the link stays valid', async () => {
    const { email, client } = await register();
    const token = await confirmationFor(site, email);
    expect((await confirmEmail(site.visitor, token)).status).toBe(401);
    expect(await confirmEmail(await site.as('reader'), token)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('another account') },
    });
    expect((await confirmEmail(client, token)).status).toBe(200);
  });

  test('a link older than seven days', async () => {
    const { email } = await register();
    const token = await confirmationFor(site, email);
    site.advance(8 * dayMs);
    const client = await site.visitor.login('/api/newswings_login', email, password);
    expect((await confirmEmail(client, token)).status).toBe(410);
  });

  test('no request, but mails no more than four links a day to one mailbox, for any sender and spelling', async () => {
    const { email, client } = await register();
    for (let n = 0; n < 5; n++) expect((await resend(client)).status).toBe(200);
    const tagged = email.replace('@', '+tag@');
    expect((await askForEmail(await site.as('reader'), tagged)).status).toBe(200);
    const other = await register(tagged);
    expect(await me(other.client)).toMatchObject({ email: tagged, email_confirmed: false });
    expect(await countMails(site, email, tagged)).toBe(4);
    expect((await confirmEmail(client, await confirmationFor(site, email))).status).toBe(200); // with the first of them
  });

  test('a visitor who requests another mail or cancels a change', async () => {
    expect((await resend(site.visitor)).status).toBe(401);
    expect((await site.visitor.delete('/api/user/pending_email')).status).toBe(401);
  });
});

describe('confirming an e-mail address rejects', () => {
  test.each([[{}], [{ token: 7 }], [{ token: 'x'.repeat(101) }]])('%o', async (body) => {
    expect((await (await site.as('reader')).json('POST', '/api/confirm_email', body)).status).toBe(422);
  });

  test('a made-up token and a token for another purpose', async () => {
    const user = await site.createUser('reader');
    const client = await site.visitor.login('/api/newswings_login', user.email, password);
    await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
    const reset = tokenIn((await nextMail(site, user.email)).text, 'reset-password');
    for (const token of ['made-up', reset]) expect((await confirmEmail(client, token)).status).toBe(410);
  });
});
