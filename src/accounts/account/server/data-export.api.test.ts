import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { askForEmail, changeEmail, resetTokenFor, takeBackFor } from '#test/factories/emails.ts';
import { declarePayment, newUtr } from '#test/factories/payments.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { untilBlocked } from '#test/locks.ts';
import { nextMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

/**
 * A reader with a typeset tax invoice, an e-mail change that can be reverted, a pending one, and mails to all three
 * addresses.
 */
async function readerWithTraces(name: string, pin: string) {
  const admin = await site.as('admin');
  await admin.json('PUT', '/api/settings', { values: { 'plans.gstin': '27ABCDE1234F1Z5' } });
  const user = await site.createUser('reader', { name });
  const reader = await site.visitor.login('/api/newswings_login', user.email, password);
  const { id } = await declarePayment(reader, 'yearly', { utr: newUtr(), state: 'Maharashtra', pin });
  await admin.json('PUT', `/api/payments/${id}`, { state: 'confirmed' });
  await nextMail(site, user.email);
  const { body: plan } = await reader.get('/api/user/plan');
  const receipt = `/api${plan.claims[0].receipt}`;
  expect((await reader.get(receipt)).status).toBe(200);
  const email = `left-${user.email}`;
  await changeEmail(site, reader, email, user.name);
  const token = await takeBackFor(site, user.email);
  await resetTokenFor(site, email);
  await askForEmail(reader, `next-${user.email}`, user.name);
  await expect.poll(async () => (await unsent()).length).toBe(0);
  return { admin, reader, user, email, receipt, token };
}
const unsent = async () => (await site.db.execute('SELECT id FROM outbox WHERE sent_at IS NULL')).rows;
const leave = (reader: Client) => reader.json('POST', '/api/user/delete', { password });

describe('the current user’s data', () => {
  test('can be exported', async () => {
    const reader = await site.as('reader');
    const { headers, body } = await reader.get('/api/user/data');
    expect(headers.get('content-disposition')).toContain('news-wing-data.json');
    expect(body).toMatchObject({
      account: { email: expect.any(String), dob: '1990-05-17' },
      sessions: [{ current: true }],
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  test('is deleted with the account, and the e-mail can be registered again', async () => {
    const user = await site.createUser('reader', { profileImage: null });
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    expect((await reader.json('POST', '/api/user/delete', { password: 'not it' })).status).toBe(403);
    expect((await leave(reader)).status).toBe(200);
    expect((await site.visitor.json('POST', '/api/newswings_login', { email: user.email, password })).status).toBe(401);
    const { rows } = await site.db.execute(`SELECT * FROM users WHERE id = ${user.id}`);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${user.email}|${user.name}|9876543210|1990`));
    const again = await site.visitor.form('POST', '/api/newswings_register', {
      name: 'Back',
      dob: '1990-05-17',
      email: user.email,
      mobile: '9876543210',
      password: 'a quiet return',
    });
    expect(again.status).toBe(201);
  });

  test('is deleted even if it changes at the same moment', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const profile_image = await pictureFile(300, 300, 'jpeg');
    const stored = () => readdir(join(site.dataDir, 'files/open')).catch(() => []);
    const before = await stored();
    const answers = await site.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT id FROM users WHERE id = ${user.id} FOR UPDATE`);
      const both = [
        reader.form('PUT', '/api/newswings_update_profile', { name: user.name, email: user.email, profile_image }),
      ];
      await untilBlocked(site, 1);
      both.push(leave(reader));
      await untilBlocked(site, 2);
      return both;
    });
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect(await stored()).toEqual(before);
  });

  test('includes receipts, links and mails, but no token', async () => {
    const { reader, user, email, token } = await readerWithTraces('Leela Deshpande', '411001');
    const { body } = await reader.get('/api/user/data');
    expect(body.payments).toMatchObject([
      { buyerState: 'Maharashtra', receipt: { content: { buyer: user.name, place: 'Maharashtra (27), PIN 411001' } } },
    ]);
    expect(body.links).toMatchObject([
      { purpose: 'confirm_email', email, used_at: expect.any(String) },
      { purpose: 'take_email_back', email: user.email, used_at: null },
      { purpose: 'take_email_back', email: user.email, used_at: null },
      { purpose: 'reset_password', used_at: null },
      { purpose: 'confirm_email', email: `next-${user.email}`, used_at: null },
      { purpose: 'take_email_back', email, used_at: null },
    ]);
    expect(body.mails.map(({ subject }: Record<string, unknown>) => subject)).toEqual([
      'Please confirm your new e-mail address at News Wing',
      'A new password for News Wing',
      'Another e-mail address was given for your account at News Wing',
    ]);
    expect(body.account).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      pending_email: `next-${user.email}`,
    });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test('is erased: no valid link, no mail, and a receipt without its buyer', async () => {
    const { admin, reader, user, receipt, token } = await readerWithTraces('Ishaan Kulkarni', '411004');
    const file = `receipts/${receipt.split('/').at(-1)}.pdf`;
    expect(await site.services.files.find(file)).toBeDefined();
    expect((await leave(reader)).status).toBe(200);
    expect((await site.visitor.json('POST', '/api/take_email_back', { token })).status).toBe(410);
    for (const table of ['account_links WHERE user_id', 'recovery_codes WHERE user_id'])
      expect((await site.db.execute(`SELECT * FROM ${table} = ${user.id}`)).rows).toEqual([]);
    const everything = await Promise.all(
      ['users', 'account_links', 'outbox', 'payment_claims', 'receipts'].map(
        async (table) => (await site.db.execute(`SELECT * FROM ${table}`)).rows,
      ),
    );
    for (const trace of [user.email, user.name, '411004', token])
      expect(JSON.stringify(everything)).not.toContain(trace);
    const { rows } = await site.db.execute(`SELECT content FROM receipts WHERE id = ${receipt.split('/').at(-1)}`);
    expect(rows).toMatchObject([{ content: { place: 'Maharashtra (27)', gstin: '27ABCDE1234F1Z5', plan: 'yearly' } }]);
    await expect.poll(() => site.services.files.find(file)).toBeUndefined();
    expect((await admin.get(receipt)).status).toBe(200);
  });
});
