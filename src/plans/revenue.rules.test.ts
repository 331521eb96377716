import { expect, test } from 'vitest';
import type { PlanName } from './plans.rules.ts';
import { addReader, emptyMonths, type PaidClaim } from './revenue.rules.ts';

const now = new Date('2026-03-15T12:00:00+05:30');
const lengths = {
  weekly: { count: 7, unit: 'day' },
  monthly: { count: 1, unit: 'month' },
  yearly: { count: 1, unit: 'year' },
} as const;
let id = 0;
const paid = (plan: PlanName, day: string, changes: Partial<PaidClaim> = {}): PaidClaim => {
  id += 1;
  const at = new Date(`${day}T10:00:00+05:30`);
  const claim = { id, plan, length: lengths[plan], amountMinor: 1000, policy: 'trust', graceHours: 0 } as const;
  return { ...claim, state: 'confirmed', declaredAt: at, confirmedAt: at, decidedAt: at, ...changes };
};
const monthsOf = (...readers: PaidClaim[][]) => {
  const months = emptyMonths(now, 4);
  for (const claims of readers) addReader(months, claims, now);
  return months;
};
const column = (name: 'payments' | 'first_payments' | 'renewals' | 'ended' | 'running', ...readers: PaidClaim[][]) =>
  monthsOf(...readers).map((month) => month[name]);

test('the months end with the present one, over the end of a year', () => {
  expect(emptyMonths(now, 4).map(({ month }) => month)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
});

test('a payment counts in the month of its confirmation in India, by plan, with its amount', () => {
  const late = paid('monthly', '2026-01-30', { confirmedAt: new Date('2026-01-31T19:00:00Z'), amountMinor: 4900 });
  const [, january, february] = monthsOf([late], [paid('weekly', '2026-02-03')]);
  expect(january?.payments).toBe(0);
  expect(february).toMatchObject({
    payments: 2,
    amount_minor: 5900,
    plans: { weekly: { payments: 1 }, monthly: { payments: 1, amount_minor: 4900 }, yearly: { payments: 0 } },
  });
});

test('who has paid before renews, also before these months and after a pause', () => {
  const reader = [paid('weekly', '2025-06-01'), paid('weekly', '2026-01-05'), paid('weekly', '2026-03-01')];
  expect(column('first_payments', reader)).toEqual([0, 0, 0, 0]);
  expect(column('renewals', reader)).toEqual([0, 1, 0, 1]);
  expect(column('first_payments', [paid('weekly', '2026-02-01')])).toEqual([0, 0, 1, 0]);
});

test('a payment in time extends the plan; without one it ends, once it is over', () => {
  const renewed = [paid('monthly', '2025-12-10'), paid('monthly', '2026-01-09')]; // until 10 February
  expect(column('ended', renewed)).toEqual([0, 0, 1, 0]);
  expect(column('running', renewed)).toEqual([1, 1, 0, 0]);
  const lasting = [paid('yearly', '2026-01-01')];
  expect(column('ended', lasting)).toEqual([0, 0, 0, 0]);
  expect(column('running', lasting, renewed)).toEqual([1, 2, 1, 1]);
});

test('only confirmed payments count', () => {
  const claims = [
    paid('yearly', '2026-01-01', { state: 'declared' }),
    paid('yearly', '2026-01-01', { state: 'rejected' }),
  ];
  expect([column('payments', claims), column('running', claims)]).toEqual([Array(4).fill(0), Array(4).fill(0)]);
});
