import { requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { recordAuditEvent, recordAuditEvents } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { dayMs, endOfDayInIndia, noonInIndia } from '#src/rules/calendar.rules.ts';
import type { BankTransaction, LedgerClaim } from '../plans.contract.ts';
import {
  findLedgerRow,
  findLedgerRows,
  type LedgerRow,
  listUndecided,
  listUndecidedOf,
  lockClaim,
} from './ledger.queries.ts';
import { confirmClaims, ledgerClaim } from './ledger.service.ts';
import type { ClaimRow } from './plans.queries.ts';
import {
  type BankTransactionRow,
  dismissTransaction,
  lastDay,
  listNamedClaims,
  listOpenTransactions,
  lockMatchingClaims,
  lockMatchingTransactions,
  lockTransaction,
  pairTransactions,
} from './statements.queries.ts';

const listLimit = 100;
const suggestionCount = 3;
// Readers declare a payment on the same or the next day; banks book it on the next working day.
const suggestWithinMs = 3 * dayMs;

/**
 * Matches new bank transactions with claims by UTR or reference and amount, and confirms claims that are undecided.
 * Transactions that match two claims or have another amount remain open. Returns the number of confirmed claims.
 */
export async function matchTransactions(ctx: Context, tx: Db, lines: BankTransactionRow[]): Promise<number> {
  const { utrs, references } = namesIn(lines);
  const named = (await lockMatchingClaims(tx, utrs, references)).map(({ claim }) => claim);
  const byUtr = new Map(named.flatMap((claim) => (claim.utr ? [[claim.utr, claim] as const] : [])));
  const byReference = new Map(named.map((claim) => [claim.reference, claim]));
  const matched = new Map<number, { claim: ClaimRow; line: BankTransactionRow }>();
  for (const line of lines) {
    const found = new Set([
      line.utr ? byUtr.get(line.utr) : undefined,
      line.reference ? byReference.get(line.reference) : undefined,
    ]);
    found.delete(undefined);
    const [claim] = found;
    if (
      found.size !== 1 ||
      !claim ||
      claim.state === 'rejected' ||
      claim.amountMinor !== line.amountMinor ||
      matched.has(claim.id)
    )
      continue;
    matched.set(claim.id, { claim, line });
  }
  const undecidedMatches = [...matched.values()].filter(({ claim }) => claim.state === 'declared');
  const ids = undecidedMatches.map(({ claim }) => claim.id);
  await confirmClaims(ctx, tx, await findLedgerRows(tx, ids));
  const auditEvents = undecidedMatches.map(({ claim, line }) => ({
    action: 'payment.confirmed',
    subject: `payment ${claim.id}`,
    details: { from: 'declared', ...auditDetails(line) },
  }));
  await recordAuditEvents(ctx, tx, auditEvents);
  await pairTransactions(
    tx,
    [...matched.values()].map(({ claim, line }) => ({ lineId: line.id, claimId: claim.id })),
  );
  return undecidedMatches.length;
}

const auditDetails = ({ id, day, amountMinor }: BankTransactionRow) => ({ line: id, day, amount: amountMinor });

/**
 * Matches a newly declared claim with bank transactions that were imported before, as an import does. The actor in the
 * audit log is the system, not the reader.
 */
export async function matchClaim(ctx: Context, tx: Db, claim: ClaimRow): Promise<void> {
  const lines = await lockMatchingTransactions(tx, claim.utr, claim.reference);
  await matchTransactions({ ...ctx, actor: { role: 'visitor' } }, tx, lines);
}

const namesIn = (lines: BankTransactionRow[]) => ({
  utrs: lines.flatMap(({ utr }) => utr ?? []),
  references: lines.flatMap(({ reference }) => reference ?? []),
});

/** Open bank transactions with suggested claims, and undecided claims that are not in the statements so far. */
export async function getOpenTransactions(ctx: Context): Promise<{ lines: BankTransaction[]; claims: LedgerClaim[] }> {
  const [lines, undecided, day] = await Promise.all([
    listOpenTransactions(ctx.db, listLimit),
    listUndecided(ctx.db, listLimit),
    lastDay(ctx.db),
  ]);
  const { utrs, references } = namesIn(lines);
  const named = await findLedgerRows(ctx.db, await listNamedClaims(ctx.db, utrs, references));
  const candidates = await listUndecidedOf(ctx.db, [...new Set(lines.map(({ amountMinor }) => amountMinor))]);
  return {
    lines: lines.map((line) => ({
      id: line.id,
      day: line.day,
      amount_minor: line.amountMinor,
      narration: line.narration,
      utr: line.utr,
      suggestions: suggestionsFor(line, named, candidates).map(ledgerClaim),
    })),
    claims: undecided.filter(({ claim }) => day !== null && claim.declaredAt < endOfDayInIndia(day)).map(ledgerClaim),
  };
}

// First the claims that match by UTR or reference, then those with the same amount, nearest in time.
function suggestionsFor(line: BankTransactionRow, named: LedgerRow[], candidates: LedgerRow[]) {
  const exact = named.filter(({ claim }) => (line.utr && claim.utr === line.utr) || claim.reference === line.reference);
  const distance = ({ claim }: LedgerRow) => Math.abs(claim.declaredAt.getTime() - noonInIndia(line.day).getTime());
  const near = candidates
    .filter(
      (row) => row.claim.amountMinor === line.amountMinor && distance(row) <= suggestWithinMs && !exact.includes(row),
    )
    .sort((a, b) => distance(a) - distance(b));
  return [...new Map([...exact, ...near].map((row) => [row.claim.id, row])).values()].slice(0, suggestionCount);
}

/** Manually matches a bank transaction with a claim. Throws as `decideClaim`, and `conflict` if either is matched. */
export async function matchManually(ctx: Context, lineId: number, claimId: number): Promise<void> {
  await requireRecentPassword(ctx);
  try {
    await ctx.db.transaction(async (tx) => {
      const line = await openLine(tx, lineId);
      const claim = await lockClaim(tx, claimId);
      const row = claim && (await findLedgerRow(tx, claimId));
      if (!claim || !row) throw new AppError('not_found', 'plans.claimNotFound');
      if (claim.state !== 'confirmed') await confirmClaims(ctx, tx, [row]);
      await pairTransactions(tx, [{ lineId, claimId }]);
      const auditEvent = { action: 'payment.paired', subject: `payment ${claimId}`, details: auditDetails(line) };
      await recordAuditEvent(ctx, tx, auditEvent);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'statement_lines_claim_key') throw new AppError('conflict', 'plans.claimPaired');
    if (violatedConstraint(error) === 'payment_claims_utr_key') throw new AppError('conflict', 'plans.utrTaken');
    throw error;
  }
}

/** Dismisses a bank transaction that is not a payment for a plan. */
export async function dismiss(ctx: Context, lineId: number, note: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const line = await openLine(tx, lineId);
    await dismissTransaction(tx, lineId, note);
    await recordAuditEvent(ctx, tx, {
      action: 'statement_line.dismissed',
      subject: `statement line ${lineId}`,
      details: { day: line.day, amount: line.amountMinor, note },
    });
  });
}

async function openLine(tx: Db, id: number): Promise<BankTransactionRow> {
  const line = await lockTransaction(tx, id);
  if (!line) throw new AppError('not_found', 'plans.lineNotFound');
  if (line.state !== 'open') throw new AppError('conflict', 'plans.lineDecided');
  return line;
}
