import { z } from 'zod';
import type { TextKey } from '#src/messages/catalogue.ts';
import { defineSetting } from '#src/platform/settings/define-setting.ts';
import { type Policy, policies } from './plans.rules.ts';

const group = 'settings.plans' as const;

const price = (plan: string, label: TextKey, fallback: number) =>
  defineSetting({
    key: `plans.price_${plan}`,
    group,
    label,
    hint: 'settings.priceHint',
    input: { kind: 'rupees', min: 100, max: 10_000_000 },
    schema: z.number().int().min(100).max(10_000_000),
    default: fallback,
    guarded: true,
  });

/** Prices in paise, including tax. */
export const prices = {
  weekly: price('weekly', 'settings.priceWeekly', 1000),
  monthly: price('monthly', 'settings.priceMonthly', 4000),
  yearly: price('yearly', 'settings.priceYearly', 47_000),
};

const length = (key: string, label: TextKey, unit: TextKey, fallback: number) =>
  defineSetting({
    key: `plans.${key}`,
    group,
    label,
    input: { kind: 'number', min: 1, max: 366, unit },
    schema: z.number().int().min(1).max(366),
    default: fallback,
    guarded: true,
  });

export const lengths = {
  weekly: length('weekly_days', 'settings.weeklyDays', 'settings.days', 7),
  monthly: length('monthly_months', 'settings.monthlyMonths', 'settings.months', 1),
  yearly: length('yearly_years', 'settings.yearlyYears', 'settings.years', 1),
};

export const upiId = defineSetting({
  key: 'plans.upi_id',
  group,
  label: 'settings.upiId',
  input: { kind: 'text' },
  schema: z.string().regex(/^[\w.-]{2,}@[a-z]{2,}$/i, 'settings.upiIdInvalid'), // such as newswing@bank
  default: 'newswing@upi',
  guarded: true,
});

export const upiPayee = defineSetting({
  key: 'plans.upi_payee',
  group,
  label: 'settings.upiPayee',
  input: { kind: 'text' },
  schema: z.string().trim().min(1, 'errors.required').max(50, 'settings.tooLong'),
  default: 'News Wing',
  guarded: true,
});

const policyText: Record<Policy, TextKey> = {
  trust: 'settings.policyTrust',
  grace: 'settings.policyGrace',
  strict: 'settings.policyStrict',
};

export const policy = defineSetting<Policy>({
  key: 'plans.policy',
  group,
  label: 'settings.policy',
  hint: 'settings.policyHint',
  input: { kind: 'choice', choices: policies.map((value) => ({ value, label: policyText[value] })) },
  schema: z.enum(policies),
  default: 'trust',
  guarded: true,
});

/** Grace period of a declared payment under the policy `grace`. */
export const graceHours = defineSetting({
  key: 'plans.grace_hours',
  group,
  label: 'settings.graceHours',
  input: { kind: 'number', min: 1, max: 720, unit: 'settings.hours' },
  schema: z.number().int().min(1).max(720),
  default: 48,
  guarded: true,
});

/** Days before the end of a plan when its reader is reminded. */
export const reminderDays = defineSetting({
  key: 'plans.reminder_days',
  group,
  label: 'settings.reminderDays',
  input: { kind: 'number', min: 1, max: 30, unit: 'settings.days' },
  schema: z.number().int().min(1).max(30),
  default: 3,
});

/** Name of the seller on receipts. */
export const sellerName = defineSetting({
  key: 'plans.seller_name',
  group,
  label: 'settings.sellerName',
  input: { kind: 'text' },
  schema: z.string().trim().min(1, 'errors.required').max(100, 'settings.tooLong'),
  default: 'News Wing',
  guarded: true,
});

export const sellerAddress = defineSetting({
  key: 'plans.seller_address',
  group,
  label: 'settings.sellerAddress',
  input: { kind: 'lines' },
  schema: z.string().trim().max(300, 'settings.tooLong'),
  default: '14 River Road, Suryanagar 400 099, India',
  guarded: true,
});

/** Empty if the newspaper is not registered for GST; receipts then show no tax. */
export const gstin = defineSetting({
  key: 'plans.gstin',
  group,
  label: 'settings.gstin',
  hint: 'settings.gstinHint',
  input: { kind: 'text' },
  schema: z.string().regex(/^(\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d])?$/, 'settings.gstinInvalid'), // such as 27ABCDE1234F1Z5
  default: '',
  guarded: true,
});

/** GST rate in percent, included in the prices. Online news by subscription is an OIDAR service. */
export const gstRate = defineSetting({
  key: 'plans.gst_rate',
  group,
  label: 'settings.gstRate',
  input: { kind: 'number', min: 0, max: 40, unit: 'settings.percent' },
  schema: z.number().min(0).max(40),
  default: 18,
  guarded: true,
});

/** Service accounting code: online text-based information. */
export const sac = defineSetting({
  key: 'plans.sac',
  group,
  label: 'settings.sac',
  input: { kind: 'text' },
  schema: z.string().regex(/^\d{4,8}$/, 'settings.sacInvalid'),
  default: '998431',
  guarded: true,
});

export const planSettings = [
  ...Object.values(prices),
  ...Object.values(lengths),
  upiId,
  upiPayee,
  policy,
  graceHours,
  reminderDays,
  sellerName,
  sellerAddress,
  gstin,
  gstRate,
  sac,
];
