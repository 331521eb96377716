import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { CsvRow, Tasks } from './tasks.ts';

const maxCells = 100;
const maxRecordLength = 10_000;
const rowsPerReport = 500;

/** Reads the rows of a CSV file; detects the encoding and the delimiter. */
export async function readCsv(
  { path, maxRows }: Tasks['readCsv']['input'],
  report: (rows: CsvRow[]) => void,
): Promise<Tasks['readCsv']['output']> {
  const text = decode(await readFile(path)).replaceAll('\r\n', '\n'); // for line numbers in files with mixed line endings
  const count = (character: string) => text.length - text.replaceAll(character, '').length;
  const [delimiter = ','] = [',', ';', '\t', '|'].sort((a, b) => count(b) - count(a));
  const records = tryParse(text, delimiter, maxRows + 1);
  if (!records) return { refusal: 'broken' };
  if (records.length > maxRows) return { refusal: 'too_long' };
  for (let from = 0; from < records.length; from += rowsPerReport)
    report(records.slice(from, from + rowsPerReport).map(rowOf));
  return { rows: records.length };
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

function tryParse(text: string, delimiter: string, to: number): CsvRecord[] | undefined {
  try {
    return parse(text, {
      delimiter,
      to,
      bom: true,
      info: true,
      max_record_size: maxRecordLength,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as never; // typed for rows without `info`
  } catch {
    return undefined;
  }
}

const rowOf = ({ record, info }: CsvRecord): CsvRow => ({
  line: info.lines,
  cells: record.slice(0, maxCells).map((cell) => cell.trim()),
});

function decode(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // from older banking software
  }
}
