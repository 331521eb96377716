import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { mergeTexts } from '#src/news/stories/merge.rules.ts';
import { runs } from '#test/properties.ts';
import { maximumCells } from './story-tables.rules.ts';
import { plainText, printParagraphs, storyHtml, summaryOf } from './story-text.rules.ts';

const wards = '| Ward | Votes | |\n|---|--:|:-:|\n| Naubat *Ghat* | 1,204 | yes |\n| A \\| B | 98 |';

test('a table has headings, alignment without style attributes, and a box that is named after the headings', () => {
  expect(storyHtml(`First.\n\n${wards}\n\nLast.`).html).toBe(
    [
      '<section class="overflow-x-auto tabular" tabindex="0" role="group" aria-label="Ward, Votes"><table>',
      '<thead>\n<tr>\n<th scope="col">Ward</th>\n<th scope="col" class="right">Votes</th>\n<td class="center"></td>\n</tr>\n</thead>',
      '<tbody>\n<tr>\n<td>Naubat <em>Ghat</em></td>\n<td class="right">1,204</td>\n<td class="center">yes</td>\n</tr>',
      '<tr>\n<td>A | B</td>\n<td class="right">98</td>\n<td class="center"></td>\n</tr>\n</tbody>',
      '</table></section>\n<p>Last.</p>\n',
    ].join('\n'),
  );
});

test('a table without headings is named after its first row, an empty one has no name', () => {
  const nameOf = (text: string) =>
    /^<section class="overflow-x-auto tabular" tabindex="0"(.*?)>/.exec(storyHtml(text).html)?.[1];
  expect(nameOf('| | |\n|-|-|\n|"a"|*b* & c|')).toBe(' role="group" aria-label="&quot;a&quot;, b &amp; c"');
  expect(nameOf('| | |\n|-|-|\n| | |')).toBe('');
  expect(nameOf('|<b>|\n|-|')).toBe(' role="group" aria-label="&lt;b&gt;"');
});

const subset = new MarkdownIt('zero', { html: false, breaks: true }).enable([
  ...['heading', 'blockquote', 'list', 'hr', 'emphasis', 'link', 'newline', 'escape'],
]);

test('a text without a delimiter row is rendered as before there were tables', () => {
  const line = fc.string({ unit: fc.constantFrom(...'|a> *-:#1.\\ ब', '| a | b |') });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.filter((line) => !/^[\s>*+\d.)|:-]*$/.test(line) || !/[-|]/.test(line)).join('\n');
      const { standfirst, html } = storyHtml(text);
      const before = subset.render(text).replaceAll(/<(\/?)h1>/g, '<$1h2>');
      expect(standfirst === null ? html : `<p>${standfirst}</p>\n${html}`).toBe(before);
    }),
    { numRuns: runs(3000) },
  );
  expect(storyHtml('a | b\nc | d').html).toBe('<p>a | b<br>\nc | d</p>\n');
});

test('in plain text a table is one line without pipes and dashes, and it is no summary', () => {
  expect(plainText(`Results:\n\n${wards}\n\nMore`)).toBe(
    'Results:\nWard, Votes; Naubat Ghat, 1,204, yes; A | B, 98\nMore',
  );
  expect(summaryOf(`${wards}\n\nThe count ended at noon.`)).toBe('The count ended at noon.');
  expect(summaryOf(wards)).toBe('');
  expect(plainText('One  \ntwo')).toBe('One two');
});

test('print gets the cells of a table', () => {
  expect(printParagraphs(`Results:\n\n${wards}`)).toEqual([
    { kind: 'paragraph', text: 'Results:' },
    {
      kind: 'table',
      text: 'Ward, Votes; Naubat Ghat, 1,204, yes; A | B, 98',
      table: {
        alignments: ['start', 'right', 'center'],
        rows: [
          ['Ward', 'Votes', ''],
          ['Naubat Ghat', '1,204', 'yes'],
          ['A | B', '98', ''],
        ],
      },
    },
  ]);
});

test('changes of a table and of a paragraph merge', () => {
  const base = `One.\n\n${wards}\n\nTwo.`;
  const merged = mergeTexts(base, base.replace('1,204', '1,205'), base.replace('Two.', 'Two and three.'));
  expect(merged).toEqual({
    text: base.replace('1,204', '1,205').replace('Two.', 'Two and three.'),
    isConflict: false,
  });
});

const cellsIn = (text: string) => {
  const { standfirst, html } = storyHtml(text);
  return `${standfirst ?? ''}${html}`.match(/<t[hd]\b/g)?.length ?? 0;
};

test('no text has more cells than were counted', () => {
  const piece = fc.constantFrom('|', '-', ':', ' ', '\n', 'a', '> ', '- ', '1. ', '|-|-|\n', '|a|a|\n', '\n\n', '\t');
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 60 }), (text) => {
      expect(cellsIn(text)).toBeLessThanOrEqual(maximumCells(text));
    }),
    { numRuns: runs(5000) },
  );
});
