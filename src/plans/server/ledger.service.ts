import { stringify } from 'csv-stringify/sync';
import { requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { sendMail, sendMails } from '#src/platform/mail/mail.ts';
import { type LedgerClaim, ledgerPageSize } from '../plans.contract.ts';
import { type ClaimState, entitlementOf, rupees } from '../plans.rules.ts';
import { receiptNumber } from '../receipts.rules.ts';
import {
  countDeclared,
  createReceipts,
  findLedgerRow,
  findLedgerRows,
  type LedgerFilter,
  type LedgerRow,
  listLedger,
  lockClaim,
  updateClaims,
} from './ledger.queries.ts';
import { listLengthenings } from './lengthenings.queries.ts';
import { receiptMail, rejectionMail } from './payments.mail.ts';
import { listClaimsOfUsers, ruleClaim } from './plans.queries.ts';
import { receiptContent, receiptYear } from './receipts.service.ts';
import { releaseTransaction } from './statements.queries.ts';

// More than a small newspaper sells in ten years; a larger ledger can be exported in parts, by state or search.
const exportLimit = 100_000;

export async function getLedger(ctx: Context, filter: LedgerFilter): Promise<{ claims: LedgerClaim[]; more: boolean }> {
  const rows = await listLedger(ctx.db, filter, ledgerPageSize + 1);
  return { claims: rows.slice(0, ledgerPageSize).map(ledgerClaim), more: rows.length > ledgerPageSize };
}

/** The ledger as CSV. Escapes formulas against CSV injection. */
export async function getLedgerCsv(ctx: Context, filter: LedgerFilter): Promise<string> {
  const claims = (await listLedger(ctx.db, filter, exportLimit)).map(ledgerClaim);
  const rows = claims.map(({ amount_minor, ...claim }) => ({ ...claim, amount: rupees(amount_minor) }));
  const columns = [
    'id',
    'declared_at',
    'name',
    'email',
    'plan',
    'amount',
    'reference',
    'utr',
    'state',
    'decided_at',
    'receipt_number',
    'note',
  ];
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true });
}

interface ClaimDecision {
  state: ClaimState;
  from?: ClaimState | undefined;
  note?: string | undefined;
}

/**
 * Confirms or rejects a payment, or revokes a decision. A rejection ends the access immediately and notifies the reader
 * with the reason. Repeating a decision only changes the note. Throws `conflict` if another claim has the UTR or the
 * state is no longer `from`, and `forbidden` if the password was entered too long ago.
 */
export async function decideClaim(
  ctx: Context,
  id: number,
  { state, from, note }: ClaimDecision,
): Promise<LedgerClaim> {
  await requireRecentPassword(ctx);
  try {
    await ctx.db.transaction(async (tx) => {
      const claim = await lockClaim(tx, id);
      const row = claim && (await findLedgerRow(tx, id));
      if (!claim || !row) throw new AppError('not_found', 'plans.claimNotFound');
      if (from !== undefined && claim.state !== from && claim.state !== state)
        throw new AppError('conflict', 'plans.decidedMeanwhile');
      const noteChanged = note !== undefined && note !== claim.note;
      if (noteChanged) await updateClaims(tx, [id], { note });
      if (claim.state === state) {
        if (noteChanged)
          await recordAuditEvent(ctx, tx, { action: 'payment.noted', subject: `payment ${id}`, details: { note } });
        return;
      }
      if (state === 'confirmed') await confirmClaims(ctx, tx, [row]);
      else {
        const isRejected = state === 'rejected';
        const decidedAt = isRejected ? ctx.now() : null;
        await updateClaims(tx, [id], {
          state,
          confirmedAt: null,
          decidedAt,
          ...(isRejected && { notifiedState: state }),
        });
        await releaseTransaction(tx, id);
        if (isRejected && row.left === null) await sendMail(ctx, tx, rejectionMail(row, note));
      }
      await recordAuditEvent(ctx, tx, {
        action: `payment.${state}`,
        subject: `payment ${id}`,
        details: { from: claim.state, ...(note !== undefined && { note }) },
      });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'payment_claims_utr_key') throw new AppError('conflict', 'plans.utrTaken');
    throw error;
  }
  ctx.log.info({ actor: requireUser(ctx).userId, claim: id, state }, 'payment decided');
  const row = await findLedgerRow(ctx.db, id);
  if (!row) throw new AppError('not_found', 'plans.claimNotFound');
  return ledgerClaim(row);
}

/**
 * Confirms claims, creates their receipts and mails them to the readers who still have an account. A claim that is
 * confirmed again after an undone decision sends no second receipt.
 */
export async function confirmClaims(ctx: Context, tx: Db, rows: LedgerRow[]): Promise<void> {
  if (rows.length === 0) return;
  const now = ctx.now();
  const ids = rows.map(({ claim }) => claim.id);
  await updateClaims(tx, ids, { state: 'confirmed', confirmedAt: now, decidedAt: now, notifiedState: 'confirmed' });
  const receipts = rows.map((row) => ({ claimId: row.claim.id, content: receiptContent(ctx, row, now) }));
  await createReceipts(tx, receiptYear(now), receipts, now);
  const unnotified = new Set(rows.flatMap(({ claim }) => (claim.notifiedState === 'confirmed' ? [] : claim.id)));
  const confirmed = (await findLedgerRows(tx, ids)).filter(
    ({ claim, left }) => left === null && unnotified.has(claim.id),
  );
  const claims = await listClaimsOfUsers(tx, [...new Set(confirmed.map(({ claim }) => claim.userId))]);
  const lengthenings = await listLengthenings(tx);
  const until = (userId: number) => entitlementOf((claims.get(userId) ?? []).map(ruleClaim), now, lengthenings)?.until;
  const mails = confirmed.map((row) => receiptMail(ctx, row, until(row.claim.userId)));
  await sendMails(ctx, tx, mails);
}

export const ledgerClaim = ({ claim, name, email, financialYear, receiptNumber: number }: LedgerRow): LedgerClaim => ({
  id: claim.id,
  reference: claim.reference,
  plan: claim.plan,
  amount_minor: claim.amountMinor,
  utr: claim.utr,
  state: claim.state,
  name,
  email,
  note: claim.note,
  declared_at: claim.declaredAt.toISOString(),
  decided_at: claim.decidedAt?.toISOString() ?? null,
  receipt_number: financialYear !== null && number !== null ? receiptNumber(financialYear, number) : null,
});

/** How many declared payments wait for a decision. */
export const countDeclaredPayments = ({ db }: Context): Promise<number> => countDeclared(db);
