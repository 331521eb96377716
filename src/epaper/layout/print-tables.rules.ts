// Tables in print: in one column of the page, in small type. A table too wide for that becomes a record for each row, with
// a line "Heading: value" for each cell.
import type { ColumnAlignment, StoryTable } from '#src/markdown/story-tables.rules.ts';
import { rowText } from '#src/markdown/story-tables.rules.ts';
import type { PrintParagraph } from '#src/markdown/story-text.rules.ts';
import type { PartKind } from './layout-page.rules.ts';

/** A part of a story for newspaper-story.typ. */
export interface StoryPart {
  kind: PartKind;
  text: string;
  /** Of an item in a numbered list. */
  number?: number;
  /** Of a row: its cells, and the columns of the table. */
  cells?: string[];
  columns?: PrintColumn[];
  /** Of a part of a box: its kind, whether it is the first or last one, and the bold words before its text. */
  box?: { kind: 'facts' | 'correction'; first: boolean; last: boolean; lead: string; item: boolean };
  /** Of a picture: its file, height / width, and texts. */
  picture?: { file: string; ratio: number; alt: string; caption: string };
  /** Of a line: the address in its text, and where it leads. */
  link?: { before: string; shown: string; after: string; url: string };
}

interface PrintColumn {
  alignment: ColumnAlignment;
  /** Share of the width. */
  share: number;
}

const maxColumns = 5;
// Letters of the small type in a column of the page, including the space between the columns of the table.
const lettersInColumn = 27;
const lettersBetween = 1;
// A column need not be wider than this before its cells break into lines.
const lettersInCell = 24;

/** The parts of a story's paragraphs: a table is a part for each of its rows, so that it can break between them. */
export const partsOf = (paragraphs: PrintParagraph[]): StoryPart[] =>
  paragraphs.flatMap(({ kind, table, directive: _, box: __, ...paragraph }): StoryPart[] => {
    if (table) return tableParts(table);
    return kind === 'table' || kind === 'block' ? [] : [{ kind, ...paragraph }];
  });

function tableParts({ alignments, rows: [headings = [], ...rows] }: StoryTable): StoryPart[] {
  const filled = rows.filter((row) => row.some(Boolean));
  const columns = columnsOf(alignments, headings, filled);
  if (!columns || filled.length === 0)
    return (filled.length ? filled : [headings]).map((row) => ({ kind: 'record', text: recordText(headings, row) }));
  const part = (kind: 'headings' | 'row', cells: string[]) => ({ kind, text: rowText(cells), cells, columns });
  return [
    ...(headings.some(Boolean) ? [part('headings', headings)] : []),
    ...filled.map((cells) => part('row', cells)),
  ];
}

function recordText(headings: string[], row: string[]): string {
  const lines = row.map((value, column) => {
    const heading = headings[column];
    return value && heading && heading !== value ? `${heading}: ${value}` : value;
  });
  return lines.filter(Boolean).join('\n');
}

/** The columns, each as wide as its longest word, the rest shared by need; undefined if the words do not fit. */
function columnsOf(alignments: ColumnAlignment[], headings: string[], rows: string[][]): PrintColumn[] | undefined {
  const least = alignments.map((_, column) => {
    const bold = (headings[column] ?? '').split(' ').map((word) => 1.2 * lettersOf(word));
    return Math.max(2, ...bold, ...rows.flatMap((row) => (row[column] ?? '').split(' ').map(lettersOf)));
  });
  const room = lettersInColumn - sum(least) - lettersBetween * alignments.length;
  if (alignments.length > maxColumns || room < 0) return undefined;
  const wanted = least.map(
    (letters, column) =>
      Math.min(lettersInCell, Math.max(...rows.map((row) => lettersOf(row[column] ?? '')))) - letters,
  );
  const needs = wanted.map((letters) => Math.max(0, letters));
  const spare = Math.min(1, room / (sum(needs) || 1));
  const widths = least.map((letters, column) => letters + lettersBetween + (needs[column] ?? 0) * spare);
  return alignments.map((alignment, column) => ({ alignment, share: (widths[column] ?? 0) / sum(widths) }));
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

// Letters of Indian scripts are wider than Latin ones; vowel signs stand above and below them.
const lettersOf = (text: string): number => {
  const letters = text.replaceAll(/\p{M}/gu, '').length;
  return /[\u0900-\u0dff]/.test(text) ? letters * 1.35 : letters;
};
