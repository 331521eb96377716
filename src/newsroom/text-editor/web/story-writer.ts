// Writes blocks of a document as Markdown that is read as the same document.
import type { Node } from '@tiptap/pm/model';
import {
  type ContainerDirective,
  type Directive,
  directiveLine,
  directiveText,
} from '#src/markdown/directives.rules.ts';
import { asText, type Sign, signsOf, writeInline } from './inline-writer.ts';
import { blocksOf, readBlock } from './story-reader.ts';
import { isUpload } from './uploads.ts';

/** Whether a paragraph or heading has no words. */
export const isEmpty = (node: Node): boolean => node.isTextblock && !node.textContent.trim();

/** Blocks that are stored: a paragraph or heading without words is not, nor a placeholder. */
export const storedBlocks = (parent: Node): Node[] =>
  parent.children.filter((node) => !isEmpty(node) && !isUpload(node));

/** The first text block of a Markdown text that is one block. */
function readTextBlock(markdown: string): Sign[] {
  const [block, ...others] = blocksOf(markdown);
  if (!block || others.length) return [];
  let node: Node | null = readBlock(block);
  while (node && !node.isTextblock) node = node.firstChild;
  return node ? signsOf(node) : [];
}

const inOneLine = (signs: Sign[]) => signs.map((sign) => (sign.sign === '\n' ? { ...sign, sign: ' ' } : sign));

/** Nodes are never changed, so the Markdown of each is cached, however often its list or table changes around it. */
function once(write: (node: Node) => string): (node: Node) => string {
  const written = new WeakMap<Node, string>();
  return (node) => {
    const text = written.get(node) ?? write(node);
    written.set(node, text);
    return text;
  };
}

const writeParagraph = once((node) => asText(writeInline(signsOf(node), (text) => readTextBlock(asText(text)))));

const writeHeading = once((node) => {
  const mark = '#'.repeat(node.attrs.level);
  // Number signs at the end would be read as the end of the heading.
  const line = (text: string) => `${mark} ${text.replace(/(?<=^|\s)#+$/, String.raw`\$&`)}`;
  return line(writeInline(inOneLine(signsOf(node)), (text) => readTextBlock(line(text))));
});

const writeCell = once((node) => {
  const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
  const read = (text: string) => readTextBlock(`| ${cell(text)} |\n| --- |`);
  return cell(writeInline(cellSigns(node), read));
});

/** The words of a cell, in one line. */
export function cellSigns(cell: Node): Sign[] {
  const space: Sign = { sign: ' ', bold: false, italic: false, link: null };
  const words = cell.children.map((node) => inOneLine(signsOf(node))).filter(({ length }) => length);
  return words.flatMap((signs, at) => (at ? [space, ...signs] : signs));
}

const delimiters: Record<string, string> = { center: ':---:', right: '---:' };

/** Rows of the same length: a cell over several columns is followed by empty ones. */
export function tableOf(table: Node): { aligns: (string | null)[]; rows: (Node | null)[][] } {
  const rows = table.children.map((row) =>
    row.children.flatMap((cell) => [cell, ...Array<null>(Math.max(0, Number(cell.attrs.colspan) - 1)).fill(null)]),
  );
  const width = Math.max(...rows.map(({ length }) => length));
  for (const row of rows) while (row.length < width) row.push(null);
  return { rows, aligns: (rows[0] ?? []).map((cell) => (cell?.attrs.align in delimiters ? cell?.attrs.align : null)) };
}

function writeTable(node: Node): string {
  const { aligns, rows } = tableOf(node);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const [headings = '', ...others] = rows.map((row) => line(row.map((cell) => (cell ? writeCell(cell) : ''))));
  return [headings, line(aligns.map((align) => delimiters[align ?? ''] ?? '---')), ...others].join('\n');
}

export const isList = ({ type }: Node) => type.name === 'bulletList' || type.name === 'orderedList';
const startOf = (list: Node) => {
  const start = Number(list.attrs.start);
  return Number.isInteger(start) && start >= 0 && start < 1e9 ? start : 1;
};

/** Whether a block may follow a paragraph without a blank line: only a list that CommonMark accepts there. */
const mayInterrupt = (list: Node) =>
  isList(list) &&
  (list.type.name === 'bulletList' || startOf(list) === 1) &&
  storedBlocks(list.child(0))[0]?.type.name === 'paragraph';

/** Whether a list is written without blank lines: its items must allow that. */
const isTight = (list: Node): boolean =>
  list.attrs.tight &&
  list.children.every((item) => {
    const [first, second, ...others] = storedBlocks(item);
    if (!first) return true;
    return !second ? !isList(first) : first.type.name === 'paragraph' && !others.length && mayInterrupt(second);
  });

function writeList(list: Node, turn: number): string {
  const isTogether = isTight(list);
  const items = list.children.map((item, index) => {
    const marker =
      list.type.name === 'bulletList'
        ? ['-', '+'][turn % 2]
        : `${Math.min(startOf(list) + index, 999_999_999)}${['.', ')'][turn % 2]}`;
    // A list at the beginning of an item is in the same line, and three equal markers would be a rule.
    const text = writeBlocks(item, isTogether ? '\n' : '\n\n', turn + 1);
    const indent = ' '.repeat(`${marker} `.length);
    return `${marker} ${text.replaceAll(/\n(?!\n|$)/g, `\n${indent}`)}`.trimEnd();
  });
  return items.join(isTogether ? '\n' : '\n\n');
}

/** `turn` alternates the markers, to separate this list from one beside it, or from one whose first line it is in. */
function writeBlock(node: Node, turn: number): string {
  const { directive } = node.attrs as { directive?: Directive };
  switch (node.type.name) {
    case 'paragraph':
      return writeParagraph(node);
    case 'heading':
      return writeHeading(node);
    case 'blockquote':
      return writeBlocks(node)
        .replaceAll(/^(?=.)/gm, '> ')
        .replaceAll(/^$/gm, '>');
    case 'bulletList':
    case 'orderedList':
      return writeList(node, turn);
    case 'table':
      return writeTable(node);
    case 'facts':
    case 'correction':
      return [directiveLine(directive as ContainerDirective), writeBlocks(node), ':::'].filter(Boolean).join('\n');
    case 'horizontalRule':
      return '___';
    default:
      return directiveText(directive as Parameters<typeof directiveText>[0]); // all others are leaves or a gallery
  }
}

function writeBlocks(parent: Node, separator = '\n\n', firstTurn = 0): string {
  let turn = 0;
  const blocks = storedBlocks(parent);
  return blocks
    .map((node, at) => {
      turn = at === 0 ? firstTurn : blocks[at - 1]?.type === node.type ? turn + 1 : 0;
      return writeBlock(node, turn);
    })
    .join(separator);
}

/** Markdown of a block of the document; `turn` counts the lists of its kind directly before it. */
export const blockText = (node: Node, turn = 0): string => (isEmpty(node) ? '' : writeBlock(node, turn));

/** Markdown of a whole document. */
export const writeStory = (doc: Node): string => writeBlocks(doc);
