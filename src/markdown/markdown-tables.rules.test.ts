import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editMarkdown, pasteTable, type TextEdit } from './markdown-edit.rules.ts';
import { tableFromClipboard } from './markdown-tables.rules.ts';
import { printParagraphs } from './story-text.rules.ts';

const table = '|  |  |\n| --- | --- |\n|  |  |\n|  |  |';

const applied = (text: string, { start, end, insert, selection }: TextEdit) => {
  const changed = text.slice(0, start) + insert + text.slice(end);
  expect(selection.start).toBe(selection.end);
  return `${changed.slice(0, selection.start)}^${changed.slice(selection.start)}`;
};

// "^" is the caret.
test.each([
  ['^', '| ^ |  |\n| --- | --- |\n|  |  |\n|  |  |'],
  ['On^e', `One\n\n| ^ |  |${table.slice(7)}`],
  ['One\n\n^\n\nTwo', `One\n\n| ^ |  |${table.slice(7)}\n\nTwo`],
  ['On^e\nTwo', `One\n\n| ^ |  |${table.slice(7)}\n\nTwo`],
])('the tool puts an empty table below the line, its first heading at the caret: %j', (before, after) => {
  const at = before.indexOf('^');
  const text = before.replace('^', '');
  expect(applied(text, editMarkdown(text, { start: at, end: at }, 'table'))).toBe(after);
});

test('cells of a spreadsheet become a table, figures at the right', () => {
  const clipboard = 'Ward\tVotes\tNote\r\nNaubat Ghat\t1,204\t"two\r\nlines, ""quoted"""\r\nA|B\t—\t\r\n';
  expect(tableFromClipboard(clipboard)).toBe(
    [
      '| Ward | Votes | Note |',
      '| --- | ---: | --- |',
      '| Naubat Ghat | 1,204 | two lines, "quoted" |',
      String.raw`| A\|B | — |  |`,
    ].join('\n'),
  );
});

test.each([
  'a text',
  'one\ttab in a line',
  'one row\tof cells\n',
  'a row\tof two\nand one of\tthree\tcells',
  '\tan indented\n\ttext',
  'first\tline\n\nnext\tparagraph',
])('%j stays as it is', (clipboard) => {
  expect(tableFromClipboard(clipboard)).toBeUndefined();
});

test('pasted cells stand between blank lines and replace the selection', () => {
  const edit = pasteTable('One\nTwo', { start: 2, end: 3 }, 'a\tb\n1\t2');
  expect(edit && applied('One\nTwo', edit)).toBe('On\n\n| a | b |\n| ---: | ---: |\n| 1 | 2 |^\n\nTwo');
});

test('any cells are in the table that is written', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ब', '|', ' ', '1', '.'), minLength: 1, maxLength: 8 });
  const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(rows, (rows) => {
      const written = tableFromClipboard(rows.map((row) => row.join('\t')).join('\n'));
      const [{ table } = {}] = printParagraphs(written ?? '');
      const typed = rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()));
      expect(table?.rows).toEqual(typed);
    }),
  );
});
