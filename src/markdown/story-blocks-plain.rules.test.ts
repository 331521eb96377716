import { expect, test } from 'vitest';
import { everyBlock } from '#test/factories/every-block.ts';
import { plainText, printParagraphs, summaryOf } from './story-text.rules.ts';

const text = everyBlock({ picture: 12, story: 42 });

test('the plain text has captions, headings and the words of boxes, and no directives or addresses', () => {
  expect(plainText(text)).toBe(
    [
      ...[
        'The river rose on Tuesday.',
        'Nobody was hurt.',
        'The *ghat* at noon',
        'A paragraph beside a small picture.',
      ],
      ...['The bridge', 'After the water', 'One', 'Two', 'Three'],
      ...['What is known', 'The dam holds 40 m.', 'Gates: 12', 'Open: 3'],
      ...['The boatman speaks', 'The gates open', 'The siren', 'First', 'Second'],
      ...['An earlier version named the wrong dam.', 'The gates are new.', 'The end.'],
    ].join('\n'),
  );
});

test('a summary is never from a caption, a box or a correction', () => {
  const blocks = text
    .split('\n\n')
    .slice(2, -1)
    .filter((block) => !/^(A paragraph|1\. )/.test(block));
  expect(summaryOf([...blocks, 'The river rose.'].join('\n\n'))).toBe('The river rose.');
  expect(summaryOf(':::facts[What is known]\nThe dam holds.\n\nTwice.\n:::')).toBe('');
});

test('print gets the directives in order, and what is in a box with its box', () => {
  const paragraphs = printParagraphs(text);
  expect(paragraphs.flatMap(({ directive }) => directive?.name ?? [])).toEqual([
    'picture',
    'picture',
    'picture',
    'gallery',
    'embed',
    'embed',
    'video',
    'audio',
    'story',
  ]);
  const boxed = paragraphs.filter(({ box }) => box);
  expect(boxed.map(({ kind, text, box }) => [box?.name, kind, text])).toEqual([
    ['facts', 'heading', 'What is known'],
    ['facts', 'paragraph', 'The dam holds 40 m.'],
    ['facts', 'item', 'Gates: 12'],
    ['facts', 'item', 'Open: 3'],
    ['correction', 'paragraph', 'An earlier version named the wrong dam.'],
    ['correction', 'paragraph', 'The gates are new.'],
  ]);
  expect(new Set(boxed.map(({ box }) => box)).size).toBe(3);
  expect(paragraphs.filter(({ number }) => number)).toMatchObject([{ number: 1 }, { number: 2 }]);
});
