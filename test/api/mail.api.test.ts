import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sendMail } from '#src/platform/mail/mail.ts';
import { startSite } from '#src/site/site.ts';
import { decidePayment, declarePayment } from '../factories/payments.ts';
import { openTestSite, password, type TestSite } from '../site.ts';
import { restoreAfterEach } from '../site-hooks.ts';

const received: string[] = [];
const recipients: string[] = [];
let refusals = 0;
let server: SMTPServer;
let site: TestSite;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, answer) => {
      recipients.push(address);
      if (refusals > 0) {
        refusals -= 1;
        answer(Object.assign(new Error('Busy, try later'), { responseCode: 451 }));
      } else answer();
    },
    onData: (stream, _, answer) => {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        received.push(text);
        answer();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // listens on TCP
  site = await openTestSite(startSite, inject('postgres'), {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SITE_URL: 'https://paper.example',
  });
});
restoreAfterEach(() => site);
afterAll(async () => {
  await site.close();
  server.close();
});

const mailsTo = (email: string) => received.filter((mail) => mail.includes(`To: ${email}`));

test('sends mail by SMTP from the site’s address, with links to the site', async () => {
  const user = await site.createUser('reader');
  await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
  await expect.poll(() => mailsTo(user.email).length).toBe(1);
  const [mail = ''] = mailsTo(user.email);
  expect(mail).toContain('From: News Wing <no-reply@paper.example>');
  expect(mail).toMatch(/Message-ID: <outbox-\d+@paper\.example>/);
  expect(mail.replaceAll('=\r\n', '')).toContain('https://paper.example/reset-password?token=3D');
});

test('a recipient is exactly one address, never parsed as several or as another', async () => {
  const { db, services } = site;
  const mail = { subject: 'To one', body: 'Hello' };
  for (const to of ['x,victim1@v.test', 'Foo <victim2@v.test>', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'])
    await sendMail(services, db, { ...mail, to });
  await expect.poll(() => recipients.filter((address) => address.startsWith('asha@'))).toHaveLength(1);
  const sent = async () =>
    (await db.execute("SELECT id FROM outbox WHERE subject = 'To one' AND sent_at IS NULL")).rows;
  await expect.poll(async () => (await sent()).length).toBeLessThan(3);
  expect(recipients).not.toContain('victim1@v.test');
  expect(recipients).not.toContain('victim2@v.test');
  await db.execute("DELETE FROM outbox WHERE subject = 'To one'");
});

test('welcomes a new account, and sends a receipt, in plain text and HTML', async () => {
  const email = 'asha@readers.test';
  const form = { name: 'Asha Rao', dob: '1990-05-17', mobile: '9876543210', email, password };
  expect((await site.visitor.form('POST', '/api/newswings_register', form)).status).toBe(201);
  await expect.poll(() => mailsTo(email).length).toBe(1);
  const reader = await site.visitor.login('/api/newswings_login', email, password);
  const { id, reference } = await declarePayment(reader, 'yearly');
  await decidePayment(await site.as('admin'), id, 'confirmed');
  await expect.poll(() => mailsTo(email).length).toBe(2);
  const [welcome, receipt] = await Promise.all(mailsTo(email).map((mail) => PostalMime.parse(mail)));
  for (const part of [welcome?.text, welcome?.html]) {
    expect(part).toContain('Hello and welcome to News Wing');
    expect(part).toContain('https://paper.example/confirm-email?token=');
    expect(part).toContain('https://paper.example/publication');
  }
  for (const part of [receipt?.text, receipt?.html]) {
    expect(part).toContain('Amount: ₹470.00 (Four Hundred Seventy Rupees Only)');
    expect(part).toContain(`Payment reference: ${reference}`);
  }
});

test('deletes the text of a sent mail, and with it any login link', async () => {
  const user = await site.createUser('reader');
  await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
  await expect.poll(() => mailsTo(user.email).length).toBe(1);
  const [mail = ''] = mailsTo(user.email);
  const [, token = ''] = /token=3D([\w-]+)/.exec(mail.replaceAll('=\r\n', '')) ?? [];
  expect(token.length).toBeGreaterThan(40);
  const kept = async () => JSON.stringify((await site.db.execute('SELECT * FROM outbox')).rows);
  await expect.poll(kept).not.toContain(token);
  expect(await kept()).toContain(user.email);
});

test('retries a mail that the server rejected, and sends it once', async () => {
  const user = await site.createUser('reader');
  refusals = 1;
  await site.visitor.json('POST', '/api/forgot_password', { email: user.email });
  await expect.poll(() => mailsTo(user.email).length).toBe(1);
  // sent_at is written shortly after the server accepts the mail.
  const outbox = async () =>
    (await site.db.execute(`SELECT sent_at FROM outbox WHERE recipient = '${user.email}'`)).rows;
  await expect.poll(outbox).toEqual([{ sent_at: expect.anything() }]);
});

test('sends forty simultaneous mails once each', async () => {
  const users = await Promise.all(Array.from({ length: 40 }, () => site.createUser('reader')));
  await Promise.all(users.map(({ email }) => site.visitor.json('POST', '/api/forgot_password', { email })));
  for (const { email } of users) await expect.poll(() => mailsTo(email).length).toBe(1);
  expect(new Set(received).size).toBe(received.length);
});
