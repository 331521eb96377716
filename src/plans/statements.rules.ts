// Parses statements of Indian banks and payment apps, in the formats of headings, dates and amounts found in practice.
import type { StatementColumns } from './plans.contract.ts';
import { findReference } from './plans.rules.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses a date (day before month, or year first) to "2026-11-21"; undefined if it is invalid. */
export function parseDay(text: string): string | undefined {
  const compact = text.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(compact); // 2026-11-21, with or without a time
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = /^(\d{1,2})[\s-/]+([A-Za-z]{3})[a-z]*[\s-/,]+(\d{4}|\d{2})(?!\d)/.exec(compact); // 21-Nov-26, 21 November 2026
  if (named) return dayOf(Number(named[3]), months.indexOf((named[2] ?? '').toLowerCase()) + 1, Number(named[1]));
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(compact); // 21/11/2026, 21.11.26
  return numbers ? dayOf(Number(numbers[3]), Number(numbers[2]), Number(numbers[1])) : undefined;
}

function dayOf(year: number, month: number, day: number) {
  const full = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const real = date.getUTCFullYear() === full && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : undefined;
}

// An integer of the database; ₹ 2 crore.
const maxPaise = 2_147_483_647;

/**
 * Parses a credit to paise: "1,00,000.00", "470.00 CR", "Rs. 40", "₹10". Zero for a debit or an empty cell ("470 DR",
 * "-40", "(40.00)"); undefined if it is not an amount.
 */
export function parseCredit(text: string): number | undefined {
  const compact = text.replaceAll(/[\s,₹]|Rs\.?|INR/gi, '');
  if (compact === '' || compact === '-') return 0;
  const [, sign, whole, paise = '', side = ''] = /^([-+(]?)(\d+)(?:\.(\d{1,2}))?\)?(cr|dr)?\.?$/i.exec(compact) ?? [];
  if (whole === undefined) return undefined;
  if (sign === '-' || sign === '(' || side.toLowerCase() === 'dr') return 0;
  const amount = Number(whole) * 100 + Number(paise.padEnd(2, '0') || '0');
  return amount <= maxPaise ? amount : undefined;
}

/** Whether a cell means a credit ("Cr", "CREDIT", "C") or a debit; undefined for anything else. */
export function isCredit(text: string): boolean | undefined {
  const [, credit, debit] =
    /^(?:(c|cr|credit|credited|deposit)|(d|dr|debit|debited|withdrawal))\.?$/i.exec(text.trim()) ?? [];
  return credit || debit ? credit !== undefined : undefined;
}

// "Dr / Cr", "Cr/Dr", "Debit/Credit": heading of a column with the direction of each amount.
const eitherSide = /(dr|debit)\W*(cr|credit)|(cr|credit)\W*(dr|debit)/i;
const creditsOnly = [/^(credit|deposit)/i, /credit|deposit|\bcr\b/i];

const kinds: { [K in keyof Required<StatementColumns>]: RegExp[] } = {
  date: [/^(txn|tran|transaction)\.? ?date/i, /^date/i, /date/i],
  narration: [/narration|particulars/i, /description|remarks|details/i],
  credit: [...creditsOnly, /^((txn|tran|transaction)\.? ?)?amount/i],
  direction: [eitherSide, /^((txn|tran|transaction)\.? ?)?type$/i],
  utr: [/utr|rrn/i, /ref(erence)?\.? ?(no|number|id)|chq/i, /transaction id/i],
};

/** Guesses the mapping of the columns from their headings. */
export function guessColumns(headings: string[]): Partial<StatementColumns> {
  const guess: Partial<StatementColumns> = {};
  for (const [kind, patterns] of Object.entries(kinds) as [keyof StatementColumns, RegExp[]][]) {
    const eligible = kind === 'credit' ? headings.filter((heading) => !eitherSide.test(heading)) : headings;
    const found = patterns.map((pattern) => eligible.find((heading) => pattern.test(heading))).find(Boolean);
    if (found) guess[kind] = found;
  }
  // "Type" next to a column of credits is the kind of payment, such as UPI.
  if (creditsOnly.some((pattern) => pattern.test(guess.credit ?? ''))) delete guess.direction;
  return guess;
}

/** Index of the heading row, or -1: banks print account details above the table. */
export const findHeadings = (rows: string[][]): number =>
  rows.findIndex((row) => {
    const { date, credit, narration } = guessColumns(row.map((cell) => cell.trim()));
    return (
      date !== undefined &&
      (credit !== undefined || narration !== undefined) &&
      row.filter((cell) => cell.trim()).length >= 3
    );
  });

export interface Credit {
  day: string;
  amountMinor: number;
  narration: string;
  utr: string | null;
  reference: string | null;
}

/** Parses one row to a credit, 'ignored' for debits, or the invalid column. */
export function readRow(
  row: Record<string, string>,
  columns: StatementColumns,
): Credit | 'ignored' | { bad: 'date' | 'amount' | 'direction' } {
  const amountMinor = parseCredit(row[columns.credit] ?? '');
  if (amountMinor === undefined) return { bad: 'amount' };
  const credited = columns.direction === undefined || isCredit(row[columns.direction] ?? '');
  if (amountMinor === 0 || credited === false) return 'ignored';
  if (credited === undefined) return { bad: 'direction' };
  const day = parseDay(row[columns.date] ?? '');
  if (!day) return { bad: 'date' };
  const narration = (row[columns.narration] ?? '').replaceAll(/\s+/g, ' ').trim();
  const utrCell = columns.utr ? (row[columns.utr] ?? '').trim() : '';
  const utr = [utrCell, narration].map((text) => /(?<!\d)\d{12}(?!\d)/.exec(text)?.[0]).find(Boolean); // twelve digits, no more
  return { day, amountMinor, narration, utr: utr ?? null, reference: findReference(`${utrCell} ${narration}`) ?? null };
}
