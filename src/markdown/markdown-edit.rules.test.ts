import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/properties.ts';
import { editMarkdown, type MarkdownTool } from './markdown-edit.rules.ts';

const bold: MarkdownTool = { inline: '**' };
const italic: MarkdownTool = { inline: '*' };
const heading: MarkdownTool = { block: '## ' };
const quote: MarkdownTool = { block: '> ' };
const list: MarkdownTool = { block: '- ' };

// "|" is the caret; two of them are the ends of the selection.
function edit(marked: string, tool: MarkdownTool): string {
  const [start, last] = [marked.indexOf('|'), marked.lastIndexOf('|')];
  const text = marked.replaceAll('|', '');
  const change = editMarkdown(text, { start, end: start === last ? start : last - 1 }, tool);
  const changed = text.slice(0, change.start) + change.insert + text.slice(change.end);
  const { selection } = change;
  if (selection.start === selection.end) return `${changed.slice(0, selection.end)}|${changed.slice(selection.end)}`;
  const selected = changed.slice(selection.start, selection.end);
  return `${changed.slice(0, selection.start)}|${selected}|${changed.slice(selection.end)}`;
}

test.each([
  [heading, 'one t|wo\nthree', '## one t|wo\nthree'],
  [heading, '## one t|wo', 'one t|wo'],
  [heading, '|', '## |'],
  [heading, '#|# one', '|one'],
  [heading, '|\nb', '## |\nb'],
  [heading, 'a\n|\nb', 'a\n## |\nb'],
  [heading, '> one t|wo', '## one t|wo'],
  [list, 'o|ne\n\ntwo\n|three', '- o|ne\n\n- two\n|three'],
  [list, '- o|ne\n- tw|o', 'o|ne\ntw|o'],
  [list, '- o|ne\ntw|o', '- o|ne\n- tw|o'],
  [list, '1. o|ne', '- o|ne'],
  [quote, 'यह शब्|द है', '> यह शब्|द है'],
  [bold, 'one t|wo three', 'one **t|wo** three'],
  [bold, 'one **t|wo** three', 'one t|wo three'],
  [bold, 'one |two three|', 'one **|two three|**'],
  [bold, 'one **|two three|**', 'one |two three|'],
  [bold, 'one |**two three**|', 'one |two three|'],
  [bold, 'one **two th|ree** four', 'one two th|ree four'],
  [bold, 'one| two |three', 'one **|two|** three'],
  [bold, 'one | two', 'one **|** two'],
  [bold, 'one **|** two', 'one | two'],
  [bold, '|one\n\ntwo|', '**|one**\n\n**two|**'],
  [bold, 'शब्|द है', '**शब्|द** है'],
  [italic, 'one **t|wo**', 'one ***t|wo***'],
  [italic, 'one ***t|wo***', 'one **t|wo**'],
  [bold, 'one ***t|wo***', 'one *t|wo*'],
  [italic, 'one *t|wo* three', 'one t|wo three'],
  ['link' as const, 'one t|wo three', 'one [two](|https://|) three'],
  ['link' as const, 'one [two](|https://|) three', 'one |two| three'],
  ['link' as const, 'one [t|wo](https://a.example/b) three', 'one |two| three'],
  ['link' as const, 'see |https://a.example/b|', 'see [|](https://a.example/b)'],
  ['link' as const, '|', '[](|https://|)'],
])('%j: %j', (tool, before, after) => {
  expect(edit(before, tool)).toBe(after);
});

test('a block mark that is pressed twice leaves the text as it was', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'ब', ' ', '\n', '.') });
  fc.assert(
    fc.property(plain, fc.nat(), fc.nat(), fc.constantFrom(heading, quote, list), (text, a, b, tool) => {
      const ends = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
      const apply = (text: string, [start = 0, end = 0]: number[]) => {
        const { selection, ...change } = editMarkdown(text, { start, end }, tool);
        expect(selection.start).toBeLessThanOrEqual(selection.end);
        return { text: text.slice(0, change.start) + change.insert + text.slice(change.end), selection };
      };
      const once = apply(text, ends);
      expect(apply(once.text, [once.selection.start, once.selection.end]).text).toBe(text);
    }),
    { numRuns: runs(2000) },
  );
});
