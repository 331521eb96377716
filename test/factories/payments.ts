import type { Client } from '../client.ts';

/** Chooses a plan and declares its payment, as the page does in that language. Returns the claim with its reference. */
export async function declarePayment(
  reader: Client,
  plan: 'weekly' | 'monthly' | 'yearly' = 'monthly',
  changes: Record<string, unknown> = {},
  language = 'en',
) {
  const { body: link } = await reader.get(`/api/payment_link?plan=${plan}`);
  const claim = { plan, reference: link.reference, amount_minor: link.amount_minor, ...changes };
  const { status, body } = await reader.json('POST', '/api/payments', claim, { 'accept-language': language });
  if (status !== 201) throw new Error(`The payment was not declared: ${JSON.stringify(body)}`);
  return body.claims.find(({ reference }: { reference: string }) => reference === link.reference);
}

/** The reader's plan as the API returns it. */
export const ownPlan = async (reader: Client) => (await reader.get('/api/user/plan')).body;

export const decidePayment = (admin: Client, id: number, state: string, note?: string) =>
  admin.json('PUT', `/api/payments/${id}`, { state, ...(note && { note }) });

let count = 0;

/** A unique number of twelve digits. */
export const newUtr = () => {
  count += 1;
  return `6${String(process.pid % 100_000).padStart(5, '0')}${String(count).padStart(6, '0')}`;
};

/** A bank statement as a CSV file: rows of date, narration, reference, debit, credit. */
export function statementFile(
  rows: string[][],
  { before = 'Account statement,,,,\nNEWS WING,,,,\n', encoding = 'utf8' as BufferEncoding } = {},
) {
  const table = [['Txn Date', 'Narration', 'Ref No.', 'Debit', 'Credit'], ...rows];
  const text =
    before +
    table
      .map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
      .join('\r\n');
  return new File([new Uint8Array(Buffer.from(text, encoding))], 'statement.csv', { type: 'text/csv' });
}

export const statementColumns = JSON.stringify({
  date: 'Txn Date',
  narration: 'Narration',
  credit: 'Credit',
  utr: 'Ref No.',
});
