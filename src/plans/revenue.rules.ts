// Payments, renewals and running plans by month in India.

import { isoDate, monthsUntil, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { type Claim, type Lengthening, type PlanName, paidPeriods } from './plans.rules.ts';

interface Payments {
  payments: number;
  amount_minor: number;
}

export interface RevenueMonth extends Payments {
  /** Such as "2026-11". */
  month: string;
  plans: Record<PlanName, Payments>;
  /** Payments of readers who had not paid before. */
  first_payments: number;
  renewals: number;
  /** Plans that ended without a further payment in time. */
  ended: number;
  /** Running plans at the end of the month, or now. */
  running: number;
}

export type PaidClaim = Claim & { amountMinor: number };

const none = (): Payments => ({ payments: 0, amount_minor: 0 });

/** The last `count` months without any payments; the last of them is that of `now`. */
export function emptyMonths(now: Date, count: number): RevenueMonth[] {
  return monthsUntil(isoDate(now), count).map((month) => ({
    month,
    ...none(),
    plans: { weekly: none(), monthly: none(), yearly: none() },
    first_payments: 0,
    renewals: 0,
    ended: 0,
    running: 0,
  }));
}

const monthOf = (instant: Date) => isoDate(instant).slice(0, 7);

function add(to: Payments, amountMinor: number) {
  to.payments += 1;
  to.amount_minor += amountMinor;
}

/** Adds the confirmed payments of one reader to the months. */
export function addReader(
  months: readonly RevenueMonth[],
  claims: readonly PaidClaim[],
  now: Date,
  lengthenings: readonly Lengthening[] = [],
): void {
  const confirmed = claims
    .filter(({ state }) => state === 'confirmed')
    .toSorted((a, b) => a.declaredAt.getTime() - b.declaredAt.getTime());
  const find = (instant: Date) => months.find(({ month }) => month === monthOf(instant));
  for (const [index, { plan, confirmedAt, declaredAt, amountMinor }] of confirmed.entries()) {
    const month = find(confirmedAt ?? declaredAt);
    if (!month) continue;
    add(month, amountMinor);
    add(month.plans[plan], amountMinor);
    month[index === 0 ? 'first_payments' : 'renewals'] += 1;
  }
  const periods = paidPeriods(confirmed, lengthenings);
  for (const { until } of periods) {
    // A plan that ends at midnight ends with the day before.
    const month = until <= now ? find(new Date(until.getTime() - 1)) : undefined;
    if (month) month.ended += 1;
  }
  for (const [index, month] of months.entries()) {
    const next = months[index + 1]?.month;
    const at = next === undefined ? now : startOfDayInIndia(`${next}-01`);
    if (periods.some(({ from, until }) => from < at && until > at)) month.running += 1;
  }
}
