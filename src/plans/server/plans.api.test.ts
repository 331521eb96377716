import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { decidePayment, declarePayment, newUtr, ownPlan } from '#test/factories/payments.ts';
import { withSettings } from '#test/settings.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { graceHours, policy, prices } from '../plans.settings.ts';

const site = siteForFile();
let admin: Client;
beforeAll(async () => {
  admin = await site.as('admin');
});

describe('the offers', () => {
  test('match the specification and are public', async () => {
    const { status, body } = await site.visitor.get('/api/plans');
    expect(status).toBe(200);
    expect(body.plans).toEqual([
      { plan: 'weekly', amount_minor: 1000, currency: 'INR', length: { count: 7, unit: 'day' } },
      { plan: 'monthly', amount_minor: 4000, currency: 'INR', length: { count: 1, unit: 'month' } },
      { plan: 'yearly', amount_minor: 47_000, currency: 'INR', length: { count: 1, unit: 'year' } },
    ]);
    expect(body.policy).toBe('trust');
  });

  test('have a separate link for each payment', async () => {
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
  test('gives access at once and returns when it ends', async () => {
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

  test('again while a plan runs extends it', async () => {
    const reader = await site.as('reader');
    await declarePayment(reader, 'weekly');
    await declarePayment(reader, 'weekly');
    const days = (Date.parse((await ownPlan(reader)).until) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(14, 1);
  });

  test('twice with the same reference, even simultaneously, counts once', async () => {
    const reader = await site.as('reader');
    const { body: link } = await reader.get('/api/payment_link?plan=weekly');
    const body = { plan: 'weekly', reference: link.reference, amount_minor: link.amount_minor };
    const answers = await Promise.all([1, 2, 3, 4].map(() => reader.json('POST', '/api/payments', body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await ownPlan(reader)).claims).toHaveLength(1);
    expect((await (await site.as('reader')).json('POST', '/api/payments', body)).status).toBe(409);
  });

  test('with the UTR of another claim is refused; after its rejection the UTR is free', async () => {
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
    await decidePayment(admin, first.id, 'rejected');
    expect((await declare()).status).toBe(201);
    expect(await decidePayment(admin, first.id, 'declared')).toMatchObject({ status: 409 });
  });

  test('with one UTR by many readers at once succeeds for exactly one of them', async () => {
    const utr = newUtr();
    const readers = await Promise.all(Array.from({ length: 6 }, () => site.as('reader')));
    const answers = await Promise.all(
      readers.map(async (reader) => {
        const { body: link } = await reader.get('/api/payment_link?plan=weekly');
        const { reference, amount_minor } = link;
        return reader.json('POST', '/api/payments', { plan: 'weekly', reference, amount_minor, utr });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const { claims } = (await admin.get(`/api/payments?search=${utr}`)).body;
    expect(claims).toHaveLength(1);
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

  test.each(['trust', 'grace'] as const)(
    'after a rejection waits for its confirmation, under %s too',
    async (setting) => {
      await withSettings(site, [[policy, setting]], async () => {
        const reader = await site.as('reader');
        const [first, second] = [await declarePayment(reader), await declarePayment(reader, 'weekly')];
        expect(await ownPlan(reader)).toMatchObject({ isPaid: true, policy: setting });
        await decidePayment(admin, first.id, 'rejected');
        const third = await declarePayment(reader, 'yearly', { utr: newUtr() });
        const { isPaid, policy, claims } = await ownPlan(reader);
        expect({ isPaid, policy }).toEqual({ isPaid: false, policy: 'strict' });
        expect(claims.map(({ opens }: { opens: string }) => opens)).toEqual(['closed', 'closed', 'closed']);
        const bystander = await site.as('reader');
        await declarePayment(bystander);
        expect((await ownPlan(bystander)).isPaid).toBe(true);

        await decidePayment(admin, third.id, 'confirmed');
        expect(await ownPlan(reader)).toMatchObject({ isPaid: true, plan: 'yearly', policy: setting });
        await decidePayment(admin, third.id, 'rejected');
        await decidePayment(admin, second.id, 'rejected');
        expect((await ownPlan(reader)).isPaid).toBe(false);
        await decidePayment(admin, second.id, 'declared');
        await decidePayment(admin, third.id, 'declared');
        await decidePayment(admin, first.id, 'declared');
        expect(await ownPlan(reader)).toMatchObject({ isPaid: true, policy: setting }); // all rejections are taken back
      });
    },
  );

  test('under strict needs a confirmation, under grace expires without one', async () => {
    await withSettings(site, [[policy, 'strict']], async () => {
      const reader = await site.as('reader');
      const claim = await declarePayment(reader);
      expect((await ownPlan(reader)).isPaid).toBe(false);
      await decidePayment(admin, claim.id, 'confirmed');
      expect((await ownPlan(reader)).isPaid).toBe(true);
    });
    await withSettings(
      site,
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
        await decidePayment(admin, claim.id, 'confirmed');
        expect((await ownPlan(reader)).isPaid).toBe(true);
        site.advance(-3 * 3_600_000);
      },
    );
  });

  test('accepts the old price for links made before a price change', async () => {
    const reader = await site.as('reader');
    const { body: old } = await reader.get('/api/payment_link?plan=weekly');
    await withSettings(site, [[prices.weekly, 1500]], async () => {
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
