import { type Context, requireUser } from '#src/platform/context.ts';
import { typesetPdf } from '#src/platform/documents/typeset.ts';
import { AppError } from '#src/platform/errors.ts';
import type { StoredFile } from '#src/platform/files/files.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { rupees } from '../plans.rules.ts';
import { gstin, gstRate, sac, sellerAddress, sellerName } from '../plans.settings.ts';
import { amountInWords, financialYearOf, receiptNumber, splitTax } from '../receipts.rules.ts';
import { stateCode, states, taxHeads } from '../states.rules.ts';
import { findReceipt, type LedgerRow } from './ledger.queries.ts';

const day = (instant: Date) => indianDateFormat('en-IN', { dateStyle: 'long' }).format(instant);

export const receiptYear = (now: Date): string => financialYearOf(now);

/** The content of a receipt, fixed at the time of issue. Includes tax only if the newspaper has a GSTIN. */
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
  // Without the buyer's address, the place of supply is the seller's (IGST Act, section 12(2)).
  const placeCode = stateCode(buyerState ?? '') ?? sellerCode;
  const heads = taxHeads(sellerCode, placeCode);
  const rate = settings.get(gstRate);
  const { taxable, each } = splitTax(amountMinor, rate, heads.length);
  return {
    gstin: registered,
    sac: settings.get(sac),
    place: `${states[placeCode] ?? ''} (${placeCode})${buyerPin ? `, PIN ${buyerPin}` : ''}`,
    taxable: rupees(taxable),
    rate: String(rate / heads.length), // per tax head
    ...Object.fromEntries(heads.map((head) => [head, rupees(each)])),
  };
}

export const fileKey = (id: number) => `receipts/${id}.pdf`;

/** The receipt as PDF. Throws `not_found` for users other than the payer and the accounts, and for unconfirmed payments. */
export async function getReceipt(ctx: Context, id: number): Promise<{ file: StoredFile; number: string }> {
  const { role, userId } = requireUser(ctx);
  const found = await findReceipt(ctx.db, id);
  if (!found || (found.claim.userId !== userId && !isAllowed(role, 'accounts')) || found.claim.state !== 'confirmed')
    throw new AppError('not_found', 'plans.receiptNotFound');
  const { financialYear, number: sequence, content } = found.receipt;
  const number = receiptNumber(financialYear, sequence);
  const key = fileKey(id);
  const stored = await ctx.files.find(key);
  if (stored) return { file: stored, number };
  const data = { ...content, number };
  const { path } = await typesetPdf(ctx, { template: 'src/plans/server/receipt.typ', data, priority: 'reader' });
  await ctx.files.add(key, path, 'application/pdf');
  return { file: (await ctx.files.find(key)) as StoredFile, number }; // just added
}
