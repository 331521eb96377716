// What the Markdown toolbar does: block marks stand at the beginning of lines, inline marks around the selection or the
// word at the caret; a mark that is there already is taken away. A table goes below the line of the caret.
import { emptyTable, emptyTableCaret, tableFromClipboard } from './markdown-tables.rules.ts';

export interface Selection {
  start: number;
  end: number;
}

/** Replaces the characters from `start` to `end` by `insert`, then selects `selection`. */
export interface TextEdit extends Selection {
  insert: string;
  selection: Selection;
}

export type MarkdownTool = { inline: '**' | '*' } | { block: '## ' | '> ' | '- ' } | 'link' | 'table';

/** The edit that a tool makes in a text with this selection. */
export function editMarkdown(text: string, selection: Selection, tool: MarkdownTool): TextEdit {
  if (tool === 'link') return toggleLink(text, selection);
  if (tool === 'table') {
    const end = lineEnd(text, selection.end);
    return insertBlock(text, { start: end, end }, emptyTable, emptyTableCaret);
  }
  return 'block' in tool ? toggleBlock(text, selection, tool.block) : toggleInline(text, selection, tool.inline);
}

/** The edit that pastes cells from a spreadsheet as a table; undefined for other texts, which are pasted as they are. */
export function pasteTable(text: string, selection: Selection, clipboard: string): TextEdit | undefined {
  const table = tableFromClipboard(clipboard);
  return table === undefined ? undefined : insertBlock(text, selection, table, table.length);
}

/** Inserts a block between blank lines, with the caret at this place in it. */
function insertBlock(text: string, { start, end }: Selection, block: string, caret: number): TextEdit {
  const [before, after] = [text.slice(0, start).trimEnd(), text.slice(end).trimStart()];
  const [from, to] = [before.length, text.length - after.length];
  const [above, below] = [before && '\n\n', after && '\n\n'];
  const at = from + above.length + caret;
  return { start: from, end: to, insert: above + block + below, selection: { start: at, end: at } };
}

// Headings, quotations, and lists with and without numbers: "## ", "> ", "- ", "12. ".
const blockMark = /^(?:#{1,6} |> ?|[-*+] |\d{1,9}[.)] )/;

function toggleBlock(text: string, { start, end }: Selection, mark: string): TextEdit {
  const from = lineStart(text, start);
  // A selection that ends at the beginning of a line does not include it.
  const to = lineEnd(text, end > start && text[end - 1] === '\n' ? end - 1 : end);
  const lines = text.slice(from, to).split('\n');
  const counts = (line: string) => lines.length === 1 || line.trim() !== '';
  const remove = lines.every((line) => !counts(line) || line.startsWith(mark));
  const changed = lines.map((line) => {
    if (!counts(line)) return line;
    return remove ? line.slice(mark.length) : mark + line.replace(blockMark, '');
  });
  const insert = changed.join('\n');
  const grownBy = insert.length - (to - from);
  const firstGrownBy = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  return {
    start: from,
    end: to,
    insert,
    selection: { start: Math.max(from, start + firstGrownBy), end: Math.max(from, end + grownBy) },
  };
}

function toggleInline(text: string, selected: Selection, mark: string): TextEdit {
  const around = enclosing(text, selected, mark);
  if (around) {
    const { start, end } = around;
    const insert = text.slice(start + mark.length, end - mark.length);
    const shifted = (at: number) => Math.min(Math.max(at - mark.length, start), start + insert.length);
    return { start, end, insert, selection: { start: shifted(selected.start), end: shifted(selected.end) } };
  }
  const { start, end } = wordAround(text, selected);
  // Emphasis does not cross paragraphs, and its marks must touch the words.
  const insert = text
    .slice(start, end)
    .split('\n')
    .map((line) => (line.trim() ? line.replace(line.trim(), () => mark + line.trim() + mark) : line))
    .join('\n');
  if (start === end)
    return { start, end, insert: mark + mark, selection: { start: start + mark.length, end: start + mark.length } };
  const caret = selected.start === selected.end;
  const inner = { start: start + mark.length, end: start + insert.length - mark.length };
  const at = selected.start + mark.length;
  return { start, end, insert, selection: caret ? { start: at, end: at } : inner };
}

/** The emphasis with this mark that encloses the selection in its line, or is selected itself; with its marks. */
function enclosing(text: string, { start, end }: Selection, mark: string): Selection | undefined {
  const from = lineStart(text, start);
  const open: { at: number; length: number }[] = [];
  for (const { index, 0: run } of text.slice(from, lineEnd(text, end)).matchAll(/\*+/g)) {
    const at = from + index;
    const { length } = run;
    // Four asterisks are an empty emphasis: a tool was used without a word.
    if (length === mark.length * 2 && start === end && start === at + mark.length)
      return { start: at, end: at + length };
    const opening = open.at(-1);
    if (opening?.length !== length) {
      open.push({ at, length });
      continue;
    }
    open.pop();
    const inside = start >= opening.at && end <= at + length;
    const marked = mark === '*' ? length !== 2 : length >= 2;
    if (!inside || !marked) continue;
    const other = length - mark.length; // three asterisks are both marks
    return { start: opening.at + other, end: at + mark.length };
  }
  return undefined;
}

const scheme = 'https://';
const address = /^https?:\/\/\S+$/;

function toggleLink(text: string, selected: Selection): TextEdit {
  const from = lineStart(text, selected.start);
  for (const match of text.slice(from, lineEnd(text, selected.end)).matchAll(/\[([^[\]]*)\]\([^()]*\)/g)) {
    const [whole, label = ''] = match;
    const start = from + match.index;
    const end = start + whole.length;
    if (selected.start >= start && selected.end <= end)
      return { start, end, insert: label, selection: { start, end: start + label.length } };
  }
  const { start, end } = wordAround(text, selected);
  const label = text.slice(start, end);
  if (address.test(label))
    return { start, end, insert: `[](${label})`, selection: { start: start + 1, end: start + 1 } };
  const at = start + label.length + '[]('.length;
  // The address is selected, to be typed or pasted over.
  return { start, end, insert: `[${label}](${scheme})`, selection: { start: at, end: at + scheme.length } };
}

const inWord = /[\p{L}\p{M}\p{N}_'’-]/u;

/** The selection without the spaces around it, or the word at the caret. */
function wordAround(text: string, { start, end }: Selection): Selection {
  if (start === end) {
    let [from, to] = [start, end];
    while (from > 0 && inWord.test(text.charAt(from - 1))) from -= 1;
    while (inWord.test(text.charAt(to))) to += 1;
    return { start: from, end: to };
  }
  const selected = text.slice(start, end);
  if (!selected.trim()) return { start: end, end };
  return { start: end - selected.trimStart().length, end: start + selected.trimEnd().length };
}

const lineStart = (text: string, at: number) => text.slice(0, at).lastIndexOf('\n') + 1;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
