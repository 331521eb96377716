import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { declarePayment, newUtr, statementColumns, statementFile } from '#test/factories/payments.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let admin: Client;
beforeAll(async () => {
  admin = await site.as('admin');
});

const upload = (statement: File, columns?: string) =>
  admin.form('POST', '/api/statements', { statement, ...(columns && { columns }) });
const today = () => new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(); // 21/11/2026
const claimOf = async (id: number) =>
  (await admin.get('/api/payments')).body.claims.find((claim: { id: number }) => claim.id === id);

describe('a bank statement', () => {
  test('of a new format asks for its columns once, then remembers them', async () => {
    const file = () => statementFile([[today(), 'UPI something', '', '', '99.00']]);
    const asked = await upload(file());
    expect(asked.body).toMatchObject({
      status: 'needs_columns',
      headings: ['Txn Date', 'Narration', 'Ref No.', 'Debit', 'Credit'],
      guess: { date: 'Txn Date', narration: 'Narration', credit: 'Credit', utr: 'Ref No.' },
    });
    expect((await upload(file(), statementColumns)).body).toMatchObject({ status: 'imported', lines: 1 });
    expect((await upload(file())).body).toMatchObject({ status: 'imported', lines: 0, repeated: 1 });
  });

  test('confirms claims by UTR and by reference if the amount matches', async () => {
    const utr = newUtr();
    const byUtr = await declarePayment(await site.as('reader'), 'monthly', { utr });
    const byReference = await declarePayment(await site.as('reader'), 'weekly');
    const wrongAmount = await declarePayment(await site.as('reader'), 'yearly');
    const rows = [
      [today(), `UPI/CR/${utr}/ASHA`, '', '', '40.00'],
      [today(), `UPI-RAVI-${byReference.reference.toLowerCase()}`, '', '', '10.00'],
      [today(), `UPI/${wrongAmount.reference}`, '', '', '47.00'],
      [today(), 'ATM WITHDRAWAL', '', '500.00', ''],
    ];
    expect((await upload(statementFile(rows), statementColumns)).body).toMatchObject({
      lines: 3,
      ignored: 1,
      confirmed: 2,
      bad: [],
    });
    expect(await claimOf(byUtr.id)).toMatchObject({ state: 'confirmed', receipt_number: expect.any(String) });
    expect(await claimOf(byReference.id)).toMatchObject({ state: 'confirmed' });
    expect(await claimOf(wrongAmount.id)).toMatchObject({ state: 'declared' });
    const open = (await admin.get('/api/statement_lines')).body;
    const left = open.lines.find(({ narration }: { narration: string }) => narration.includes(wrongAmount.reference));
    expect(left.suggestions).toMatchObject([{ id: wrongAmount.id }]);
    expect(open.claims.map(({ id }: { id: number }) => id)).toContain(wrongAmount.id);
  });

  test('with one amount column counts only credits, by the first of two debit/credit columns', async () => {
    const claim = await declarePayment(await site.as('reader'), 'monthly');
    const other = await declarePayment(await site.as('reader'), 'monthly');
    const file = () =>
      new File(
        [
          'Transaction Date,Description,Amount,Dr / Cr,Balance,Dr / Cr\n',
          `${today()},UPI/${claim.reference},40.00,CR,900.00,CR\n`,
          `${today()},REFUND UPI/${other.reference},40.00,DR,860.00,CR\n`,
          `${today()},UPI/${other.reference},40.00,,860.00,CR\n`,
        ],
        'kotak.csv',
      );
    const { guess } = (await upload(file())).body;
    expect(guess).toEqual({
      date: 'Transaction Date',
      narration: 'Description',
      credit: 'Amount',
      direction: 'Dr / Cr',
    });
    expect((await upload(file(), JSON.stringify(guess))).body).toMatchObject({
      lines: 1,
      ignored: 1,
      confirmed: 1,
      bad: [{ line: 4, reason: 'Whether it is a debit or a credit cannot be read.' }],
    });
    expect(await claimOf(claim.id)).toMatchObject({ state: 'confirmed' });
    expect(await claimOf(other.id)).toMatchObject({ state: 'declared' });
    expect((await upload(file())).body).toMatchObject({ lines: 0, repeated: 1, ignored: 1 });
  });

  test('suggests claims by amount and time only, and an admin decides', async () => {
    const claim = await declarePayment(await site.as('reader'), 'yearly');
    await upload(
      statementFile([
        [today(), 'BY CASH', '', '', '470.00'],
        [today(), 'GIFT', '', '', '51.00'],
      ]),
      statementColumns,
    );
    const { lines } = (await admin.get('/api/statement_lines')).body;
    const cash = lines.find(({ narration }: { narration: string }) => narration === 'BY CASH');
    const gift = lines.find(({ narration }: { narration: string }) => narration === 'GIFT');
    expect(cash.suggestions.map(({ id }: { id: number }) => id)).toContain(claim.id);
    expect(await claimOf(claim.id)).toMatchObject({ state: 'declared' });
    expect((await admin.json('POST', `/api/statement_lines/${cash.id}/pair`, { claim_id: claim.id })).status).toBe(200);
    expect(await claimOf(claim.id)).toMatchObject({ state: 'confirmed' });
    expect((await admin.json('POST', `/api/statement_lines/${cash.id}/pair`, { claim_id: claim.id })).status).toBe(409);
    expect((await admin.json('POST', `/api/statement_lines/${gift.id}/dismiss`, { note: '' })).status).toBe(422);
    expect((await admin.json('POST', `/api/statement_lines/${gift.id}/dismiss`, { note: 'A gift' })).status).toBe(200);
    const after = (await admin.get('/api/statement_lines')).body.lines.map(({ id }: { id: number }) => id);
    expect(after).not.toContain(cash.id);
    expect(after).not.toContain(gift.id);
  });

  test('imported before the claim confirms it on declaration, by UTR and by reference', async () => {
    const utr = newUtr();
    const [byUtr, byReference, wrongAmount, byAmount] = await Promise.all([1, 2, 3, 4].map(() => site.as('reader')));
    const links = await Promise.all(
      [1, 2].map(async () => (await site.visitor.get('/api/payment_link?plan=weekly')).body),
    );
    const rows = [
      [today(), 'IMPS/P2A/RAVI', utr, '', '40.00'],
      [today(), `UPI/${links[0].reference}/ASHA`, '', '', '10.00'],
      [today(), `UPI/${links[1].reference}/ILA`, '', '', '9.00'],
    ];
    await upload(statementFile(rows), statementColumns);
    const declare = (reader: Client | undefined, link: { reference: string }) =>
      reader?.json('POST', '/api/payments', { plan: 'weekly', reference: link.reference, amount_minor: 1000 });
    const claim = await declarePayment(byUtr as Client, 'monthly', { utr });
    expect(claim).toMatchObject({ state: 'confirmed', receipt: expect.any(String) });
    expect((await declare(byReference, links[0]))?.body.claims).toMatchObject([{ state: 'confirmed' }]);
    expect((await declare(wrongAmount, links[1]))?.body.claims).toMatchObject([{ state: 'declared' }]);
    expect(await declarePayment(byAmount as Client, 'monthly')).toMatchObject({ state: 'declared' });
    const { lines } = (await admin.get('/api/statement_lines')).body;
    const left = (narration: string) => lines.some((line: { narration: string }) => line.narration.includes(narration));
    expect([left('IMPS/P2A/RAVI'), left(links[0].reference), left(links[1].reference)]).toEqual([false, false, true]);
    const { acts } = (await admin.get(`/api/audit?search=payment ${claim.id}`)).body;
    expect(acts).toMatchObject([{ action: 'payment.confirmed', actor: 'News Wing', details: { amount: 4000 } }]);
  });

  test('and a declaration at the same moment are matched', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => site.as('reader')));
    const utrs = readers.map(() => newUtr());
    const rows = utrs.map((utr) => [today(), 'NEFT', utr, '', '40.00']);
    const [, ...claims] = await Promise.all([
      upload(statementFile(rows), statementColumns),
      ...readers.map((reader, n) => declarePayment(reader, 'monthly', { utr: utrs[n] })),
    ]);
    for (const { id } of claims) expect(await claimOf(id)).toMatchObject({ state: 'confirmed' });
  });

  test('that confirms a claim is audited, with its bank transaction', async () => {
    const claim = await declarePayment(await site.as('reader'), 'weekly');
    await upload(statementFile([[today(), `UPI ${claim.reference}`, '', '', '10.00']]), statementColumns);
    const { acts } = (await admin.get(`/api/audit?search=payment ${claim.id}`)).body;
    expect(acts).toMatchObject([
      {
        action: 'payment.confirmed',
        details: { from: 'declared', line: expect.any(Number), day: expect.any(String), amount: 1000 },
      },
    ]);
  });

  test('counts equal transactions of a day as separate payments, each of them once', async () => {
    const row = [today(), 'BY CASH AT COUNTER', '', '', '123.00'];
    expect((await upload(statementFile([row, row]), statementColumns)).body).toMatchObject({ lines: 2, repeated: 0 });
    expect((await upload(statementFile([row, row]), statementColumns)).body).toMatchObject({ lines: 0, repeated: 2 });
    expect((await upload(statementFile([row, row, row]))).body).toMatchObject({ lines: 1, repeated: 2 });
    const { lines } = (await admin.get('/api/statement_lines')).body;
    expect(lines.filter(({ narration }: { narration: string }) => narration === row[1])).toHaveLength(3);
  });

  test('of more than 100,000 lines is rejected with an error, and nothing of it is stored', async () => {
    const row = `${today()},TOO LONG,,,1.00\n`;
    const file = (lines: number) => new File(['Txn Date,Narration,Ref No.,Debit,Credit\n', row.repeat(lines)], 'a.csv');
    const { status, body } = await upload(file(100_000), statementColumns); // plus the line of headings
    expect(status).toBe(422);
    expect(body.fields).toEqual({ statement: 'The statement has more than 100,000 lines.' });
    const { lines } = (await admin.get('/api/statement_lines')).body;
    expect(lines.some(({ narration }: { narration: string }) => narration === 'TOO LONG')).toBe(false);
  });

  test('leaves out claims of later days, by the day in India', async () => {
    const claim = await declarePayment(await site.as('reader'), 'monthly');
    await upload(statementFile([[today(), 'ANYTHING', '', '', '3.00']]), statementColumns);
    const { rows } = await site.db.execute('SELECT max(day)::text AS day FROM statement_lines');
    const lastDay = String(rows[0]?.day);
    const missing = async (declared: string) => {
      await site.db.execute(`UPDATE payment_claims SET declared_at = ${declared} WHERE id = ${claim.id}`);
      const { claims } = (await admin.get('/api/statement_lines')).body;
      return claims.some(({ id }: { id: number }) => id === claim.id);
    };
    expect(await missing(`'${lastDay}T23:30+05:30'`)).toBe(true);
    expect(await missing(`'${lastDay}T23:30+05:30'::timestamptz + interval '1 hour'`)).toBe(false);
  });

  test('has an open transaction again if its claim is rejected', async () => {
    const claim = await declarePayment(await site.as('reader'), 'weekly');
    await upload(statementFile([[today(), `UPI ${claim.reference}`, '', '', '10.00']]), statementColumns);
    await admin.json('PUT', `/api/payments/${claim.id}`, { state: 'rejected' });
    const { lines } = (await admin.get('/api/statement_lines')).body;
    expect(lines.some(({ narration }: { narration: string }) => narration.includes(claim.reference))).toBe(true);
  });

  test.each<[string, BufferEncoding]>([
    ['UTF-16', 'utf16le'],
    ['Windows-1252', 'latin1'],
  ])('is read in %s', async (name, encoding) => {
    const before = encoding === 'utf16le' ? '\uFEFFStatement,,,,\n' : 'Statement,,,,\n';
    const file = statementFile([[today(), `CAFÉ ${name}`, '', '', '12.00']], { before, encoding });
    expect((await upload(file, statementColumns)).body).toMatchObject({ status: 'imported', lines: 1 });
    const { lines } = (await admin.get('/api/statement_lines')).body;
    expect(lines.some(({ narration }: { narration: string }) => narration === `CAFÉ ${name}`)).toBe(true);
  });

  test.each([
    ['no file', undefined, 'statement', 'Please choose a statement.'],
    [
      'a picture',
      new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0])], 'a.csv'),
      'statement',
      'No table with dates and credits was found in the file.',
    ],
    [
      'a table of something else',
      new File(['a,b,c\n1,2,3\n'], 'a.csv'),
      'statement',
      'No table with dates and credits was found in the file.',
    ],
  ])('rejects %s', async (_, statement, field, sentence) => {
    expect(await admin.form('POST', '/api/statements', statement ? { statement } : {})).toMatchObject({
      status: 422,
      body: { fields: { [field]: sentence } },
    });
  });

  test('rejects unknown and malformed columns', async () => {
    const columns = JSON.stringify({ date: 'Day', narration: 'Narration', credit: 'Credit' });
    expect((await upload(statementFile([[today(), 'x', '', '', '1.00']]), columns)).status).toBe(422);
    expect((await upload(statementFile([[today(), 'x', '', '', '1.00']]), '{')).status).toBe(422);
  });

  test('is for admins only', async () => {
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
      [await site.as('editor'), 403],
    ] as const) {
      expect((await client.form('POST', '/api/statements', { statement: statementFile([]) })).status).toBe(status);
      expect((await client.get('/api/statement_lines')).status).toBe(status);
      expect((await client.json('POST', '/api/statement_lines/1/pair', { claim_id: 1 })).status).toBe(status);
      expect((await client.json('POST', '/api/statement_lines/1/dismiss', { note: 'x' })).status).toBe(status);
    }
    expect((await admin.json('POST', '/api/statement_lines/999999/dismiss', { note: 'x' })).status).toBe(404);
  });
});

test('5,000 correct, wrong, repeated and malformed lines give the exact result', async ({ annotate }) => {
  const count = 600;
  const { rows: made } = await site.db.execute(`
    INSERT INTO payment_claims (user_id, reference, plan, length_count, length_unit, amount_minor, utr, policy, grace_hours, declared_at)
    SELECT (SELECT min(id) FROM users), 'NWM' || translate(lpad(n::text, 13, '0'), '0189', 'AXYZ'), 'monthly', 1, 'month', 4000, '7' || lpad(n::text, 11, '0'), 'trust', 48, now()
    FROM generate_series(1, ${count}) AS n RETURNING reference, utr`);
  const claims = made as { reference: string; utr: string }[];
  const rows: string[][] = [];
  claims.forEach(({ reference, utr }, n) => {
    if (n % 3 === 0)
      rows.push([today(), `UPI/CR/${utr}/PAYER ${n}`, '', '', '40.00']); // by UTR
    else if (n % 3 === 1)
      rows.push([today(), `UPI/${reference}/PAYER ${n}`, '', '', 'Rs. 40.00']); // by reference
    else rows.push([today(), `UPI/CR/${utr}/PAYER ${n}`, '', '', '39.00']); // wrong amount
  });
  for (let n = 0; n < 100; n++) rows.push(['99/99/2026', `broken day ${n}`, '', '', '40.00']);
  for (let n = 0; n < 100; n++) rows.push([today(), `broken amount ${n}`, '', '', 'forty']);
  const right = rows.length - 200;
  for (let n = 0; rows.length < 4500; n++) rows.push([today(), `DEBIT ${n}`, '', '12.00', '']);
  for (let n = 0; rows.length < 5000; n++) rows.push([today(), `STRANGER ${n}, "quoted"`, '', '', '77.00']);
  const file = () => statementFile(rows);
  const started = performance.now();
  const { body } = await upload(file(), statementColumns);
  await annotate(`${Math.round(performance.now() - started)} ms`);
  expect(body).toMatchObject({
    status: 'imported',
    lines: right + 500,
    repeated: 0,
    ignored: 4500 - right - 200,
    confirmed: 400,
  });
  expect(body.bad).toHaveLength(200);
  expect(body.bad[0]).toEqual({ line: 3 + right + 1, reason: 'The date cannot be read.' });
  expect(body.bad[199].reason).toBe('The amount cannot be read.');
  const again = (await upload(file())).body;
  expect(again).toMatchObject({ lines: 0, repeated: right + 500, confirmed: 0 });
  expect(
    (
      await site.db.execute(
        "SELECT count(*)::int AS n FROM payment_claims WHERE state = 'confirmed' AND reference LIKE 'NWM%A%' AND utr LIKE '7%'",
      )
    ).rows,
  ).toEqual([{ n: 400 }]);
});
