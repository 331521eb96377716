import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Client } from '#test/client.ts';
import { declarePayment, newUtr, statementFile } from '#test/factories/payments.ts';
import { allMail, nextMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { graceHours, policy, prices } from '../plans.settings.ts';

const site = siteForFile();
let admin: Client;
beforeAll(async () => {
  admin = await site.as('admin');
});

const ownPlan = async (reader: Client) => (await reader.get('/api/user/plan')).body;
const decide = (id: number, state: string, note?: string) =>
  admin.json('PUT', `/api/payments/${id}`, { state, ...(note && { note }) });

/** Runs with settings that others must not see. */
async function withSettings(
  values: [{ key: string; schema: never; default: never } | unknown, unknown][],
  run: () => Promise<void>,
) {
  const { settings } = site.parts;
  const set = async (entries: [unknown, unknown][]) => {
    for (const [setting, value] of entries) await settings.set(site.db, setting as typeof policy, value as never); // each value fits its setting
    for (const [setting, value] of entries)
      await expect
        .poll(() => settings.get(setting as typeof policy))
        .toEqual(value ?? (setting as typeof policy).default);
  };
  await set(values);
  await run();
  await set(values.map(([setting]) => [setting, undefined]));
}

describe('the offers', () => {
  test('are the specification’s, open to anyone', async () => {
    const { status, body } = await site.visitor.get('/api/plans');
    expect(status).toBe(200);
    expect(body.plans).toEqual([
      { plan: 'weekly', amount_minor: 1000, currency: 'INR', length: { count: 7, unit: 'day' } },
      { plan: 'monthly', amount_minor: 4000, currency: 'INR', length: { count: 1, unit: 'month' } },
      { plan: 'yearly', amount_minor: 47_000, currency: 'INR', length: { count: 1, unit: 'year' } },
    ]);
    expect(body.policy).toBe('trust');
  });

  test('come with a link of its own for each payment', async () => {
    const links = await Promise.all([1, 2, 3].map(() => site.visitor.get('/api/payment_link?plan=yearly')));
    for (const { body } of links) {
      expect(body.upi_link).toMatch(
        /^upi:\/\/pay\?pa=newswing@upi&pn=News%20Wing&am=470\.00&cu=INR&tn=News%20Wing%20yearly%20plan&tr=NWY[A-Z2-7]{13}$/,
      );
      expect(body.upi_link).toContain(body.reference);
      expect(body.upi_link).not.toContain('tid=');
    }
    expect(new Set(links.map(({ body }) => body.reference)).size).toBe(3);
    expect((await site.visitor.get('/api/payment_link?plan=daily')).status).toBe(422);
  });
});

describe('declaring a payment', () => {
  test('works: access is open at once, and says until when', async () => {
    const reader = await site.as('reader');
    expect(await ownPlan(reader)).toMatchObject({ isPaid: false, plan: null, until: null, claims: [] });
    const claim = await declarePayment(reader, 'monthly', { utr: newUtr() });
    expect(claim).toMatchObject({ state: 'declared', amount_minor: 4000, receipt: null });
    const plan = await ownPlan(reader);
    expect(plan).toMatchObject({ isPaid: true, plan: 'monthly', state: 'declared' });
    const days = (Date.parse(plan.until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27.9);
    expect(days).toBeLessThan(31.1);
  });

  test('again while it runs adds to its end', async () => {
    const reader = await site.as('reader');
    await declarePayment(reader, 'weekly');
    await declarePayment(reader, 'weekly');
    const days = (Date.parse((await ownPlan(reader)).until) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(14, 1);
  });

  test('twice with the same reference, also at once, counts once', async () => {
    const reader = await site.as('reader');
    const { body: link } = await reader.get('/api/payment_link?plan=weekly');
    const body = { plan: 'weekly', reference: link.reference, amount_minor: link.amount_minor };
    const answers = await Promise.all([1, 2, 3, 4].map(() => reader.json('POST', '/api/payments', body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await ownPlan(reader)).claims).toHaveLength(1);
    expect((await (await site.as('reader')).json('POST', '/api/payments', body)).status).toBe(409);
  });

  test('with a UTR that serves another claim is refused; after a rejection it is free', async () => {
    const utr = newUtr();
    const first = await declarePayment(await site.as('reader'), 'weekly', { utr });
    const honest = await site.as('reader');
    const { body: link } = await honest.get('/api/payment_link?plan=weekly');
    const declare = () =>
      honest.json('POST', '/api/payments', { plan: 'weekly', reference: link.reference, amount_minor: 1000, utr });
    expect(await declare()).toMatchObject({
      status: 409,
      body: { fields: { utr: 'This UTR serves another payment.' } },
    });
    await decide(first.id, 'rejected');
    expect((await declare()).status).toBe(201);
    expect(await decide(first.id, 'declared')).toMatchObject({ status: 409 });
  });

  test('refuses visitors', async () => {
    expect((await site.visitor.json('POST', '/api/payments', {})).status).toBe(401);
    expect((await site.visitor.get('/api/user/plan')).status).toBe(401);
  });

  test.each([
    [{ plan: 'daily' }, 'plan', 'This value is not valid.'],
    [
      { reference: 'NWMAAAAAAAAAAAAA' },
      'reference',
      'This payment reference is not one of ours. Please choose the plan again.',
    ],
    [{ amount_minor: 1 }, 'reference', 'This payment reference is not one of ours. Please choose the plan again.'],
    [{ plan: 'yearly' }, 'reference', 'This payment reference is not one of ours. Please choose the plan again.'],
    [{ utr: '12345' }, 'utr', 'A UTR has twelve digits.'],
    [{ utr: 'CICAg1234567' }, 'utr', 'A UTR has twelve digits.'],
  ])('rejects %o', async (changes, field, sentence) => {
    const reader = await site.as('reader');
    const { body: link } = await reader.get('/api/payment_link?plan=monthly');
    const body = { plan: 'monthly', reference: link.reference, amount_minor: link.amount_minor, ...changes };
    expect(await reader.json('POST', '/api/payments', body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: sentence } },
    });
    expect((await ownPlan(reader)).isPaid).toBe(false);
  });

  test('under strict waits for the confirmation, under grace runs out without one', async () => {
    await withSettings([[policy, 'strict']], async () => {
      const reader = await site.as('reader');
      const claim = await declarePayment(reader);
      expect((await ownPlan(reader)).isPaid).toBe(false);
      await decide(claim.id, 'confirmed');
      expect((await ownPlan(reader)).isPaid).toBe(true);
    });
    await withSettings(
      [
        [policy, 'grace'],
        [graceHours, 2],
      ],
      async () => {
        const reader = await site.as('reader');
        const claim = await declarePayment(reader);
        const { isPaid, until } = await ownPlan(reader);
        expect(isPaid).toBe(true);
        expect(Date.parse(until) - Date.parse(claim.declared_at)).toBe(2 * 3_600_000);
        site.advance(3 * 3_600_000);
        expect((await ownPlan(reader)).isPaid).toBe(false);
        await admin.json('POST', '/api/user/confirm_password', { password });
        await decide(claim.id, 'confirmed');
        expect((await ownPlan(reader)).isPaid).toBe(true);
        site.advance(-3 * 3_600_000);
      },
    );
  });

  test('a price that changes holds for links that are made afterwards', async () => {
    const reader = await site.as('reader');
    const { body: old } = await reader.get('/api/payment_link?plan=weekly');
    await withSettings([[prices.weekly, 1500]], async () => {
      expect((await site.visitor.get('/api/payment_link?plan=weekly')).body.upi_link).toContain('am=15.00');
      const { status } = await reader.json('POST', '/api/payments', {
        plan: 'weekly',
        reference: old.reference,
        amount_minor: 1000,
      });
      expect(status).toBe(201);
    });
  });
});

describe('deciding', () => {
  test('a confirmation gives a receipt and tells the reader', async () => {
    const user = await site.createUser('reader', { name: 'Asha Rao' });
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader, 'yearly', { utr: newUtr() });
    expect(await decide(id, 'confirmed')).toMatchObject({
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
    expect((await (await site.as('reader')).get(`/api${claim.receipt}`)).status).toBe(404);
    expect((await (await site.as('editor')).get(`/api${claim.receipt}`)).status).toBe(404);
    expect((await site.visitor.get(`/api${claim.receipt}`)).status).toBe(401);
  });

  test('the reader is told in the language in which he declared, whoever decides in which', async () => {
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

  test('a rejection ends access at once, tells why, and can be taken back', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader);
    await decide(id, 'rejected', 'No such credit on 21 November.');
    expect((await ownPlan(reader)).isPaid).toBe(false);
    const mail = await nextMail(site, user.email);
    expect(mail.text).toContain('No such credit on 21 November.');
    await decide(id, 'confirmed');
    expect(await ownPlan(reader)).toMatchObject({ isPaid: true, state: 'confirmed' });
  });

  test('the same twice tells the reader once and gives one receipt', async () => {
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    const { id } = await declarePayment(reader);
    const answers = await Promise.all([1, 2, 3].map(() => decide(id, 'confirmed')));
    expect(new Set(answers.map(({ body }) => body.receipt_number)).size).toBe(1);
    await nextMail(site, user.email);
    expect(await allMail(site, user.email)).toHaveLength(1);
    const { acts } = (await admin.get(`/api/audit?search=payment ${id}`)).body;
    expect(acts).toHaveLength(1);
  });

  test('a note by itself stands in the log, once', async () => {
    const { id } = await declarePayment(await site.as('reader'));
    for (const note of ['Asked the bank.', 'Asked the bank.', 'The bank says no.']) await decide(id, 'declared', note);
    const { acts } = (await admin.get(`/api/audit?search=payment ${id}`)).body;
    expect(acts).toMatchObject([
      { action: 'payment.noted', details: { note: 'The bank says no.' } },
      { action: 'payment.noted', details: { note: 'Asked the bank.' } },
    ]);
  });

  test('receipts of a year are numbered without a gap, also when many are given at once', async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, async () => declarePayment(await site.as('reader'))));
    await Promise.all(claims.map(({ id }) => decide(id, 'confirmed')));
    const { rows } = await site.db.execute('SELECT number FROM receipts ORDER BY number');
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1));
  });

  test('wants the password again when it was given long ago, however a payment is confirmed or rejected', async () => {
    const late = await site.as('admin');
    const { id } = await declarePayment(await site.as('reader'));
    site.advance(20 * 60_000);
    const acts = [
      () => late.json('PUT', `/api/payments/${id}`, { state: 'confirmed' }),
      () => late.json('PUT', `/api/payments/${id}`, { state: 'rejected' }),
      () => late.json('POST', '/api/statement_lines/1/pair', { claim_id: id }),
      () => late.form('POST', '/api/statements', { statement: statementFile([]) }),
    ];
    for (const act of acts) expect(await act()).toMatchObject({ status: 403, body: { confirm_password: true } });
    expect((await late.get(`/api/payments?state=declared&before=${id + 1}`)).body.claims[0]).toMatchObject({ id });
    await late.json('POST', '/api/user/confirm_password', { password });
    expect((await acts[0]?.())?.status).toBe(200);
    site.advance(-20 * 60_000);
  });

  test('is for admins only', async () => {
    const { id } = await declarePayment(await site.as('reader'));
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
      [await site.as('editor'), 403],
    ] as const)
      expect((await client.json('PUT', `/api/payments/${id}`, { state: 'confirmed' })).status).toBe(status);
    expect((await decide(999_999, 'confirmed')).status).toBe(404);
    expect((await decide(id, 'paid')).status).toBe(422);
  });
});

describe('the ledger', () => {
  test('is listed, filtered, searched and exported', async () => {
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

describe('reminders', () => {
  test('come once, three days before the end, to those who want them', async () => {
    const wants = await site.createUser('reader');
    const not = await site.createUser('reader');
    const graced = await site.createUser('reader');
    const declare = async (user: { email: string }) =>
      declarePayment(await site.visitor.login('/api/newswings_login', user.email, password), 'weekly', {}, 'hi');
    await declare(wants);
    await declare(not);
    // Two days of grace are no plan that ends.
    await withSettings([[policy, 'grace']], async () => void (await declare(graced)));
    const { until } = await ownPlan(await site.visitor.login('/api/newswings_login', wants.email, password));
    const silent = await site.visitor.login('/api/newswings_login', not.email, password);
    expect((await silent.json('PUT', '/api/user/reminders', { on: false })).status).toBe(200);
    const { remindOfEnd } = await import('./reminders.jobs.ts');
    const run = () => site.parts.jobs.send(remindOfEnd, {});
    const finished = () =>
      expect
        .poll(
          async () =>
            (
              await site.db.execute(
                "SELECT count(*)::int AS n FROM jobs.job WHERE name = 'plans.remind' AND state <> 'completed'",
              )
            ).rows,
        )
        .toEqual([{ n: 0 }]);
    await run();
    await finished();
    site.advance(4.5 * 86_400_000);
    await run();
    const end = new Intl.DateTimeFormat('hi-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
    const { subject, text } = await nextMail(site, wants.email);
    expect(subject).toBe(translator('hi')('mails.planEndsSubject', { end: end.format(Date.parse(until)) }));
    expect(text).toContain('/hi/payment');
    await run();
    await run();
    await finished();
    expect(await allMail(site, wants.email)).toHaveLength(1);
    for (const user of [not, graced]) expect(await allMail(site, user.email)).toEqual([]);
    site.advance(-4.5 * 86_400_000);
  });
});
