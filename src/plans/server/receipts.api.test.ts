import { beforeAll, describe, expect, test } from 'vitest';
import { pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Client } from '#test/client.ts';
import { decidePayment, declarePayment, newUtr, ownPlan } from '#test/factories/payments.ts';
import { untilBlocked } from '#test/locks.ts';
import { nextMail } from '#test/mailbox.ts';
import { pdfText } from '#test/pdf-text.ts';
import { withSettings } from '#test/settings.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { gstin } from '../plans.settings.ts';

const site = siteForFile();
let admin: Client;
beforeAll(async () => {
  admin = await site.as('admin');
});

async function receiptOf(plan: 'weekly' | 'monthly' | 'yearly', changes: object) {
  const reader = await site.as('reader');
  const { id } = await declarePayment(reader, plan, { ...changes });
  const { body: claim } = await decidePayment(admin, id, 'confirmed');
  const [own] = (await ownPlan(reader)).claims;
  const { body } = await reader.get(`/api${own.receipt}`);
  return { claim, text: await pdfText(body) };
}

describe('a receipt', () => {
  test('is created by a confirmation, and the reader is notified', async () => {
    const user = await site.createUser('reader', { name: 'Asha Rao' });
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader, 'yearly', { utr: newUtr() });
    expect(await decidePayment(admin, id, 'confirmed')).toMatchObject({
      status: 200,
      body: { state: 'confirmed', receipt_number: expect.stringMatching(/^NW\/\d\d-\d\d\/\d{6}$/) },
    });
    expect((await nextMail(site, user.email)).subject).toBe('Your payment has been confirmed');
    const [claim] = (await ownPlan(reader)).claims;
    const receipt = await reader.get(`/api${claim.receipt}`);
    expect(receipt.status).toBe(200);
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
    expect(receipt.headers.get('content-disposition')).toMatch(/filename="NW-\d\d-\d\d-\d{6}\.pdf"/);
    expect(Buffer.from(receipt.body).toString('latin1', 0, 5)).toBe('%PDF-');
    expect((await admin.get(`/api${claim.receipt}`)).status).toBe(200);
    expect((await (await site.as('accountant')).get(`/api${claim.receipt}`)).status).toBe(200);
    expect((await (await site.as('reader')).get(`/api${claim.receipt}`)).status).toBe(404);
    expect((await (await site.as('editor')).get(`/api${claim.receipt}`)).status).toBe(404);
    expect((await site.visitor.get(`/api${claim.receipt}`)).status).toBe(401);
  });

  test('is mailed with what it states, in the language of the declaration', async () => {
    const utr = newUtr();
    for (const language of ['en', 'hi'] as const) {
      const t = translator(language);
      const user = await site.createUser('reader', { name: 'Asha Rao' });
      const reader = await site.visitor.login('/api/newswings_login', user.email, password);
      const paid = language === 'en' ? { utr } : {};
      const { id, reference } = await declarePayment(reader, 'yearly', paid, language);
      const { body: claim } = await decidePayment(admin, id, 'confirmed');
      const { text, html } = await nextMail(site, user.email);
      const day = (instant: string) =>
        new Intl.DateTimeFormat(`${language}-IN`, { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(
          new Date(instant),
        );
      const receipt = t('mails.receipt', {
        number: claim.receipt_number,
        plan: t('plans.yearly'),
        amount: '470.00',
        words: 'Four Hundred Seventy Rupees Only',
        paid: day(claim.declared_at),
        confirmed: day(claim.decided_at),
        reference,
      });
      expect(text).toContain(receipt + (language === 'en' ? `\nUTR: ${utr}` : ''));
      expect(text.includes('UTR')).toBe(language === 'en');
      expect(text).toContain(t('mails.receiptUntil', { until: day((await ownPlan(reader)).until) }));
      const link = site.services.config.siteUrl + pathIn(language, '/payment');
      expect(html).toContain(`<a href="${link}">${link}</a>`);
      expect(html).toContain(receipt.replaceAll('\n', '<br>'));
    }
  });

  test('is mailed once, also if a confirmation is undone and repeated, and again after a rejection', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader);
    const mails = async () => {
      const query = `SELECT subject FROM outbox WHERE recipient = '${user.email}' ORDER BY id`;
      return (await site.db.execute(query)).rows.map(({ subject }) => subject);
    };
    const [confirmed, rejected] = ['Your payment has been confirmed', 'We could not confirm your payment'];
    for (const state of ['confirmed', 'confirmed', 'declared', 'confirmed'])
      expect((await decidePayment(admin, id, state)).status).toBe(200);
    expect(await mails()).toEqual([confirmed]);
    for (const state of ['rejected', 'declared', 'confirmed']) await decidePayment(admin, id, state);
    expect(await mails()).toEqual([confirmed, rejected, confirmed]);
  });

  test('has the next number of its year without a gap, even if many are created at once', async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, async () => declarePayment(await site.as('reader'))));
    await Promise.all(claims.map(({ id }) => decidePayment(admin, id, 'confirmed')));
    const { rows } = await site.db.execute('SELECT number FROM receipts ORDER BY number');
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1));
  });

  test('states payer, amount, date, purpose and payment, in figures and in words', async () => {
    const utr = newUtr();
    await admin.json('PUT', '/api/settings', { values: { 'site.name': 'The Suryanagar Post' } });
    const { claim, text } = await receiptOf('yearly', { utr });
    const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
    expect(text).toContain('Payment receipt');
    expect(text).toContain(`No. ${claim.receipt_number} ${date.format(new Date(claim.decided_at))}`);
    expect(text).toContain(`Received from ${claim.name} (${claim.email})`);
    expect(text).toContain(
      `The Suryanagar Post e-paper, yearly plan, paid on ${date.format(new Date(claim.declared_at))}`,
    );
    expect(text).toContain(`UPI, reference ${claim.reference}, UTR ${utr}`);
    expect(text).toContain('₹ 470.00');
    expect(text).toContain('Four Hundred Seventy Rupees Only');
    expect(text).toContain('not registered under GST');
  });

  test('is a tax invoice with the tax heads of the place of supply if the seller is registered', async () => {
    await withSettings(site, [[gstin, '27ABCDE1234F1Z5']], async () => {
      const within = await receiptOf('yearly', { state: 'Maharashtra', pin: '400001' });
      for (const part of [
        'Tax invoice',
        'GSTIN 27ABCDE1234F1Z5',
        'SAC 998431',
        'Place of supply Maharashtra (27), PIN 400001',
        'Taxable value ₹ 398.30',
        'CGST 9 % ₹ 35.85',
        'SGST 9 % ₹ 35.85',
        'Total, tax included ₹ 470.00',
      ])
        expect(within.text).toContain(part);
      expect(within.text).not.toContain('IGST');
      const across = await receiptOf('yearly', { state: 'Karnataka', pin: '560001' });
      for (const part of [
        'Place of supply Karnataka (29), PIN 560001',
        'Taxable value ₹ 398.31',
        'IGST 18 % ₹ 71.69',
        'Total, tax included ₹ 470.00',
      ])
        expect(across.text).toContain(part);
      expect(across.text).not.toMatch(/CGST|SGST/);
    });
  });

  test('needs the place of supply if the seller is registered: no payment is declared without it', async () => {
    await withSettings(site, [[gstin, '27ABCDE1234F1Z5']], async () => {
      expect((await site.visitor.get('/api/plans')).body.asks_state).toBe(true);
      const reader = await site.as('reader');
      const { body: link } = await reader.get('/api/payment_link?plan=weekly');
      const declare = async (place: object) => {
        const { reference, amount_minor } = link;
        const { status, body } = await reader.json('POST', '/api/payments', {
          plan: 'weekly',
          reference,
          amount_minor,
          ...place,
        });
        expect(status).toBe(422);
        return body.fields;
      };
      expect(await declare({})).toEqual({ state: 'This field is required.', pin: 'A PIN code has six digits.' });
      expect(await declare({ state: 'Bombay', pin: '400001' })).toEqual({ state: 'This value is not valid.' });
      expect(await declare({ state: 'Goa', pin: '4000' })).toEqual({ pin: 'A PIN code has six digits.' });
      expect((await ownPlan(reader)).claims).toEqual([]);
    });
  });

  test('of a payment declared before the GST registration is taxed at the seller’s place', async () => {
    const { id } = await declarePayment(await site.as('reader'));
    await withSettings(site, [[gstin, '27ABCDE1234F1Z5']], async () => {
      const { body: claim } = await decidePayment(admin, id, 'confirmed');
      const { rows } = await site.db.execute(`SELECT content FROM receipts WHERE claim_id = ${id}`);
      expect(claim.state).toBe('confirmed');
      expect(rows).toMatchObject([{ content: { place: 'Maharashtra (27)', CGST: '3.05', SGST: '3.05' } }]);
    });
  });

  test('of a deleted user names nobody, is taxed at the buyer’s place, and is not mailed', async () => {
    await withSettings(site, [[gstin, '27ABCDE1234F1Z5']], async () => {
      const reader = await site.as('reader');
      const { id } = await declarePayment(reader, 'yearly', { state: 'Karnataka', pin: '560001' });
      const refused = await declarePayment(reader, 'weekly', { state: 'Karnataka', pin: '560001' });
      expect((await reader.json('POST', '/api/user/delete', { password })).status).toBe(200);
      expect((await decidePayment(admin, id, 'confirmed')).status).toBe(200);
      expect((await decidePayment(admin, refused.id, 'rejected')).status).toBe(200);
      const { rows } = await site.db.execute(`SELECT content FROM receipts WHERE claim_id = ${id}`);
      expect(rows).toMatchObject([{ content: { place: 'Karnataka (29)', IGST: '71.69' } }]);
      expect(JSON.stringify(rows)).not.toMatch(/buyer|email|invalid|560001/);
      const nowhere = `SELECT recipient FROM outbox WHERE recipient LIKE '%.invalid'`;
      expect((await site.db.execute(nowhere)).rows).toEqual([]);
    });
  });

  test('contains no name of a buyer who deletes the account while it is created', async () => {
    const user = await site.createUser('reader', { name: 'Leela Deshpande' });
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader);
    await decidePayment(admin, (await declarePayment(await site.as('reader'))).id, 'confirmed');
    const answers = await site.db.transaction(async (tx) => {
      await tx.execute('SELECT last FROM receipt_counters FOR UPDATE');
      const both = [decidePayment(admin, id, 'confirmed')];
      await untilBlocked(site, 1);
      both.push(reader.json('POST', '/api/user/delete', { password }));
      await untilBlocked(site, 2);
      return both;
    });
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    const { rows } = await site.db.execute(`SELECT content FROM receipts WHERE claim_id = ${id}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${user.name}|${user.email}`));
  });
});
