// Tables in the Markdown of stories (pipe tables of GitHub Flavored Markdown): their size, their cells, and the box in
// which a wide one scrolls.
import type { Token } from 'markdown-it';

export type ColumnAlignment = 'start' | 'center' | 'right';

/** The cells of a table as plain text. The first row has the headings. */
export interface StoryTable {
  alignments: ColumnAlignment[];
  rows: string[][];
}

/**
 * At least as many cells as the tables of this text have. Rows are filled up to the number of headings, so that a text of
 * 200,000 characters could otherwise have three million empty cells.
 */
export function maximumCells(text: string): number {
  let [cells, columns] = [0, 0];
  for (const line of text.split(/\r\n?|\n/)) {
    if (!line.trim()) {
      columns = 0; // ends every table
      continue;
    }
    // The line below the headings, such as "|---|--:|", also in a list or a quotation.
    if (line.includes('-') && /^[\s>*+\d.)|:-]+$/.test(line)) {
      columns = Math.max(columns, line.split('|').length);
      cells += columns; // of the headings
    }
    cells += columns;
  }
  return cells;
}

/** Adds scope and alignment to the cells. An empty heading is a plain cell. */
export function prepareCells({ tokens }: { tokens: Token[] }): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'th_open' && token.type !== 'td_open') return;
    const [inline, close] = tokens.slice(index + 1, index + 3);
    if (token.tag === 'th' && close && !inline?.content) token.tag = close.tag = 'td';
    // The parser's style attribute becomes a class. "Left" is where the language begins.
    const alignment = String(token.attrGet('style')).replace('text-align:', '');
    token.attrs = [
      ...(token.tag === 'th' ? ([['scope', 'col']] as [string, string][]) : []),
      ...(alignment === 'right' || alignment === 'center' ? ([['class', alignment]] as [string, string][]) : []),
    ];
  });
}

/** Reads the table that begins with the token at `start`; `end` is the index of its last token. */
export function readTable(
  tokens: Token[],
  start: number,
  textOf: (inline: Token) => string,
): { table: StoryTable; end: number } {
  const rows: string[][] = [];
  const alignments: ColumnAlignment[] = [];
  let at = start;
  for (; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
    const token = tokens[at] as Token; // checked above
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'th_open') alignments.push((token.attrGet('class') ?? 'start') as ColumnAlignment); // prepareCells
    if (token.type === 'inline') rows.at(-1)?.push(textOf(token).trim());
  }
  return { table: { alignments, rows }, end: at };
}

/** A row as plain text: its cells, separated by commas. */
export const rowText = (cells: string[]): string => cells.filter(Boolean).join(', ');

/** A table as one line of plain text: "Ward, Votes; Naubat Ghat, 1,204". */
export const tableText = ({ rows }: StoryTable): string => rows.map(rowText).filter(Boolean).join('; ');

const maxNamed = 8;

/**
 * Puts each table into a box that scrolls, also by keyboard, if the table is too wide. The box is named after the
 * headings: a name in the language of the story, for readers of all languages. A group, because many tables would be many
 * landmarks.
 */
export function boxTables(html: string): string {
  const [before = '', ...tables] = html.split('<table>');
  const boxed = tables.map((table) => {
    const name = nameOf(table);
    return `<section class="overflow-x-auto tabular" tabindex="0"${name && ` role="group" aria-label="${name}"`}><table>${table}`;
  });
  return [before, ...boxed].join('').replaceAll('</table>', '</table></section>');
}

// The headings, or the first row that is not empty, from HTML in which "<" and "&" are escaped.
function nameOf(table: string): string {
  const [content = ''] = table.split('</table>', 1);
  for (const row of content.split('</tr>')) {
    const cells = row.split(/<\/t[hd]>/, maxNamed).map((cell) => cell.replaceAll(/<[^<>]*>/g, '').trim());
    const name = rowText(cells).replaceAll('"', '&quot;');
    if (name) return name;
  }
  return '';
}
