import type { Context } from '#src/platform/context.ts';
import { writeCsv } from '#src/platform/text/csv.ts';
import { planNames, rupees } from '../plans.rules.ts';
import { addReader, emptyMonths, type RevenueMonth } from '../revenue.rules.ts';
import { listLengthenings } from './lengthenings.queries.ts';
import { listPaid } from './revenue.queries.ts';

const monthsShown = 12;
const readersAtOnce = 500; // some milliseconds; other requests are answered in between

/** The confirmed payments of the last twelve months. Whether a payment renews depends on all before it, so it reads all. */
export async function getRevenue({ db, now }: Pick<Context, 'db' | 'now'>): Promise<RevenueMonth[]> {
  const instant = now();
  const months = emptyMonths(instant, monthsShown);
  const lengthenings = await listLengthenings(db);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { last, readers } = await listPaid(db, after, readersAtOnce);
    for (const claims of readers) addReader(months, claims, instant, lengthenings);
    after = last;
  }
  return months;
}

/** The same as CSV: with a byte order mark for Excel. */
export async function exportRevenue(ctx: Context): Promise<string> {
  const { text } = ctx;
  const [payments, amount] = [text('revenue.payments'), text('revenue.amount')];
  const head = [
    text('revenue.month'),
    payments,
    `${amount} (₹)`,
    ...planNames.flatMap((plan) => [
      `${text(`plans.${plan}`)}: ${payments}`,
      `${text(`plans.${plan}`)}: ${amount} (₹)`,
    ]),
    text('revenue.newReaders'),
    text('revenue.renewals'),
    text('revenue.ended'),
    text('revenue.running'),
  ];
  const rows = (await getRevenue(ctx)).map((month) => [
    month.month,
    month.payments,
    rupees(month.amount_minor),
    ...planNames.flatMap((plan) => [month.plans[plan].payments, rupees(month.plans[plan].amount_minor)]),
    month.first_payments,
    month.renewals,
    month.ended,
    month.running,
  ]);
  return writeCsv([head, ...rows]);
}
