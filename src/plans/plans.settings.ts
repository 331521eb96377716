import { z } from 'zod';
import { policies } from './plans.rules.ts';

const paise = z.number().int().min(100).max(10_000_000);

/** Prices in paise, everything included. */
export const prices = {
  weekly: { key: 'plans.price_weekly', schema: paise, default: 1000 },
  monthly: { key: 'plans.price_monthly', schema: paise, default: 4000 },
  yearly: { key: 'plans.price_yearly', schema: paise, default: 47_000 },
};

const count = z.number().int().min(1).max(366);

export const lengths = {
  weekly: { key: 'plans.weekly_days', schema: count, default: 7 },
  monthly: { key: 'plans.monthly_months', schema: count, default: 1 },
  yearly: { key: 'plans.yearly_years', schema: count, default: 1 },
};

export const upiId = {
  key: 'plans.upi_id',
  schema: z.string().regex(/^[\w.-]{2,}@[a-z]{2,}$/i), // such as newswing@bank
  default: 'newswing@upi',
};

export const upiPayee = { key: 'plans.upi_payee', schema: z.string().min(1).max(50), default: 'News Wing' };

export const policy = { key: 'plans.policy', schema: z.enum(policies), default: 'trust' as const };

/** How long a declared payment opens the e-paper under the policy `grace`. */
export const graceHours = { key: 'plans.grace_hours', schema: z.number().int().min(1).max(720), default: 48 };

/** Days before the end of a plan at which its reader is reminded. */
export const reminderDays = { key: 'plans.reminder_days', schema: z.number().int().min(1).max(30), default: 3 };

/** Who the receipts are from. */
export const sellerName = { key: 'plans.seller_name', schema: z.string().min(1).max(100), default: 'News Wing' };
export const sellerAddress = {
  key: 'plans.seller_address',
  schema: z.string().max(300),
  default: '14 River Road, Suryanagar 400 099, India',
};

/** Empty while the paper is not registered: receipts then show no tax. */
export const gstin = {
  key: 'plans.gstin',
  schema: z.string().regex(/^(\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d])?$/), // such as 27ABCDE1234F1Z5
  default: '',
};

/** Percent; online news by subscription is an OIDAR service. Prices include it. */
export const gstRate = { key: 'plans.gst_rate', schema: z.number().min(0).max(40), default: 18 };
/** Service accounting code: online text-based information. */
export const sac = { key: 'plans.sac', schema: z.string().regex(/^\d{4,8}$/), default: '998431' };
