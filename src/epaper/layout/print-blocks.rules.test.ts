import { expect, test } from 'vitest';
import { printParagraphs } from '#src/markdown/story-text.rules.ts';
import type { Language } from '#src/messages/languages.ts';
import { blockResources } from '#test/factories/blocks.ts';
import { everyBlock } from '#test/factories/every-block.ts';
import type { Weight } from './compose.rules.ts';
import { printedParts } from './print-blocks.rules.ts';

const text = everyBlock({ picture: 12, story: 42 });
const partsOf = (body: string, weight: Weight = 'lead', language: Language = 'en', pictures = [12], lead?: number) => {
  const { t, locale } = blockResources({}, language);
  const stated = { name: 'abc', width: 1600, height: 1200, alt: '', caption: 'The steps', credit: 'Asha Rao' };
  return printedParts(
    printParagraphs(body),
    {
      ...{ t, locale, siteUrl: 'https://paper.example', address: 'https://paper.example/news/7' },
      lead,
      pictures: new Map(pictures.map((id) => [id, stated])),
      stories: new Map([[42, { title: 'The dam' }]]),
    },
    weight,
  );
};

test('pictures have caption and credit; those that do not fit are named by one line', () => {
  const lead = partsOf(text);
  expect(lead.filter(({ kind }) => kind === 'picture').map(({ picture }) => picture)).toEqual(
    ['The *ghat* at noon', 'The steps', 'The bridge', 'One'].map((caption) => ({
      ...{ file: 'abc.jpg', ratio: 0.75, caption: `${caption} · Picture: Asha Rao` },
      alt: caption,
    })),
  );
  const lines = lead.filter(({ kind }) => kind === 'line').map((part) => part.text);
  expect(lines).toEqual([
    '2 more pictures: paper.example/news/7',
    'The boatman speaks. Watch: paper.example/news/7',
    'See: paper.example/news/7',
    'The gates open. Watch: paper.example/news/7',
    'The siren. Listen: paper.example/news/7',
    'Also read: The dam, paper.example/news/42',
  ]);
  const second = partsOf(text, 'second');
  expect(second.filter(({ kind }) => kind === 'picture')).toHaveLength(2);
  expect(second.filter((part) => part.text.startsWith('4 more pictures'))).toHaveLength(1);
});

test('a picture above the text is not in the text as well', () => {
  const body = '::picture[One]{id=12}\n\n::picture[Two]{id=13}';
  const shown = (lead?: number) => partsOf(body, 'lead', 'en', [12, 13], lead).map((part) => part.picture?.alt);
  expect(shown()).toEqual(['One', 'Two']);
  expect(shown(12)).toEqual(['Two']);
});

test('a line links its address', () => {
  expect(partsOf('::story[Read on]{id=42}')).toEqual([
    {
      ...{ kind: 'line', text: 'Read on: The dam, paper.example/news/42' },
      link: {
        before: 'Read on: The dam, ',
        shown: 'paper.example/news/42',
        after: '',
        url: 'https://paper.example/news/42',
      },
    },
  ]);
});

test('the parts of a box know where it begins and ends, and a correction its day', () => {
  const boxes = partsOf(text).filter(({ box }) => box);
  expect(boxes.map(({ kind, text, box }) => [kind, text, box?.first, box?.last])).toEqual([
    ['boxhead', 'What is known', true, false],
    ['box', 'The dam holds 40 m.', false, false],
    ['box', '• Gates: 12', false, false],
    ['box', '• Open: 3', false, true],
    ['box', 'Correction, 24 November 2026: An earlier version named the wrong dam.', true, true],
    ['box', 'Clarification, 23 November 2026: The gates are new.', true, true],
  ]);
});

test.each<[Language, string, string]>([
  ['hi', 'भूल-सुधार, 24 नवंबर 2026:', 'वीडियो देखें: paper.example/news/7'],
  ['ta', 'திருத்தம், 24 நவம்பர், 2026:', 'வீடியோ பாருங்கள்: paper.example/news/7'],
  ['ur', 'تصحیح، 24 نومبر، 2026:', 'ویڈیو دیکھیں: paper.example/news/7'],
])('the notes of a story in %s', (language, lead, line) => {
  const parts = partsOf(text, 'lead', language);
  expect(parts.map(({ box }) => box?.lead)).toContain(lead);
  expect(parts.some((part) => part.text.endsWith(line))).toBe(true);
});

test('what is not public is not printed, and a long paragraph of a box becomes several parts', () => {
  expect(partsOf('::picture{id=5}\n\n::story{id=5}')).toEqual([]);
  const words = 'word '.repeat(300).trim();
  const parts = partsOf(`:::facts\n${words}\n:::`);
  expect(parts.map((part) => part.text).join(' ')).toBe(words);
  for (const part of parts) expect(part.text.length).toBeLessThanOrEqual(450);
  expect(parts.map(({ box }) => [box?.first, box?.last])).toEqual([
    [true, false],
    ...parts.slice(2).map(() => [false, false]),
    [false, true],
  ]);
  expect(partsOf(`:::facts\n${'x'.repeat(1000)}\n:::`)).toHaveLength(3);
});

test('numbered lists keep their order between blocks', () => {
  const items = partsOf('1. One\n2. Two\n\n::picture{id=12}\n\n3. Three').filter(({ kind }) => kind === 'item');
  expect(items.map(({ number }) => number)).toEqual([1, 2, 3]);
});
