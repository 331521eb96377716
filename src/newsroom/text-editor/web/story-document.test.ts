import { readdirSync, readFileSync } from 'node:fs';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { block, document, inline, markedWords, node } from '#test/factories/story-documents.ts';
import { runs } from '#test/properties.ts';
import { type Sign, signsOf } from './inline-writer.ts';
import { markdownOf, openStory } from './story-document.ts';
import { readStory } from './story-reader.ts';
import { storySchema } from './story-schema.ts';
import { cellSigns, isList, storedBlocks, tableOf, writeStory } from './story-writer.ts';

const inText = (...lines: string[]) => lines.join('\n');
const samples = 'db/sample/stories';

/** A document's content as it is stored, to compare documents. */
function outline(node: Node): unknown {
  const { type, attrs } = node;
  if (node.isTextblock) {
    const signs = signsOf(node).map(type.name === 'heading' ? inLine : same);
    return [type.name, attrs.level, words(signs)];
  }
  if (type.name === 'table') {
    const { aligns, rows } = tableOf(node);
    return ['table', aligns, rows.map((row) => row.map((cell) => (cell ? words(cellSigns(cell)) : [])))];
  }
  const content = storedBlocks(node).map(outline);
  const empty = ['blockquote', 'listItem'].includes(type.name) ? [['paragraph', undefined, []]] : [];
  return [type.name, attrs.directive, isList(node) && attrs.start, content.length ? content : empty];
}
const same = (sign: Sign) => sign;
const inLine = (sign: Sign): Sign => (sign.sign === '\n' ? { ...sign, sign: ' ' } : sign);
const words = (signs: Sign[]) =>
  signs.map(({ sign, bold, italic, link }) => (/\s/.test(sign) ? [sign, link] : [sign, bold, italic, link]));

describe('untouched', () => {
  test('every sample story, and texts with all blocks, open and are written as they were', () => {
    for (const name of readdirSync(samples)) {
      const text = readFileSync(`${samples}/${name}`, 'utf8').replace(/^---[\s\S]*?---\n/, '');
      const story = openStory(text);
      expect(markdownOf(story, story.doc)).toBe(text);
    }
  });
  test('any Markdown', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '',
        '# a',
        '##',
        '- a',
        '* b',
        '+',
        '1. c',
        '2) d',
        '  - e',
        '    f',
        '> g',
        '> - h',
        '---',
        '***',
      ),
      fc.constantFrom('| a | b |', '| --- | :-: |', 'x | y', '::picture[A]{id=1}', ':::facts[T]', ':::', ':::gallery'),
      fc.constantFrom(
        'a **b** _c_',
        '[a](b "c")',
        'd  ',
        'e\\',
        '\u00A0',
        '\t',
        '\\# x',
        ':::correction{date=2026-11-24}',
      ),
      fc.string({ unit: fc.constantFrom(...'ab *_[]()#->|:\\!1.`~&;अा'), maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = inText(...lines);
        const story = openStory(text);
        expect(markdownOf(story, story.doc)).toBe(text);
        // What is written again reads the same.
        expect(outline(readStory(writeStory(story.doc)))).toEqual(outline(story.doc));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('written anew', () => {
  test('any document is read as it was', () => {
    fc.assert(
      fc.property(document, (doc) => {
        expect(outline(readStory(writeStory(doc)))).toEqual(outline(doc));
      }),
      { numRuns: runs(300) },
    );
  });
  test('marks of words are read as they were', () => {
    fc.assert(
      fc.property(markedWords, (paragraph) => {
        const doc = node('doc', null, [paragraph]);
        expect(outline(readStory(writeStory(doc)))).toEqual(outline(doc));
      }),
      { numRuns: runs(300) },
    );
  });
  test('words are never lost for their emphasis', () => {
    fc.assert(
      fc.property(inline(), (content) => {
        const doc = node('doc', null, [node('paragraph', null, content)]);
        const plain = (doc: Node) =>
          doc.children
            .map((it) =>
              signsOf(it)
                .map(({ sign }) => sign)
                .join(''),
            )
            .filter(Boolean);
        expect(plain(readStory(writeStory(doc)))).toEqual(plain(doc));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('changed', () => {
  const replaced = (doc: Node, at: number, by: Node[]) => doc.copy(doc.content.replaceChild(at, by[0] as Node));
  const written = (markdown: string, edit: (doc: Node) => Node) => {
    const story = openStory(markdown);
    return markdownOf(story, edit(story.doc));
  };
  const said = (text: string) => node('paragraph', null, [storySchema.text(text)]);
  test('the other blocks keep their text', () => {
    const text = inText('# A', 'B *c* __d__', '', '', '* e', '* f', '', 'Old.', '', '| a |', '|--|', '| 1 |', '', '');
    expect(written(text, (doc) => replaced(doc, 3, [said('New.')]))).toBe(text.replace('Old.', 'New.'));
    expect(written(text, (doc) => replaced(doc, 0, [said('New.')]))).toBe(text.replace('# A\n', 'New.\n\n'));
  });
  test('a list beside one that is new is another list', () => {
    const items = node('bulletList', { tight: true }, [node('listItem', null, [said('b')])]);
    const [text] = ['- a\n\n1. x\n\nz'];
    expect(written(text, (doc) => replaced(doc, 1, [items]))).toBe('- a\n\n+ b\n\nz');
  });
  test('a block becomes any other, and all are read as they are', () => {
    const texts = fc.array(fc.constantFrom('# a', '- a', '* b', '1. c', '   d', '| x |\n|---|', '---', '> e', ''), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(texts, fc.nat(5), block, (lines, at, changed) => {
        const story = openStory(lines.join('\n'));
        const doc = replaced(story.doc, at % story.doc.childCount, [changed]);
        expect(outline(readStory(markdownOf(story, doc)))).toEqual(outline(doc));
      }),
      { numRuns: runs(300) },
    );
  });
  test.each([
    ['# no heading', '\\# no heading'],
    ['::story{id=4}', '\\::story{id=4}'],
    [':::', '\\:::'],
    ['1. no item', '1\\. no item'],
    ['- no item', '\\- no item'],
    ['a * b, snake_case, [x], 2*3', 'a * b, snake_case, [x], 2\\*3'],
    ['[x](y)', '[x\\](y)'],
    ['C:\\new and \\*', 'C:\\new and \\\\\\*'],
    ['| --- |', '\\| --- |'],
    ['  spaces  ', 'spaces'],
  ])('%s is text', (text, markdown) => {
    expect(writeStory(node('doc', null, [said(text)]))).toBe(markdown);
  });
  test('lists keep their spacing, tables their alignment, breaks their lines', () => {
    for (const text of [
      '- a\n- b\n  - c\n- d',
      '- a\n\n- b\n\n  c',
      '7. a\n8. b\n   1. c',
      '| a | b | c |\n| --- | ---: | :---: |\n| 1 \\| 2 |  | **x** |',
      'one\ntwo\n**three\nfour**',
      '> a\n>\n> - b',
      '**a [b](/news/42) c** *d*',
      ':::facts[What is known]\n## x\n\n::picture[B]{id=4}\n:::',
      ':::correction{kind=clarification date=2026-11-24}\nIt was six.\n:::',
      ':::gallery[All]\n::picture[A]{id=1}\n::picture{id=2 size=wide}\n:::',
    ])
      expect(writeStory(readStory(text))).toBe(text);
  });
});
