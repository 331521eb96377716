import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { pdfFile } from '../factories/documents.ts';
import { decidePayment, declarePayment } from '../factories/payments.ts';
import { decide, submit } from '../factories/submissions.ts';
import { password } from '../site.ts';
import { newSiteFolder, start, stop } from './program.ts';

/** A mail server that accepts and counts connections but never responds, so mail stays queued. */
async function silentMailServer() {
  let connections = 0;
  const onConnect = () => {
    connections += 1;
  };
  const server = new SMTPServer({ authOptional: true, onConnect });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.server.address();
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return { url, connections: () => connections };
}

const subjectsIn = async (dataDir: string) => {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
  return mails.map(({ subject }) => subject);
};

test('sends exactly one mail about each decision and receipt if killed right after them while mail is blocked', async () => {
  const dataDir = await newSiteFolder();
  const silent = await silentMailServer();
  const first = await start(dataDir, { SMTP_URL: silent.url });
  const person = { name: 'Asha Rao', email: 'asha@readers.test', mobile: '+919876543210', dob: '1990-05-17' };
  const fields = { ...person, password, confirm_password: password, consent: '2026-11' };
  expect((await first.client.form('POST', '/api/newswings_register', fields)).status).toBe(201);
  const author = await first.client.login('/api/newswings_login', person.email, password);
  const work = await submit(author, { title: 'Lake frogs', essay_file: await pdfFile() });
  const editor = await first.client.login('/api/admin_login', 'chief@news.test', password);
  expect((await decide(editor, work.id, 'approved')).status).toBe(200);
  const payment = await declarePayment(author);
  expect((await decidePayment(editor, payment.id, 'confirmed')).status).toBe(200);
  await expect.poll(silent.connections).toBeGreaterThan(0); // sending was attempted, and hangs
  await stop(first, 'SIGKILL');

  const second = await start(dataDir);
  const again = await second.client.login('/api/admin_login', 'chief@news.test', password);
  expect((await again.get(`/api/get-article-by-id?id=${work.id}`)).body.data.status).toBe('approved');
  expect((await decide(again, work.id, 'approved')).status).toBe(200);
  expect((await decidePayment(again, payment.id, 'confirmed')).status).toBe(200);
  const decided = async () =>
    (await subjectsIn(dataDir)).filter((subject) => /has been approved|has been confirmed/.test(subject ?? ''));
  await expect.poll(decided, { timeout: 120_000, interval: 500 }).toHaveLength(2);
  // All queued mail has been sent by now, and the outbox has no duplicates.
  await stop(second);
  const all = await subjectsIn(dataDir);
  expect(all.filter((subject) => subject?.includes('has been approved'))).toHaveLength(1);
  expect(all.filter((subject) => subject === 'Your payment has been confirmed')).toHaveLength(1);
  expect(new Set(all).size).toBe(all.length);
}, 180_000);
