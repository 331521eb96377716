import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Client } from '#test/client.ts';
import { decidePayment, declarePayment, newUtr, ownPlan, statementFile } from '#test/factories/payments.ts';
import { nextMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let admin: Client;
beforeAll(async () => {
  admin = await site.as('admin');
});

describe('deciding on a payment', () => {
  test('notifies the reader in the language of the declaration, whatever the admin’s language', async () => {
    const t = translator('hi');
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader, 'weekly', {}, 'hi');
    const inTamil = (state: string) => admin.json('PUT', `/api/payments/${id}`, { state }, { 'accept-language': 'ta' });
    await inTamil('rejected');
    const rejected = await nextMail(site, user.email);
    expect(rejected.subject).toBe(t('mails.paymentRejectedSubject'));
    expect(rejected.text).toContain(t('plans.noNote'));
    await inTamil('confirmed');
    const confirmed = await nextMail(site, user.email);
    expect(confirmed.subject).toBe(t('mails.paymentConfirmedSubject'));
    expect(confirmed.text).toContain('/hi/payment');
  });

  test('as rejected ends access at once, states the reason, and can be reverted', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader);
    await decidePayment(admin, id, 'rejected', 'No such credit on 21 November.');
    expect((await ownPlan(reader)).isPaid).toBe(false);
    const mail = await nextMail(site, user.email);
    expect(mail.text).toContain('No such credit on 21 November.');
    await decidePayment(admin, id, 'confirmed');
    expect(await ownPlan(reader)).toMatchObject({ isPaid: true, state: 'confirmed' });
  });

  test('several times in the same way notifies the reader once and creates one receipt', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader);
    const answers = await Promise.all([1, 2, 3].map(() => decidePayment(admin, id, 'confirmed')));
    expect(new Set(answers.map(({ body }) => body.receipt_number)).size).toBe(1);
    const { rows } = await site.db.execute(`SELECT id FROM outbox WHERE recipient = '${user.email}'`);
    expect(rows).toHaveLength(1);
    const { acts } = (await admin.get(`/api/audit?search=payment ${id}`)).body;
    expect(acts).toHaveLength(1);
  });

  test('differently at the same moment is a conflict for the second admin', async () => {
    const reader = await site.as('reader');
    const { id } = await declarePayment(reader);
    const decideAs = (client: Client, state: string) =>
      client.json('PUT', `/api/payments/${id}`, { state, from: 'declared' });
    const other = await site.as('admin');
    const answers = await Promise.all([decideAs(admin, 'confirmed'), decideAs(other, 'rejected')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('Somebody else') });
    // The same decision is no conflict, and neither is one on the current state.
    const { state } = (await ownPlan(reader)).claims[0];
    expect((await decideAs(other, state)).status).toBe(200);
    expect((await admin.json('PUT', `/api/payments/${id}`, { state: 'declared', from: state })).status).toBe(200);
  });

  test('with only a note is audited, once per note', async () => {
    const { id } = await declarePayment(await site.as('reader'));
    for (const note of ['Asked the bank.', 'Asked the bank.', 'The bank says no.'])
      await decidePayment(admin, id, 'declared', note);
    const { acts } = (await admin.get(`/api/audit?search=payment ${id}`)).body;
    expect(acts).toMatchObject([
      { action: 'payment.noted', details: { note: 'The bank says no.' } },
      { action: 'payment.noted', details: { note: 'Asked the bank.' } },
    ]);
  });

  test('asks for the password again if it was entered long ago, in every way to decide', async () => {
    const late = await site.as('admin');
    const { id } = await declarePayment(await site.as('reader'));
    site.advance(20 * 60_000);
    const acts = [
      () => late.json('PUT', `/api/payments/${id}`, { state: 'confirmed' }),
      () => late.json('PUT', `/api/payments/${id}`, { state: 'rejected' }),
      () => late.json('POST', '/api/statement_lines/1/pair', { claim_id: id }),
      () => late.form('POST', '/api/statements', { statement: statementFile([]) }),
    ];
    for (const act of acts) expect(await act()).toMatchObject({ status: 403, body: { code: 'confirm_password' } });
    expect((await late.get(`/api/payments?state=declared&before=${id + 1}`)).body.claims[0]).toMatchObject({ id });
    await late.json('POST', '/api/user/confirm_password', { password });
    expect((await acts[0]?.())?.status).toBe(200);
  });

  test('is for admins only', async () => {
    const { id } = await declarePayment(await site.as('reader'));
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
      [await site.as('editor'), 403],
    ] as const)
      expect((await client.json('PUT', `/api/payments/${id}`, { state: 'confirmed' })).status).toBe(status);
    expect((await decidePayment(admin, 999_999, 'confirmed')).status).toBe(404);
    expect((await decidePayment(admin, id, 'paid')).status).toBe(422);
  });
});

describe('the ledger', () => {
  test('can be listed, filtered, searched and exported', async () => {
    const user = await site.createUser('reader', { name: '=HYPERLINK("x")' });
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const utr = newUtr();
    const claim = await declarePayment(reader, 'weekly', { utr });
    for (const search of [user.email, utr, claim.reference.toLowerCase()])
      expect((await admin.get(`/api/payments?search=${encodeURIComponent(search)}`)).body.claims).toMatchObject([
        { id: claim.id, utr },
      ]);
    expect((await admin.get(`/api/payments?state=rejected&search=${utr}`)).body.claims).toEqual([]);
    const csv = await admin.get(`/api/payments.csv?search=${utr}`);
    expect(csv.headers.get('content-disposition')).toContain('payments.csv');
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv.body);
    expect(text.startsWith('\uFEFFid,declared_at,name')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain('10.00');
  });
});
