import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files.ts';
import type { Job } from '#src/platform/jobs.ts';
import { siteName } from '#src/platform/site-name.ts';
import { typesetPdf } from '#src/platform/typeset.ts';
import { rupees } from '../plans.rules.ts';
import { gstin, gstRate, sac, sellerAddress, sellerName } from '../plans.settings.ts';
import { amountInWords, financialYearOf, receiptNumber, splitTax } from '../receipts.rules.ts';
import { stateCode, states, taxHeads } from '../states.rules.ts';
import { findReceipt, type LedgerRow } from './ledger.queries.ts';

const day = (instant: Date) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(instant);

export const receiptYear = (now: Date): string => financialYearOf(now);

/** What a receipt says, fixed on the day when it is given. Tax stands in it only while the paper is registered. */
export function receiptContent(
  { settings }: Pick<Context, 'settings'>,
  { claim, name, email, left }: LedgerRow,
  now: Date,
): Record<string, string> {
  return {
    seller: settings.get(sellerName),
    address: settings.get(sellerAddress),
    ...(!left && { buyer: name, email }),
    date: day(now),
    paid_on: day(claim.declaredAt),
    paper: settings.get(siteName),
    plan: claim.plan,
    amount: rupees(claim.amountMinor),
    words: amountInWords(claim.amountMinor),
    reference: claim.reference,
    utr: claim.utr ?? '',
    ...(settings.get(gstin) && taxContent(settings, claim)),
  };
}

function taxContent(settings: Context['settings'], { amountMinor, buyerState, buyerPin }: LedgerRow['claim']) {
  const registered = settings.get(gstin);
  const sellerCode = registered.slice(0, 2);
  // Of a buyer whose address is not on record the place of supply is the seller's (IGST Act, section 12(2)).
  const placeCode = stateCode(buyerState ?? '') ?? sellerCode;
  const heads = taxHeads(sellerCode, placeCode);
  const rate = settings.get(gstRate);
  const { taxable, each } = splitTax(amountMinor, rate, heads.length);
  return {
    gstin: registered,
    sac: settings.get(sac),
    place: `${states[placeCode] ?? ''} (${placeCode})${buyerPin ? `, PIN ${buyerPin}` : ''}`,
    taxable: rupees(taxable),
    rate: String(rate / heads.length), // under each head
    ...Object.fromEntries(heads.map((head) => [head, rupees(each)])),
  };
}

const fileKey = (id: number) => `receipts/${id}.pdf`;

/** The receipt as PDF. Throws `not_found` for others than its payer and admins, and while its payment is not confirmed. */
export async function getReceipt(ctx: Context, id: number): Promise<{ file: StoredFile; number: string }> {
  const { role, userId } = signedIn(ctx);
  const found = await findReceipt(ctx.db, id);
  if (!found || (found.claim.userId !== userId && role !== 'admin') || found.claim.state !== 'confirmed')
    throw new AppError('not_found', 'plans.receiptNotFound');
  const { financialYear, number: place, content } = found.receipt;
  const number = receiptNumber(financialYear, place);
  const key = fileKey(id);
  const kept = await ctx.files.find(key);
  if (kept) return { file: kept, number };
  const data = { ...content, number };
  const { path } = await typesetPdf(ctx, { template: 'src/plans/server/receipt.typ', data, priority: 'reader' });
  await ctx.files.add(key, path, 'application/pdf');
  return { file: (await ctx.files.find(key)) as StoredFile, number }; // it has just been added
}

/** Removes receipts that were typeset with a name on them; whoever asks for one later gets what its row still says. */
export const forgetReceiptFiles: Job<{ ids: number[] }> = {
  name: 'plans.forget-receipt-files',
  async run({ files }, { ids }) {
    for (const id of ids) await files.remove(fileKey(id));
  },
};
