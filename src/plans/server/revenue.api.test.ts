import { beforeAll, describe, expect, test } from 'vitest';
import { dayMs, isoDate } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { decidePayment, declarePayment } from '#test/factories/payments.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { RevenueMonth } from '../revenue.rules.ts';

const site = siteForFile();
let accountant: Client;
beforeAll(async () => {
  accountant = await site.as('accountant');
});

const months = async (): Promise<RevenueMonth[]> =>
  (await (await site.as('accountant')).get('/api/payments/months')).body;

describe('works', () => {
  test('payments, renewals, ended and running plans, with the same as CSV', async () => {
    const before = await months();
    expect(before).toHaveLength(12);
    expect(before.at(-1)).toMatchObject({ month: isoDate(site.services.now()).slice(0, 7), payments: 0 });
    const admin = await site.as('admin');
    const [one, two, three] = await Promise.all([site.as('reader'), site.as('reader'), site.as('reader')]);
    const pay = async (reader: Client, plan: 'weekly' | 'yearly') => {
      const claim = await declarePayment(reader, plan);
      expect((await decidePayment(admin, claim.id, 'confirmed')).status).toBe(200);
      return claim.amount_minor;
    };
    const weekly = await pay(one, 'weekly');
    await pay(one, 'weekly');
    const yearly = await pay(two, 'yearly');
    await declarePayment(three, 'yearly'); // nobody has confirmed it
    expect((await months()).at(-1)).toEqual({
      month: before.at(-1)?.month,
      payments: 3,
      amount_minor: 2 * weekly + yearly,
      plans: {
        weekly: { payments: 2, amount_minor: 2 * weekly },
        monthly: { payments: 0, amount_minor: 0 },
        yearly: { payments: 1, amount_minor: yearly },
      },
      first_payments: 2,
      renewals: 1,
      ended: 0,
      running: 2,
    });
    site.advance(15 * dayMs);
    const later = await months();
    expect(later.at(-1)).toMatchObject({ running: 1 });
    expect(later.reduce((sum, { ended }) => sum + ended, 0)).toBe(1);
    const csv = await (await site.as('accountant')).get('/api/payments/months.csv');
    const lines = new TextDecoder().decode(csv.body).trim().split('\r\n');
    expect(lines).toHaveLength(13);
    expect(lines[0]).toContain('Month,Payments,Amount (₹),Weekly: Payments');
    expect(csv.headers.get('content-disposition')).toContain('payments-by-month.csv');
  });
});

describe('refuses', () => {
  test.each(['/api/payments/months', '/api/payments/months.csv'])('%s to all but the accounts', async (path) => {
    expect((await accountant.get(path)).status).toBe(200);
    expect((await site.visitor.get(path)).status).toBe(401);
    for (const role of ['reader', 'editor'] as const) expect((await (await site.as(role)).get(path)).status).toBe(403);
  });
});
