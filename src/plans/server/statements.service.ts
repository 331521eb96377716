import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { requireRecentPassword } from '#src/accounts/server/reauthentication.service.ts';
import type { ReceivedFile } from '#src/calls/call.ts';
import { recordAuditEvent } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
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
  const { headings, rows } = readTable(await readFile(file.path));
  const kind = headings.join(' | ').toLowerCase();
  const columns = readColumns(columnsJson, headings) ?? (await findColumns(ctx.db, kind));
  if (!columns)
    return {
      status: 'needs_columns',
      headings,
      sample: rows.slice(0, sampleRows).map(({ cells }) => cells),
      guess: guessColumns(headings),
    };

  const { credits, ignored, bad } = readCredits(ctx, headings, rows, columns);
  return ctx.db.transaction(async (tx) => {
    await lockExclusive(tx);
    await saveColumns(tx, kind, columns);
    const added = await addTransactions(tx, newLines(credits, ctx.now()));
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

interface Row {
  /** Line number in the file, from 1. */
  line: number;
  cells: string[];
}

/** Reads the table of a CSV file; detects the encoding and the delimiter. */
function readTable(bytes: Buffer): { headings: string[]; rows: Row[] } {
  const text = decode(bytes).replaceAll('\r\n', '\n'); // for line numbers in files with mixed line endings
  const count = (character: string) => text.split(character).length;
  const [delimiter = ','] = [',', ';', '\t', '|'].sort((a, b) => count(b) - count(a));
  const parsed = tryParse(text, delimiter);
  const rows = parsed.map(({ record, info }): Row => ({ line: info.lines, cells: record.map((cell) => cell.trim()) }));
  const at = findHeadings(rows.map(({ cells }) => cells));
  const headings = rows[at]?.cells.map(uniqueHeading);
  if (!headings) throw invalid({ statement: { key: 'plans.statementNoTable' } });
  if (rows.length > maxRows) throw invalid({ statement: { key: 'plans.statementTooLong', params: { max: maxRows } } });
  return { headings, rows: rows.slice(at + 1).filter(({ cells }) => cells.some(Boolean)) };
}

// Makes headings unique: "Dr / Cr" next to the amount and again next to the balance becomes "Dr / Cr (2)".
const uniqueHeading = (heading: string, place: number, all: string[]) => {
  const before = all.slice(0, place).filter((other) => other === heading).length;
  return heading && before ? `${heading} (${before + 1})` : heading;
};

function tryParse(text: string, delimiter: string): { record: string[]; info: { lines: number } }[] {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as never; // typed for rows without `info`
  } catch (cause) {
    throw new AppError('invalid', 'plans.statementNoTable', {
      fields: { statement: { key: 'plans.statementNoTable' } },
      cause,
    });
  }
}

function decode(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // from older banking software
  }
}

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

function readCredits({ text }: Context, headings: string[], rows: Row[], columns: StatementColumns) {
  const credits: Credit[] = [];
  const bad: { line: number; reason: string }[] = [];
  let ignored = 0;
  for (const { line, cells } of rows) {
    const result = readRow(
      Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? ''])),
      columns,
    );
    if (result === 'ignored') ignored += 1;
    else if ('bad' in result) bad.push({ line, reason: text(badText[result.bad]) });
    else credits.push(result);
  }
  return { credits, ignored, bad };
}

// Equal credits of one day are distinct payments. The fingerprint includes their index, which is equal in every file.
function newLines(credits: Credit[], importedAt: Date): NewBankTransaction[] {
  const seen = new Map<string, number>();
  return credits.map((credit) => {
    const identity = `${credit.day} ${credit.amountMinor} ${credit.utr ?? ''} ${credit.narration}`;
    const place = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, place);
    return {
      ...credit,
      importedAt,
      fingerprint: createHash('sha256').update(`${identity} ${place}`).digest('base64url'),
    };
  });
}
