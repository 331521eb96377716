// Tables that the Markdown field writes: an empty one, or one from cells that were copied in a spreadsheet.

/** An empty table. Its first heading begins at `emptyTableCaret`. */
export const emptyTable = ['|  |  |', '| --- | --- |', '|  |  |', '|  |  |'].join('\n');
export const emptyTableCaret = '| '.length;

/**
 * A Markdown table of the cells on the clipboard, where tabs separate them; undefined for other text: all rows of a table
 * have the same number of cells, and an indented text has nothing before the first tab.
 */
export function tableFromClipboard(text: string): string | undefined {
  if (!text.includes('\t')) return undefined;
  const rows = cellsOf(text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, ''));
  const [first = [], ...others] = rows;
  if (others.length === 0 || first.length < 2) return undefined;
  if (rows.some(({ length }) => length !== first.length) || rows.every(([cell]) => !cell)) return undefined;
  const isRight = (column: number) => {
    const cells = others.map((row) => row[column] ?? '');
    return cells.some((cell) => /\p{Nd}/u.test(cell)) && !cells.some((cell) => /\p{L}/u.test(cell));
  };
  // Numbers are aligned right: "1,204", "₹40", "12.5 %"; a dash or nothing where there is none.
  const delimiters = first.map((_, column) => (isRight(column) ? '---:' : '---'));
  return [first, delimiters, ...others].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

// Spreadsheets quote a cell with a line break, and double the quotation marks in it: "Naubat\n""Ghat""".
const quotedCell = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y;

function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; ) {
    quotedCell.lastIndex = at;
    const quoted = quotedCell.exec(text)?.[0];
    const isQuoted = quoted !== undefined && /[\t\n]/.test(quoted);
    const end = isQuoted ? at + quoted.length : endOfCell(text, at);
    const cell = isQuoted ? quoted.slice(1, -1).replaceAll('""', '"') : text.slice(at, end);
    rows.at(-1)?.push(cell.replaceAll(/\s+/g, ' ').trim().replaceAll('|', String.raw`\|`));
    if (text[end] === '\n') rows.push([]);
    at = end + 1;
  }
  return rows;
}

function endOfCell(text: string, start: number): number {
  const separator = /[\t\n]/g;
  separator.lastIndex = start;
  return separator.exec(text)?.index ?? text.length;
}
