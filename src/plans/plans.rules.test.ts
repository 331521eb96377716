import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addLength,
  type Claim,
  canDownload,
  entitlementOf,
  findReference,
  isCurrentLink,
  isPhone,
  isTrusted,
  isUtr,
  openingOf,
  paidPeriods,
  planOf,
  rupees,
  upiLink,
} from './plans.rules.ts';

const day = 86_400_000;
const at = (text: string) => new Date(`${text}T12:00:00+05:30`);

let ids = 0;
const claim = (changes: Partial<Claim> = {}): Claim => ({
  id: ++ids,
  plan: 'monthly',
  length: { count: 1, unit: 'month' },
  state: 'declared',
  policy: 'trust',
  graceHours: 48,
  declaredAt: at('2026-03-10'),
  confirmedAt: null,
  decidedAt: null,
  ...changes,
});

test.each([
  ['2026-01-31', { count: 1, unit: 'month' }, '2026-02-28'],
  ['2028-01-31', { count: 1, unit: 'month' }, '2028-02-29'],
  ['2026-03-10', { count: 7, unit: 'day' }, '2026-03-17'],
  ['2028-02-29', { count: 1, unit: 'year' }, '2029-02-28'],
  ['2026-12-15', { count: 1, unit: 'month' }, '2027-01-15'],
] as const)('%s plus %o is %s', (from, length, until) => {
  expect(addLength(at(from), length)).toEqual(at(until));
});

test('a month that begins at night in India is a month of the Indian calendar', () => {
  expect(addLength(new Date('2026-01-31T20:00:00Z'), { count: 1, unit: 'month' })).toEqual(
    new Date('2026-02-28T20:00:00Z'),
  ); // 1 Feb → 1 March
});

test('a declared payment gives access at once (trust), for the grace period (grace) or not (strict)', () => {
  const now = new Date(at('2026-03-10').getTime() + 47 * 3_600_000);
  const later = new Date(at('2026-03-10').getTime() + 49 * 3_600_000);
  expect(entitlementOf([claim()], later)).toMatchObject({
    plan: 'monthly',
    until: at('2026-04-10'),
    state: 'declared',
  });
  expect(entitlementOf([claim({ policy: 'grace' })], now)).toBeDefined();
  expect(entitlementOf([claim({ policy: 'grace' })], later)).toBeUndefined();
  expect(entitlementOf([claim({ policy: 'strict' })], now)).toBeUndefined();
});

describe('after a rejection', () => {
  const rejected = claim({ state: 'rejected', decidedAt: at('2026-03-12') });
  const now = at('2026-03-14');

  test.each(['trust', 'grace', 'strict'] as const)('undecided claims open nothing under %s', (policy) => {
    const earlier = claim({ policy, declaredAt: at('2026-03-11') });
    const later = claim({ policy, declaredAt: at('2026-03-13') });
    expect(entitlementOf([rejected, earlier, later], now)).toBeUndefined();
    expect(openingOf(later, { isPaid: false, trusted: isTrusted([rejected, later]) }, now).opens).toBe('closed');
  });

  test('confirmed plans go on, and are not extended by undecided claims', () => {
    const paid = claim({ state: 'confirmed', declaredAt: at('2026-03-01'), decidedAt: at('2026-03-02') });
    expect(entitlementOf([paid, rejected, claim()], now)).toMatchObject({
      state: 'confirmed',
      until: at('2026-04-01'),
    });
  });

  test('a confirmation, or taking the rejection back, restores trust', () => {
    const confirmed = claim({ state: 'confirmed', decidedAt: at('2026-03-13') });
    expect(entitlementOf([rejected, confirmed, claim()], now)?.until).toEqual(at('2026-05-10'));
    const undone = { ...rejected, state: 'declared', decidedAt: null } as const;
    expect(entitlementOf([undone], now)).toBeDefined();
    expect(isTrusted([{ ...confirmed, decidedAt: at('2026-03-11') }, rejected])).toBe(false);
  });
});

describe('under the grace policy', () => {
  const graced = (changes: Partial<Claim> = {}) => claim({ policy: 'grace', ...changes });
  const hours = (count: number, from = at('2026-03-10')) => new Date(from.getTime() + count * 3_600_000);

  test('a plan ends with the grace period, and at its own end once it is confirmed', () => {
    expect(entitlementOf([graced()], hours(1))).toMatchObject({ until: hours(48), state: 'declared' });
    const confirmed = graced({ state: 'confirmed', confirmedAt: hours(24) });
    expect(entitlementOf([confirmed], hours(30))).toMatchObject({ until: at('2026-04-10'), state: 'confirmed' });
  });

  test('a plan shorter than the grace period ends at its own end', () => {
    const short = graced({ length: { count: 1, unit: 'day' }, graceHours: 720 });
    expect(entitlementOf([short], hours(1))?.until).toEqual(at('2026-03-11'));
  });

  test('another purchase extends a confirmed plan only if its grace period ends later', () => {
    const first = claim({ state: 'confirmed', confirmedAt: at('2026-03-10') });
    const early = graced({ declaredAt: at('2026-04-01'), plan: 'yearly' });
    expect(entitlementOf([first, early], at('2026-04-02'))).toMatchObject({
      plan: 'monthly',
      until: at('2026-04-10'),
      state: 'confirmed',
    });
    const late = graced({ declaredAt: at('2026-04-09'), plan: 'yearly' });
    expect(entitlementOf([first, late], at('2026-04-09'))).toMatchObject({
      plan: 'yearly',
      from: at('2026-03-10'),
      until: at('2026-04-11'),
      state: 'declared',
    });
    expect(entitlementOf([first, late], at('2026-04-12'))).toBeUndefined();
  });

  test('a confirmed plan does not start at the end of an unconfirmed one', () => {
    const next = claim({ declaredAt: at('2026-03-11'), state: 'confirmed', confirmedAt: at('2026-03-11') });
    expect(entitlementOf([graced(), next], at('2026-03-11'))?.until).toEqual(at('2026-04-11'));
  });
});

test('a confirmed plan runs from its declaration, under strict from its confirmation', () => {
  const confirmed = { state: 'confirmed', confirmedAt: at('2026-03-14') } as const;
  expect(entitlementOf([claim(confirmed)], at('2026-03-20'))?.until).toEqual(at('2026-04-10'));
  expect(entitlementOf([claim({ ...confirmed, policy: 'strict' })], at('2026-03-20'))?.until).toEqual(at('2026-04-14'));
});

test('buying again extends a running plan; after a gap a new one starts', () => {
  const first = claim();
  const second = claim({ declaredAt: at('2026-04-01') });
  const third = claim({ declaredAt: at('2026-09-01'), plan: 'weekly', length: { count: 7, unit: 'day' } });
  expect(entitlementOf([second, first], at('2026-05-09'))).toMatchObject({
    from: at('2026-03-10'),
    until: at('2026-05-10'),
  });
  expect(entitlementOf([first, second], at('2026-05-11'))).toBeUndefined();
  expect(entitlementOf([first, second, third], at('2026-09-02'))).toMatchObject({
    plan: 'weekly',
    from: at('2026-09-01'),
    until: at('2026-09-08'),
  });
});

test('a rejected payment does not shorten the next one, which moves up', () => {
  const second = claim({ declaredAt: at('2026-04-01') });
  expect(entitlementOf([claim({ state: 'rejected' }), second], at('2026-04-20'))).toMatchObject({
    until: at('2026-05-01'),
  });
});

test('more payments never end a plan earlier', () => {
  const someClaims = fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 400 }),
      unit: fc.constantFrom<Claim['length']['unit']>('day', 'month', 'year'),
      count: fc.integer({ min: 1, max: 3 }),
      policy: fc.constantFrom<Claim['policy']>('trust', 'grace'),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(someClaims, fc.integer({ min: 0, max: 800 }), (list, days) => {
      const claims = list.map(({ days, policy, ...length }) =>
        claim({ length, policy, graceHours: 720, declaredAt: new Date(at('2026-01-01').getTime() + days * day) }),
      );
      const now = new Date(at('2026-01-01').getTime() + days * day);
      const all = entitlementOf(claims, now);
      for (const one of claims)
        expect((all?.until.getTime() ?? 0) >= (entitlementOf([one], now)?.until.getTime() ?? 0)).toBe(true);
    }),
  );
});

test('decides who may download', () => {
  const running = entitlementOf([claim()], at('2026-03-11'));
  expect(canDownload('visitor', undefined)).toEqual({ no: 'sign_in' });
  expect(canDownload('reader', undefined)).toEqual({ no: 'plan_needed' });
  expect(canDownload('reader', running)).toEqual({ ok: true, until: at('2026-04-10') });
  expect(canDownload('editor', undefined)).toEqual({ ok: true });
});

test('the UPI link has two decimals, %20 for a space, and a bare @', () => {
  const link = upiLink({
    payeeId: 'news.wing@bank',
    payeeName: 'News Wing',
    amountMinor: 47_000,
    note: 'News Wing yearly plan',
    reference: 'NWYABCDEFGH23456',
  });
  expect(link).toBe(
    'upi://pay?pa=news.wing@bank&pn=News%20Wing&am=470.00&cu=INR&tn=News%20Wing%20yearly%20plan&tr=NWYABCDEFGH23456',
  );
});

test('a payment link stays valid for the same price, payee and name only', () => {
  const payment = { payeeId: 'news.wing@bank', payeeName: 'News & Wing', amountMinor: 47_000 };
  const link = upiLink({ ...payment, note: 'News Wing yearly plan', reference: 'NWYABCDEFGH23456' });
  expect(isCurrentLink(link, payment)).toBe(true);
  for (const change of [
    { amountMinor: 48_000 },
    { amountMinor: undefined },
    { payeeId: 'other@bank' },
    { payeeName: 'News Wing' },
  ])
    expect(isCurrentLink(link, { ...payment, ...change })).toBe(false);
});

test('references are found in bank narrations', () => {
  for (const narration of [
    'UPI/CR/632415781234/ASHA RAO/NWMABCDEFGH23456/SBI',
    'upi-asha-nwmabcdefgh23456',
    'NEFT NWM ABCDE FGH23 456 X',
  ])
    expect(findReference(narration)).toBe('NWMABCDEFGH23456');
  expect(findReference('UPI/632415781234/nothing of ours')).toBeUndefined();
});

test('recognizes UTRs and phones, and formats amounts', () => {
  expect([isUtr('632415781234'), isUtr('63241578123'), isUtr('CICAg12345678')]).toEqual([true, false, false]);
  expect([rupees(1000), rupees(4000), rupees(47_000), rupees(1)]).toEqual(['10.00', '40.00', '470.00', '0.01']);
  expect([isPhone('Mozilla/5.0 (Linux; Android 14)'), isPhone('Mozilla/5.0 (X11; Linux x86_64)')]).toEqual([
    true,
    false,
  ]);
});

describe('a late newspaper', () => {
  const paid = (declaredAt: string, changes: Partial<Claim> = {}) =>
    claim({
      plan: 'weekly',
      length: { count: 7, unit: 'day' },
      state: 'confirmed',
      declaredAt: at(declaredAt),
      ...changes,
    });
  const late = { day: '2026-03-22', days: 2 };
  const untilOf = (claims: Claim[], now: string, lengthenings = [late]) =>
    entitlementOf(claims, at(now), lengthenings)?.until;

  test('lengthens the plan that runs when its day ends, and no other', () => {
    expect(untilOf([paid('2026-03-20')], '2026-03-24')).toEqual(at('2026-03-29'));
    expect(untilOf([paid('2026-03-23')], '2026-03-24')).toEqual(at('2026-03-30')); // bought a day later
    expect(untilOf([paid('2026-03-15')], '2026-03-22', [])).toBeUndefined();
    expect(planOf([paid('2026-03-15')], [late], at('2026-03-24'))).toEqual({ running: undefined, lengthened: [] });
    expect(planOf([paid('2026-03-20', { state: 'rejected' })], [late], at('2026-03-24')).lengthened).toEqual([]);
  });

  test('reopens a plan that ended while the newspaper was awaited, and moves the one that followed', () => {
    const ended = paid('2026-03-16'); // until the 23rd
    expect(untilOf([ended], '2026-03-24')).toEqual(at('2026-03-25'));
    expect(untilOf([ended, paid('2026-03-24')], '2026-03-24')).toEqual(at('2026-04-01')); // 25 March and a week
  });

  test('lengthens plans in sequence once, and each late newspaper counts', () => {
    const sequence = [paid('2026-03-20'), paid('2026-03-21'), paid('2026-03-26')];
    const next = { day: '2026-03-29', days: 7 };
    expect(untilOf(sequence, '2026-03-27')).toEqual(at('2026-04-12'));
    expect(planOf(sequence, [next, late], at('2026-03-30'))).toMatchObject({
      running: { from: at('2026-03-20'), until: at('2026-04-19') },
      lengthened: [
        { ...late, until: at('2026-04-05') },
        { ...next, until: at('2026-04-19') },
      ],
    });
    expect(paidPeriods(sequence, [late, next])).toMatchObject([{ from: at('2026-03-20'), until: at('2026-04-19') }]);
  });

  test('lengthens no grace period, but the plan once it is confirmed', () => {
    const graced = paid('2026-03-21', { state: 'declared', policy: 'grace' });
    expect(untilOf([graced], '2026-03-22')).toEqual(at('2026-03-23'));
    const confirmed: Claim = { ...graced, state: 'confirmed', confirmedAt: at('2026-03-24') };
    expect(untilOf([confirmed], '2026-03-25')).toEqual(at('2026-03-30'));
  });
});
