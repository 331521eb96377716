import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import type { ReceivedFile } from '#src/calls/call.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { invalid, type Text } from '#src/platform/errors.ts';
import { rateLimitKey } from '#src/platform/limits/limits.ts';
import { ResourceLimitExceeded } from '#src/platform/workers/pool.ts';
import type { CsvRefusal, CsvRow } from '#src/platform/workers/tasks.ts';
import { StatementColumns, type StatementReport } from '../plans.contract.ts';
import { type Credit, findHeadings, guessColumns, readRow } from '../statements.rules.ts';
import { matchTransactions } from './matching.service.ts';
import {
  addTransactions,
  countOpenTransactions,
  findColumns,
  lockExclusive,
  type NewBankTransaction,
  saveColumns,
} from './statements.queries.ts';

const sampleRows = 5;
// A busy account has about 30,000 rows a year.
const maxRows = 100_000;
// Banks print account details above the table.
const mostRowsBefore = 100;
// Takes some milliseconds; requests are answered in between.
const rowsAtOnce = 200;
// 100,000 rows take 2 s and 200 MB.
const limits = { timeoutMs: 30_000, maxBytes: 512 * 1024 ** 2 };
// An index of PostgreSQL holds 2,700 bytes.
const kindMaxLength = 800;
// PostgreSQL allows 65,535 parameters per statement; rows for a confirmed payment have up to six.
const batchSize = 5000;

/**
 * Imports a statement. The column mapping is `columnsJson`, or the saved one of statements with the same headings;
 * without either, returns `needs_columns` and stores nothing. Skips rows of earlier statements. Throws `forbidden` if
 * the password was entered too long ago.
 */
export async function importStatement(
  ctx: Context,
  file: ReceivedFile | undefined,
  columnsJson: string | undefined,
): Promise<StatementReport> {
  await requireRecentPassword(ctx);
  if (!file) throw invalid({ statement: { key: 'plans.statementRequired' } });
  const { headings, rows } = await readTable(ctx, file.path);
  const kind = headings.join(' | ').toLowerCase().slice(0, kindMaxLength);
  const columns = readColumns(columnsJson, headings) ?? (await findColumns(ctx.db, kind));
  if (!columns)
    return {
      status: 'needs_columns',
      headings,
      sample: rows.slice(0, sampleRows).map(({ cells }) => cells),
      guess: guessColumns(headings),
    };

  const { credits, ignored, bad } = await readCredits(ctx, headings, rows, columns);
  return ctx.db.transaction(async (tx) => {
    await lockExclusive(tx);
    await saveColumns(tx, kind, columns);
    const added = await addTransactions(tx, credits);
    let confirmed = 0;
    for (let from = 0; from < added.length; from += batchSize)
      confirmed += await matchTransactions(ctx, tx, added.slice(from, from + batchSize));
    const report = {
      lines: added.length,
      repeated: credits.length - added.length,
      ignored,
      bad,
      confirmed,
      open: await countOpenTransactions(tx),
    };
    await recordAuditEvent(ctx, tx, {
      action: 'statement.imported',
      subject: file.filename.slice(0, 100),
      details: { ...report, bad: bad.length },
    });
    return { status: 'imported', ...report };
  });
}

const refusals: Record<CsvRefusal, Text> = {
  broken: { key: 'plans.statementNoTable' },
  too_long: { key: 'plans.statementTooLong', params: { max: maxRows } },
};

/** Reads the table of a CSV file in a worker process. Throws `invalid`. */
async function readTable(ctx: Context, path: string): Promise<{ headings: string[]; rows: CsvRow[] }> {
  const rows: CsvRow[] = [];
  const onProgress = (some: CsvRow[]) => void rows.push(...some);
  const options = { priority: 'editor', share: rateLimitKey(ctx), ...limits, onProgress } as const;
  const read = await ctx.workers.run('readCsv', { path, maxRows }, options).catch((error) => {
    if (error instanceof ResourceLimitExceeded) return { refusal: 'broken' as const };
    throw error;
  });
  if ('refusal' in read) throw invalid({ statement: refusals[read.refusal] });
  const at = findHeadings(rows.slice(0, mostRowsBefore).map(({ cells }) => cells));
  const headings = rows[at]?.cells.map(uniqueHeading);
  if (!headings) throw invalid({ statement: refusals.broken });
  return { headings, rows: rows.slice(at + 1).filter(({ cells }) => cells.some(Boolean)) };
}

// Makes headings unique: "Dr / Cr" next to the amount and again next to the balance becomes "Dr / Cr (2)".
const uniqueHeading = (heading: string, place: number, all: string[]) => {
  const before = all.slice(0, place).filter((other) => other === heading).length;
  return heading && before ? `${heading} (${before + 1})` : heading;
};

function readColumns(json: string | undefined, headings: string[]): StatementColumns | undefined {
  if (!json) return undefined;
  const chosen = StatementColumns.safeParse(tryJson(json));
  if (
    !chosen.success ||
    !Object.values(chosen.data).every((heading) => heading === undefined || headings.includes(heading))
  )
    throw invalid({ columns: { key: 'plans.columnsInvalid' } });
  return chosen.data;
}

const tryJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // fails the schema validation
  }
};

const badText = { date: 'plans.badDate', amount: 'plans.badAmount', direction: 'plans.badDirection' } as const;

async function readCredits({ text, now }: Context, headings: string[], rows: CsvRow[], columns: StatementColumns) {
  const credits: NewBankTransaction[] = [];
  const bad: { line: number; reason: string }[] = [];
  const fingerprintOf = countingFingerprints();
  let ignored = 0;
  for (const [place, { line, cells }] of rows.entries()) {
    if (place % rowsAtOnce === 0) await setImmediate();
    const result = readRow(
      Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? ''])),
      columns,
    );
    if (result === 'ignored') ignored += 1;
    else if ('bad' in result) bad.push({ line, reason: text(badText[result.bad]) });
    else credits.push({ ...result, importedAt: now(), fingerprint: fingerprintOf(result) });
  }
  return { credits, ignored, bad };
}

// Equal credits of one day are distinct payments. The fingerprint includes their index, which is equal in every file.
function countingFingerprints(): (credit: Credit) => string {
  const seen = new Map<string, number>();
  return ({ day, amountMinor, utr, narration }) => {
    const identity = `${day} ${amountMinor} ${utr ?? ''} ${narration}`;
    const place = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, place);
    return createHash('sha256').update(`${identity} ${place}`).digest('base64url');
  };
}
