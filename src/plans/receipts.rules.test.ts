import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountInWords, financialYearOf, receiptNumber, splitTax } from './receipts.rules.ts';
import { stateCode, stateNames, taxHeads } from './states.rules.ts';

test.each([
  ['2026-03-31T18:29:59Z', '2025-26'],
  ['2026-03-31T18:30:00Z', '2026-27'],
  ['2026-12-31T00:00:00Z', '2026-27'],
  ['2099-05-01T00:00:00Z', '2099-00'],
])('%s is in the financial year %s', (instant, year) => {
  expect(financialYearOf(new Date(instant))).toBe(year);
});

test('receipt numbers have at most 16 characters', () => {
  expect(receiptNumber('2026-27', 42)).toBe('NW/26-27/000042');
  expect(receiptNumber('2026-27', 999_999).length).toBeLessThanOrEqual(16);
});

test.each([
  [1000, 'Ten Rupees Only'],
  [4000, 'Forty Rupees Only'],
  [47_000, 'Four Hundred Seventy Rupees Only'],
  [12_345_678, 'One Lakh Twenty Three Thousand Four Hundred Fifty Six Rupees And Seventy Eight Paise Only'],
])('%i paise are "%s"', (amount, text) => {
  expect(amountInWords(amount)).toBe(text);
});

test.each([
  ['within a state', '27', '27', ['CGST', 'SGST']],
  ['between states', '27', '29', ['IGST']],
  ['within a territory', '04', '04', ['CGST', 'UTGST']],
  ['within Delhi, which has an assembly', '07', '07', ['CGST', 'SGST']],
])('%s the tax heads are correct', (_, seller, buyer, heads) => {
  expect(taxHeads(seller, buyer)).toEqual(heads);
});

test('a state is recognized by its name only', () => {
  expect(stateCode(' Maharashtra ')).toBe('27');
  expect(stateCode('Bombay')).toBeUndefined();
  expect(stateNames).toHaveLength(36);
});

test('taxable value and tax add up to what was paid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom(1, 2),
      (amount, rate, heads) => {
        const { taxable, each } = splitTax(amount, rate, heads);
        expect(taxable + each * heads).toBe(amount);
        expect(Math.abs(each - (taxable * rate) / heads / 100)).toBeLessThanOrEqual(1);
      },
    ),
  );
});
