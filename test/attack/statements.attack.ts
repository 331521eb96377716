// Attacks on the import of bank statements: tables that take much more memory and time than they have bytes.
import { beforeAll, expect } from 'vitest';
import type { Client } from '../client.ts';
import { statementColumns, statementFile } from '../factories/payments.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
let accountant: Client;
beforeAll(async () => {
  accountant = await site.as('admin');
});

const send = (statement: File) => accountant.form('POST', '/api/statements', { statement, columns: statementColumns });
const row = ['21/11/2026', 'BY CASH', '', '', '12.00'];

// Takes seconds: a file of a tenth of this size was parsed too, by the thread that answers everybody.
attack('a statement of ten million rows, and one of a million columns', async ({ refused, honest }) => {
  const rows = `Txn Date,Narration,Ref No.,Debit,Credit\n${',\n'.repeat(9_900_000)}`;
  const columns = 'Txn Date,Narration,Ref No.,Debit,Credit'.padEnd(1_000_000, ',');
  const cell = `Txn Date,Narration,Ref No.,Debit,Credit\n21/11/2026,"`.padEnd(1_000_000, 'x');
  const statuses: number[] = [];
  for (const text of [rows, cell]) statuses.push((await send(new File([text], 'statement.csv'))).status);
  expect(statuses).toEqual([422, 422]);
  expect((await send(new File([columns], 'statement.csv'))).body).toMatchObject({ lines: 0 });
  refused('422, or nothing imported');
  expect((await send(statementFile([row]))).body).toMatchObject({ status: 'imported', lines: 1 });
  honest('imported');
});

attack('a statement of a hundred long headings, and amounts beyond all numbers', async ({ refused, honest }) => {
  const long = Array.from({ length: 95 }, () => Array.from({ length: 5 }, Math.random).join('').slice(0, 90));
  const headings = ['Txn Date', 'Narration', 'Ref No.', 'Credit', ...long];
  const wide = new File([`${headings.join()}\n21/11/2026,WIDE,,12.00\n`], 'statement.csv');
  expect((await send(wide)).body).toMatchObject({ status: 'imported', lines: 1 });
  const amounts = ['99999999999', '9'.repeat(400)];
  const { body } = await send(statementFile(amounts.map((amount) => ['21/11/2026', 'MUCH', '', '', amount])));
  expect(body).toMatchObject({ lines: 0, bad: amounts.map(() => ({ reason: 'The amount cannot be read.' })) });
  refused('its rows are imported, or named with a reason');
  expect((await send(statementFile([['21/11/2026', 'MUCH', '', '', '2,00,00,000.00']]))).body).toMatchObject({
    lines: 1,
  });
  honest('imported');
});
