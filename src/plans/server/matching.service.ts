import { requireRecentPassword } from '#src/accounts/server/owner.service.ts';
import { recordAct, recordActs } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { brokenConstraint, type Db } from '#src/platform/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { LedgerClaim, StatementLine } from '../plans.contract.ts';
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
  dismissLine,
  type Line,
  lastDay,
  listNamedClaims,
  listOpenLines,
  lockLine,
  lockLinesNaming,
  lockNamedClaims,
  pairLines,
} from './statements.queries.ts';

const listLimit = 100;
const suggestionCount = 3;
const dayMs = 86_400_000;
// People declare on the day they pay, or the day after; banks book on the next working day.
const suggestWithinMs = 3 * dayMs;

/**
 * Pairs new lines with the claims that they name by UTR or reference, when the amount is the claim's too; confirms those
 * that waited for it. A line that names two claims, or another amount, is left to decide. Returns how many were confirmed.
 */
export async function matchLines(ctx: Context, tx: Db, lines: Line[]): Promise<number> {
  const { utrs, references } = namesIn(lines);
  const named = (await lockNamedClaims(tx, utrs, references)).map(({ claim }) => claim);
  const byUtr = new Map(named.flatMap((claim) => (claim.utr ? [[claim.utr, claim] as const] : [])));
  const byReference = new Map(named.map((claim) => [claim.reference, claim]));
  const proved = new Map<number, { claim: ClaimRow; line: Line }>();
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
      proved.has(claim.id)
    )
      continue;
    proved.set(claim.id, { claim, line });
  }
  const waiting = [...proved.values()].filter(({ claim }) => claim.state === 'declared');
  const ids = waiting.map(({ claim }) => claim.id);
  await confirmClaims(ctx, tx, await findLedgerRows(tx, ids));
  const acts = waiting.map(({ claim, line }) => ({
    action: 'payment.confirmed',
    subject: `payment ${claim.id}`,
    details: { from: 'declared', ...lineFacts(line) },
  }));
  await recordActs(ctx, tx, acts);
  await pairLines(
    tx,
    [...proved.values()].map(({ claim, line }) => ({ lineId: line.id, claimId: claim.id })),
  );
  return waiting.length;
}

const lineFacts = ({ id, day, amountMinor }: Line) => ({ line: id, day, amount: amountMinor });

/**
 * Looks for a claim that has just been declared among the lines that came before it, and confirms it as a statement would.
 * The site does that, whoever declares.
 */
export async function matchClaim(ctx: Context, tx: Db, claim: ClaimRow): Promise<void> {
  const lines = await lockLinesNaming(tx, claim.utr, claim.reference);
  await matchLines({ ...ctx, actor: { role: 'visitor' } }, tx, lines);
}

const namesIn = (lines: Line[]) => ({
  utrs: lines.flatMap(({ utr }) => utr ?? []),
  references: lines.flatMap(({ reference }) => reference ?? []),
});

/** What is left to decide: money without a claim, with claims that it may be for; and claims that no statement up to now has proved. */
export async function getOpen(ctx: Context): Promise<{ lines: StatementLine[]; claims: LedgerClaim[] }> {
  const [lines, undecided, day] = await Promise.all([
    listOpenLines(ctx.db, listLimit),
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
    claims: undecided
      .filter(({ claim }) => day !== null && claim.declaredAt < new Date(`${day}T24:00+05:30`))
      .map(ledgerClaim),
  };
}

// First the claims that the line names, whatever is wrong with them; then those of its amount, nearest in time.
function suggestionsFor(line: Line, named: LedgerRow[], candidates: LedgerRow[]) {
  const own = named.filter(({ claim }) => (line.utr && claim.utr === line.utr) || claim.reference === line.reference);
  const distance = ({ claim }: LedgerRow) =>
    Math.abs(claim.declaredAt.getTime() - Date.parse(`${line.day}T12:00+05:30`));
  const near = candidates
    .filter(
      (row) => row.claim.amountMinor === line.amountMinor && distance(row) <= suggestWithinMs && !own.includes(row),
    )
    .sort((a, b) => distance(a) - distance(b));
  return [...new Map([...own, ...near].map((row) => [row.claim.id, row])).values()].slice(0, suggestionCount);
}

/** An admin says that a line is the payment of a claim. Throws as `decideClaim`, and `conflict` when either is spoken for. */
export async function pairByHand(ctx: Context, lineId: number, claimId: number): Promise<void> {
  await requireRecentPassword(ctx);
  try {
    await ctx.db.transaction(async (tx) => {
      const line = await openLine(tx, lineId);
      const claim = await lockClaim(tx, claimId);
      const row = claim && (await findLedgerRow(tx, claimId));
      if (!claim || !row) throw new AppError('not_found', 'plans.claimNotFound');
      if (claim.state !== 'confirmed') await confirmClaims(ctx, tx, [row]);
      await pairLines(tx, [{ lineId, claimId }]);
      const act = { action: 'payment.paired', subject: `payment ${claimId}`, details: lineFacts(line) };
      await recordAct(ctx, tx, act);
    });
  } catch (error) {
    if (brokenConstraint(error) === 'statement_lines_claim_key') throw new AppError('conflict', 'plans.claimPaired');
    if (brokenConstraint(error) === 'payment_claims_utr_key') throw new AppError('conflict', 'plans.utrTaken');
    throw error;
  }
}

/** An admin says that a line is no payment for a plan. */
export async function dismiss(ctx: Context, lineId: number, note: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const line = await openLine(tx, lineId);
    await dismissLine(tx, lineId, note);
    await recordAct(ctx, tx, {
      action: 'statement_line.dismissed',
      subject: `statement line ${lineId}`,
      details: { day: line.day, amount: line.amountMinor, note },
    });
  });
}

async function openLine(tx: Db, id: number): Promise<Line> {
  const line = await lockLine(tx, id);
  if (!line) throw new AppError('not_found', 'plans.lineNotFound');
  if (line.state !== 'open') throw new AppError('conflict', 'plans.lineDecided');
  return line;
}
