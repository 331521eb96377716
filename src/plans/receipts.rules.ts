// Receipts are numbered per Indian financial year, which begins on 1 April, and have the amount in words.

import { ToWords } from 'to-words';
import { toIndianClock } from '#src/rules/calendar.rules.ts';

/** The financial year of an instant in India: "2026-27". */
export function financialYearOf(instant: Date): string {
  const india = toIndianClock(instant);
  const begins = india.getUTCMonth() >= 3 ? india.getUTCFullYear() : india.getUTCFullYear() - 1;
  return `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`;
}

/** Number of a receipt, at most 16 characters as rule 46 requires: "NW/26-27/000042". */
export const receiptNumber = (financialYear: string, number: number): string =>
  `NW/${financialYear.slice(2)}/${String(number).padStart(6, '0')}`;

const words = new ToWords({ localeCode: 'en-IN', converterOptions: { currency: true, doNotAddOnly: false } });

/** Paise as words: 47000 → "Four Hundred Seventy Rupees Only". */
export const amountInWords = (amountMinor: number): string => words.convert(amountMinor / 100, { currency: true });

/**
 * Splits an amount that includes tax into the taxable value and equal taxes for each of `heads` tax heads, in paise.
 * The parts add up to the amount.
 */
export function splitTax(amountMinor: number, ratePercent: number, heads: number): { taxable: number; each: number } {
  const each = Math.round((amountMinor * ratePercent) / (100 + ratePercent) / heads);
  return { taxable: amountMinor - each * heads, each };
}
