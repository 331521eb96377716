import { type Input, stringify } from 'csv-stringify/sync';

/** Rows as CSV for spreadsheets: with a byte order mark, and without formulas, since readers wrote some of the texts. */
export const writeCsv = (rows: Input): string =>
  stringify(rows, { bom: true, escape_formulas: true, record_delimiter: 'windows' });
