import { expect, test } from 'vitest';
import { findHeadings, guessColumns, isCredit, parseCredit, parseDay, readRow } from './statements.rules.ts';

test.each([
  ['21/11/2026', '2026-11-21'],
  ['21-11-26', '2026-11-21'],
  ['1.2.2026', '2026-02-01'],
  ['21-Nov-2026', '2026-11-21'],
  ['21 November 2026', '2026-11-21'],
  ['21 Nov 26 14:05:11', '2026-11-21'],
  ['2026-11-21T10:00:00', '2026-11-21'],
  ['21/11/2026 09:15 AM', '2026-11-21'],
])('%s is %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each(['', '31/02/2026', '11/21/2026', 'yesterday', '2026', '00/00/0000', '21-Nux-2026'])(
  '%j is not a day',
  (text) => {
    expect(parseDay(text)).toBeUndefined();
  },
);

test.each([
  ['1,00,000.00', 10_000_000],
  ['470.00 CR', 47_000],
  ['470.5', 47_050],
  ['Rs. 40', 4000],
  ['₹ 10.00', 1000],
  ['INR 470.00', 47_000],
  ['', 0],
  ['-', 0],
  ['470.00 DR', 0],
  ['-40.00', 0],
  ['(40.00)', 0],
])('%j is a credit of %i paise', (text, amount) => {
  expect(parseCredit(text)).toBe(amount);
});

test.each(['forty', '4.0.0', '12.345', '1e3', '21474836.48', '9'.repeat(400)])('%j is not an amount', (text) => {
  expect(parseCredit(text)).toBeUndefined();
});

test('headings are found below the bank’s preamble, and recognized', () => {
  const rows = [
    ['Account Statement'],
    ['Name', 'NEWS WING'],
    [],
    ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'],
  ];
  expect(findHeadings(rows)).toBe(3);
  expect(guessColumns(rows[3] ?? [])).toEqual({
    date: 'Txn Date',
    narration: 'Description',
    credit: 'Credit',
    utr: 'Ref No./Cheque No.',
  });
  expect(
    findHeadings([
      ['a', 'b'],
      ['c', 'd'],
    ]),
  ).toBe(-1);
});

test.each([
  [
    'SBI',
    'Txn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance',
    { date: 'Txn Date', narration: 'Description', credit: 'Credit', utr: 'Ref No./Cheque No.' },
  ],
  [
    'SBI, newer',
    'Date,Details,Ref No./Cheque No,Debit,Credit,Balance',
    { date: 'Date', narration: 'Details', credit: 'Credit', utr: 'Ref No./Cheque No' },
  ],
  [
    'HDFC',
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    { date: 'Date', narration: 'Narration', credit: 'Deposit Amt.', utr: 'Chq./Ref.No.' },
  ],
  [
    'HDFC, delimited',
    'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance',
    { date: 'Date', narration: 'Narration', credit: 'Credit Amount', utr: 'Chq/Ref Number' },
  ],
  [
    'ICICI',
    'S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )',
    { date: 'Transaction Date', narration: 'Transaction Remarks', credit: 'Deposit Amount (INR )' },
  ],
  [
    'ICICI, for companies',
    'No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)',
    {
      date: 'Value Date',
      narration: 'Description',
      credit: 'Transaction Amount(INR)',
      direction: 'Cr/Dr',
      utr: 'Transaction ID',
    },
  ],
  [
    'Kotak',
    'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr (2)',
    {
      date: 'Transaction Date',
      narration: 'Description',
      credit: 'Amount',
      direction: 'Dr / Cr',
      utr: 'Chq / Ref No.',
    },
  ],
  [
    'Axis',
    'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL',
    { date: 'Tran Date', narration: 'PARTICULARS', credit: 'CR', utr: 'CHQNO' },
  ],
  [
    'a payment app',
    'Date,Transaction Details,Type,Amount',
    { date: 'Date', narration: 'Transaction Details', credit: 'Amount', direction: 'Type' },
  ],
  [
    'a bank that says how was paid',
    'Date,Particulars,Type,Withdrawals,Deposits',
    { date: 'Date', narration: 'Particulars', credit: 'Deposits' },
  ],
])('the headings of %s are recognized', (_, headings, columns) => {
  expect(guessColumns(headings.split(','))).toEqual(columns);
});

test.each([
  ['Cr', true],
  ['CR.', true],
  [' credit ', true],
  ['C', true],
  ['DR', false],
  ['Debit', false],
  ['D', false],
  ['', undefined],
  ['UPI', undefined],
])('%j is a credit: %s', (text, credit) => {
  expect(isCredit(text)).toBe(credit);
});

test('in a column of debits and credits only the credits count', () => {
  const columns = { date: 'Date', narration: 'Narration', credit: 'Amount', direction: 'Dr / Cr' };
  const row = { Date: '21/11/2026', Narration: 'UPI', Amount: '40.00', 'Dr / Cr': 'CR' };
  expect(readRow(row, columns)).toMatchObject({ amountMinor: 4000 });
  expect(readRow({ ...row, 'Dr / Cr': 'DR' }, columns)).toBe('ignored');
  expect(readRow({ ...row, 'Dr / Cr': '' }, columns)).toEqual({ bad: 'direction' });
  expect(readRow({ ...row, Amount: '', 'Dr / Cr': '' }, columns)).toBe('ignored');
});

test('a row gives its credit, its UTR and our reference, or its error', () => {
  const columns = { date: 'Date', narration: 'Narration', credit: 'Credit' };
  const row = { Date: '21/11/2026', Narration: 'UPI/CR/632415781234/ASHA  RAO/NWMABCDEFGH23456', Credit: '40.00' };
  expect(readRow(row, columns)).toEqual({
    day: '2026-11-21',
    amountMinor: 4000,
    narration: 'UPI/CR/632415781234/ASHA RAO/NWMABCDEFGH23456',
    utr: '632415781234',
    reference: 'NWMABCDEFGH23456',
  });
  expect(readRow({ ...row, Credit: '' }, columns)).toBe('ignored');
  expect(readRow({ ...row, Credit: 'x' }, columns)).toEqual({ bad: 'amount' });
  expect(readRow({ ...row, Date: '99/99/2026' }, columns)).toEqual({ bad: 'date' });
  expect(readRow({ ...row, Narration: 'account 1234567890123456' }, columns)).toMatchObject({
    utr: null,
    reference: null,
  });
});
